"""Whether a robot's mass matrix has an inverse: without one, code that needs it gives no numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from symdyn.check.truth.mobility import SINGULAR, mobility
from symdyn.emit import StagedKernel
from symdyn.errors import few_of
from symdyn.ir.evaluate import FLOATS, evaluate
from symdyn.ir.program import Program
from symdyn.kernels.table import KERNELS
from symdyn.kernels.tips import kernels_of_robot
from symdyn.model import NumericRobot
from symdyn.parameters.plausible import plausible_parameters
from symdyn.trace import trace_kernel

FEW = 3  # ordinary states: a joint that moves no inertia shows at each of them

Matrix = NDArray[np.float64]


def singular_note(robot: NumericRobot, kernels: Sequence[StagedKernel]) -> str | None:
    """Say which of the kernels give no numbers, and which joints are to blame; None where all is well or unknown."""
    known = kernels_of_robot(robot)
    concerned = [kernel.name for kernel in kernels if known[kernel.name].inverts_mass]
    if not concerned or not all(parameter.known for parameter in robot.full_parameters):
        return None
    proved = {kernel.name: kernel.program for kernel in kernels}
    for M in _of_closed(robot) if robot.closing else _by_program(robot, proved.get("mass_matrix")):
        if mobility(M) is None:
            gives = "gives" if len(concerned) == 1 else "give"
            return f"{_blame(robot, M)}; {', '.join(concerned)} {gives} no useful numbers with these parameters"
    return None


def _by_program(robot: NumericRobot, proved: Program | None) -> Iterator[Matrix]:
    """Return mass matrices: by the program that is generated, or where there is none, by the traced one."""
    program = proved or trace_kernel(KERNELS["mass_matrix"], robot)
    source = random.Random(robot.name)
    for _ in range(FEW):
        q = [source.uniform(-3, 3) for _ in range(robot.n)]
        M = evaluate(program, {"q": q, "pi": plausible_parameters(robot)}, FLOATS)
        yield np.reshape(np.asarray(M, np.float64), (robot.n, robot.n))


def _of_closed(robot: NumericRobot) -> Iterator[Matrix]:
    """Return mass matrices where a robot's loops are closed, which the witness knows how to find."""
    from symdyn.check.truth.closable import closable
    from symdyn.check.truth.states import states
    from symdyn.reference import Witness

    witness = Witness(robot.source)
    usual = states([joint.kind.slides for joint in robot.moving_joints], np.float64)
    for state in closable([state for state in usual if state.ordinary][:FEW], robot, witness):
        yield witness.mass_matrix(state["q"], robot.parameters)


def _blame(robot: NumericRobot, M: Matrix) -> str:
    least = SINGULAR * np.abs(M).max()
    still = [name for name, own in zip(robot.joint_names, np.diag(M), strict=True) if abs(own) <= least]
    if not still:
        return "the mass matrix is not positive definite: no robot has these parameters"
    return f"{few_of(still)}: moves no inertia; give what it moves a mass and an inertia, or the joint a rotor_inertia"
