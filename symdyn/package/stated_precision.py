"""How wrong floats or doubles are, as the manifest states it: within which ranges, and how much in every kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symdyn.algebra.decimals import to_float
from symdyn.emit import StagedKernel
from symdyn.ir.program import Program
from symdyn.kernels.table import KERNELS
from symdyn.model import NumericRobot
from symdyn.package.closed_samples import closed_samples
from symdyn.parameters.plausible import plausible_exact, plausible_full, plausible_parameters
from symdyn.precision import (
    double_precision,
    float_errors,
    float_settings,
    kernel_errors,
    largest_torques,
    refuse_imprecise,
)
from symdyn.trace import trace_kernel


def stated_precision(robot: NumericRobot, kernels: Sequence[StagedKernel], scalar: str) -> dict[str, Any]:
    """Return the errors of kernels.

    Raises:
        InputError: doubles cannot hold this robot's dynamics.
    """
    programs = [kernel.program for kernel in kernels]
    if scalar == "double":
        exactly = plausible_exact(robot)
        samples = closed_samples(robot)
        errors = kernel_errors(robot, programs, exactly, samples)
        torques = largest_torques(robot, _torque_program(robot, programs), exactly, samples)
        refuse_imprecise(robot, errors, torques, [to_float(value) for value in exactly["pi"]])
        return double_precision(robot, errors, exactly)
    values = {"pi": plausible_parameters(robot), "parameters": [float(value) for value in plausible_full(robot)]}
    samples = closed_samples(robot)
    of_floats = {program.name: float_errors(program, robot, values, samples) for program in programs}
    return {**float_settings(robot, programs), "kernels": of_floats}


def _torque_program(robot: NumericRobot, programs: Sequence[Program]) -> Program:
    """Return the program of inverse dynamics: the generated one, or where none is asked for, the traced one."""
    name = "inverse_dynamics"
    generated = next((program for program in programs if program.name == name), None)
    return generated or trace_kernel(KERNELS[name], robot)
