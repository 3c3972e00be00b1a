"""A law for one robot as routines: its own, those that it shares with others, and those that its estimates make.

Printed code reads from the ground up: tests of gains and shared pieces first, then the law, then init, then the step;
and what a routine calls stands before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_type_hints

from symdyn.control.following import Followed
from symdyn.control.parameter_routines import parameter_routines
from symdyn.control.pieces import adaptive_step, plain_step
from symdyn.control.pieces.closing import close
from symdyn.control.plan import Plan
from symdyn.control.refusals import refuse_calls, refuse_changed_inputs, refuse_indices, refuse_names
from symdyn.control.specialise import specialised
from symdyn.control.start import gain_tests, init, more_starts, start, theta_test
from symdyn.emit.control_law import LawProgram
from symdyn.interface.rules import MEANINGS
from symdyn.kernels.close_step import CLOSING
from symdyn.kernels.kernel import Kernel as RobotKernel
from symdyn.kernels.table import KERNELS
from symdyn.routines.expressions import Array, Call, Kind, Record
from symdyn.routines.program import Layout, Parameter, Routine, Unit
from symdyn.routines.read import Reading, reachable, read
from symdyn.routines.read_expression import annotated, struct_name
from symdyn.routines.remarks import constant_remark
from symdyn.routines.walk import found
from symdyn.routines.words import Struct

Function = Callable[..., Any]
PIECES = "symdyn.control.pieces."


def law_functions(plan: Plan) -> tuple[Function, ...]:
    """Return the functions torque (of laws that adapt), law and step: a law's own, or those that laws share.

    One that only watches has no more than its step.
    """
    if plan.law.watches:
        return plan.law.routines
    own, shared = plan.law, adaptive_step if plan.law.adapts else plain_step
    law, step = own.law or adaptive_step.law, own.step or shared.step
    return (law, step) if own.torque is None else (own.torque, law, step)


def law_program(plan: Plan) -> LawProgram:
    """Assemble the routines of a law."""
    refuse_names(plan.law)
    roots, begin = law_functions(plan), start(plan)
    tests = dict.fromkeys(MEANINGS[gain.gain.rule].test for gain in plan.gains)
    functions = _functions(plan)
    readings = [read(function) for function in functions]
    routines = _specialised(plan)
    if plan.following:
        routines |= Followed(routines).rewritten(plan.following)
    routines |= {one.name: one for one in (*parameter_routines(plan), init(plan), *more_starts(plan))}
    shared = [one for one in functions if one.__module__.startswith(PIECES) and one not in roots]
    first = [*(test.__name__ for test in tests), "parameters", "add_gradient", *_in_files_order(shared)]
    last = ["torque", "law", "init", "set_theta", "reset", "step"]
    unit = Unit(
        routines=_callees_first(first, last, routines),
        records=_records(plan, readings),
        sizes=plan.sizes,
        kernels={kernel.name: len(kernel.outputs) for kernel in called_kernels(plan)},
        tables={"bodies": plan.theta.bodies},
        constants={name: constant_remark(one.function, name) for one in readings for name in one.constants},
    )
    refuse_calls(unit, _takes(plan))
    refuse_changed_inputs(unit, plan.law)
    refuse_indices(unit, plan.law)
    return LawProgram(unit, begin.routine, gain_tests(plan), theta_test(plan))


def _functions(plan: Plan) -> tuple[Function, ...]:
    """Return all that a law is made of, callees first."""
    tests = dict.fromkeys(MEANINGS[gain.gain.rule].test for gain in plan.gains)
    closing = (close,) if plan.following else ()
    return reachable([*tests, *closing, *law_functions(plan), *start(plan).functions])


def _specialised(plan: Plan) -> dict[str, Routine]:
    return {one.routine.name: specialised(one.routine, plan) for one in map(read, _functions(plan))}


def _in_files_order(functions: Iterable[Function]) -> list[str]:
    ordered = sorted(functions, key=lambda one: (one.__module__, one.__code__.co_firstlineno))  # type: ignore[attr-defined]
    return [one.__name__ for one in ordered]


def _callees_first(first: Iterable[str], last: Iterable[str], routines: dict[str, Routine]) -> tuple[Routine, ...]:
    """Order routines that `last` need: `first`, then others where they are called, then `last`."""
    last = [name for name in last if name in routines]
    needed = _ordered(last, routines)
    ordered = _ordered([*(name for name in first if name in needed), *last], routines)
    return tuple(routines[name] for name in ordered)


def _ordered(roots: Iterable[str], routines: dict[str, Routine]) -> dict[str, None]:
    ordered: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in ordered:
            for call in found(routines[name].body, Call):
                visit(call.routine)
            ordered[name] = None

    for root in roots:
        visit(root)
    return ordered


def _records(plan: Plan, readings: Iterable[Reading]) -> dict[str, Layout]:
    """Say what the controller, its gains and structs of the law hold."""
    gains = [Parameter(one.name, _gain_type(one.gain.shape, one.is_choice)) for one in plan.gains]
    own = [Parameter("gains", Record("gains"))]
    own += [Parameter(name, Array(("u",))) for name in plan.estimate_members]
    own += [Parameter(one.name, _gain_type(one.memory.shape, one.memory.whole)) for one in plan.memory]
    structs = {struct_name(struct): _layout(struct) for reading in readings for struct in reading.structs}
    return {"self": Layout((), tuple(own)), "gains": Layout((), tuple(gains)), **structs}


def _gain_type(shape: tuple[str, ...], whole: bool) -> Array | Kind:
    if shape:
        return Array(tuple(int(one) if one.isdigit() else one for one in shape))
    return Kind.WHOLE if whole else Kind.NUMBER


def _layout(struct: type[Struct]) -> Layout:
    hints = {name: annotated(hint) for name, hint in get_type_hints(struct, include_extras=True).items()}
    members = tuple(Parameter(name, hint) for name, hint in hints.items() if hint is not None)
    return Layout(tuple(line.strip() for line in (struct.__doc__ or "").splitlines() if line.strip()), members)


def called_kernels(plan: Plan) -> tuple[RobotKernel, ...]:
    """Return the robot's kernels that a law calls."""
    return (*(KERNELS[name] for name in plan.law.kernels), *(CLOSING.values() if plan.following else ()))


def closed_positions(plan: Plan) -> tuple[str, ...]:
    """Return the positions at which a law, or the step of one that only watches, closes loops; of other robots none."""
    return Followed(_specialised(plan)).positions("step" if plan.law.watches else "law") if plan.following else ()


def _takes(plan: Plan) -> dict[str, tuple[list[str], list[str]]]:
    """Return what kernels take here: names of inputs, and of outputs."""
    takes = {}
    for kernel in called_kernels(plan):
        inputs = [name for name in kernel.inputs if not (plan.options.fold and name == "pi")]
        inputs += ["passive"] if plan.following and "q" in inputs else []
        takes[kernel.name] = inputs, [name for name, _ in kernel.outputs]
    return takes
