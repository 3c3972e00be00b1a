"""From a kernel to its program: traced in the cheapest formulation, optimised, and split into two stages."""

from __future__ import annotations

from typing import NamedTuple

from symdyn.emit import StagedKernel
from symdyn.errors import InputError, of_others
from symdyn.ir.program import Program
from symdyn.kernels.kernel import Kernel
from symdyn.mechanism.reformulate.formulation import USUAL_FORMULATION, Formulation, changed, changes
from symdyn.model import NumericRobot
from symdyn.options import Options
from symdyn.package.choices import known_values
from symdyn.package.no_inertia import WAY_OUT
from symdyn.passes import PassRecord, optimise, tidied
from symdyn.passes.bind_inputs import bind_inputs
from symdyn.passes.eliminate_dead_code import live_operations
from symdyn.passes.split_offline import split_offline
from symdyn.trace import trace_kernel

KNOWN_BEFORE = ("pi",)  # inputs that stay the same from call to call


class KernelProgram(NamedTuple):
    """A kernel's program, what each pass did to it, the formulation that it was traced in, and what it is of."""

    program: Program
    passes: tuple[PassRecord, ...]
    formulation: Formulation
    kernel: Kernel


def kernel_program(kernel: Kernel, robot: NumericRobot, options: Options) -> KernelProgram:
    """Trace and optimise one kernel of a robot, in the cheapest formulation."""
    known = (ZeroDivisionError,) if kernel.inverts_mass else ()
    try:
        with of_others(f"kernel {kernel.name}", kernel.compute, but=known):
            program, formulation = _in_cheapest_formulation(kernel, robot, options)
            return KernelProgram(*optimise(program, KNOWN_BEFORE), formulation, kernel)
    except ZeroDivisionError:
        raise InputError(
            f"some joint moves no inertia; {WAY_OUT}; {kernel.name} divides by zero", field=robot.name
        ) from None


def _in_cheapest_formulation(kernel: Kernel, robot: NumericRobot, options: Options) -> tuple[Program, Formulation]:
    """Trace a kernel in the usual formulation, and change that as long as it costs less."""
    chosen = USUAL_FORMULATION
    cheapest = _in_formulation(kernel, robot, options, chosen)
    opens = kernel.from_zero and robot.closing is not None and bool(robot.closing.loops)
    for choices in changes(robot, kernel.inputs):
        if opens and "free_gauge" in choices:
            continue  # other bodies are the same where loops are closed, and not where they need not be
        other = changed(chosen, choices)
        program = _in_formulation(kernel, robot, options, other)
        if live_operations(program) < live_operations(cheapest):
            chosen, cheapest = other, program
    return cheapest, chosen


def _in_formulation(kernel: Kernel, robot: NumericRobot, options: Options, formulation: Formulation) -> Program:
    program = trace_kernel(kernel, robot, formulation)
    if options.fold and "pi" in kernel.inputs:
        program = bind_inputs(program, {"pi": known_values(robot)})
    return program


def staged(kernel: Kernel, program: Program) -> StagedKernel:
    """Split a program into what depends on parameters alone and what every call does."""
    stages = split_offline(program, KNOWN_BEFORE)
    offline = tidied(stages.offline) if stages.offline else None
    return StagedKernel(kernel.summary, program, offline, tidied(stages.online))
