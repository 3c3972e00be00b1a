"""Programs for `symdyn show`: the recursion of a kernel or of a paper's formulation, as named statements."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from shlex import quote
from typing import TYPE_CHECKING

from symdyn.cli.columns import columns
from symdyn.cli.counting import count
from symdyn.cli.page import as_json, equations_data, page
from symdyn.errors import InputError, MissingValueError, unknown_name

if TYPE_CHECKING:
    from symdyn.ir.program import Program
    from symdyn.model import NumericRobot, Robot
    from symdyn.passes import PassRecord
    from symdyn.symbolic.letters import Letters

Show = Callable[[str], None]
MOST_STATEMENTS = 2000  # of a recursion: some thirty pages
STEPS = {  # of the recursion, by the letters that their names begin with
    "omega": "omega, omega_dot: spin of a link and its change, in the link's frame",
    "v": "v_dot: acceleration of a link's origin, gravity included",
    "W": "W: omega times its transpose",
    "Omega": "Omega: the change of acceleration from point to point of a link, H in the paper",
    "A": "A: force of a link per unit of m and m p",
    "Phi": "Phi: moment of a link per unit of m p and m p p'",
    "E": "E: moment of a link per unit of its inertia about p",
}


def program_text(robot: Robot, arguments: argparse.Namespace) -> str:
    """Return the optimised program of a kernel or of a paper's formulation."""
    from symdyn.ir.cost import cost
    from symdyn.symbolic.equations import Equation
    from symdyn.symbolic.layout import laid_out
    from symdyn.symbolic.readable import Reader
    from symdyn.symbolic.recursive import statements

    bound = _in_numbers(robot, arguments)
    name, program, records, letters = _optimised(bound, arguments)
    reader = Reader(letters, abbreviate=False)
    found = [Equation(one.name, one.written, one.right) for one in statements(program, letters)]
    reader.written.update({one.name: one.written for one in found})
    total = cost(program)
    turns = count(total.trigonometric, "sine or cosine", "sines and cosines")
    remarks = [f"{name} of {robot.name}: {total}, {turns}"]
    remarks += _passive(bound)
    if arguments.passes:
        remarks += _passes(records)
    if arguments.json:
        return as_json(
            {
                "robot": robot.name,
                "kernel": name,
                "statements": [{"name": one.name, "expression": str(one.right)} for one in found],
                "multiplications": total.multiplications,
                "additions": total.additions,
                "divisions": total.divisions,
                "trigonometric": total.trigonometric,
                "passes": {record.name: record.cost.total for record in records},
            }
        )
    return page(laid_out(found, reader, arguments.format), remarks, arguments.format)


def _in_numbers(robot: Robot, arguments: argparse.Namespace) -> NumericRobot:
    """Put the values of symbols in their place; without one there is no recursion, but the closed form."""
    from symdyn.model import bind_symbols

    try:
        return bind_symbols(robot)
    except MissingValueError as error:
        closed = "torque" if arguments.quantity == "program" else f"{arguments.quantity} --form lu_meng"
        what = "the symbol has no value, and a recursion is made of numbers; give it one in the robot file"
        offer = f"or see the closed form, which keeps it: symdyn show {quote(arguments.robot)} {closed}"
        raise MissingValueError(f"{what}, {offer}", field=error.field) from None


def _optimised(
    bound: NumericRobot, arguments: argparse.Namespace
) -> tuple[str, Program, tuple[PassRecord, ...], Letters]:
    """Return the name of what is shown, its program, what the passes did, and the letters of its parameters."""
    from symdyn.kernels.tips import kernels_of_robot
    from symdyn.options import Options
    from symdyn.package.programs import KNOWN_BEFORE, kernel_program
    from symdyn.papers.programs import prove_formulation, trace_formulation
    from symdyn.papers.table import FORMULATIONS
    from symdyn.parameters.forms.table import form_of
    from symdyn.passes import optimise
    from symdyn.symbolic.letters import letters_of

    if arguments.set is not None:
        raise InputError("goes with equations; a program takes the pivot set", field="--set")
    if arguments.form is None:
        name = arguments.kernel or "inverse_dynamics"
        kernels = kernels_of_robot(bound)
        if name not in kernels:
            raise InputError(unknown_name("kernel", name, kernels), field="--kernel")
        program, records, *_ = kernel_program(kernels[name], bound, Options())
        return name, program, records, letters_of(bound)
    if arguments.kernel is not None:
        raise InputError("the formulation is chosen by --form; leave it out", field="--kernel")
    if arguments.form not in FORMULATIONS:
        raise InputError(unknown_name("formulation", arguments.form, FORMULATIONS), field="--form")
    formulation = FORMULATIONS[arguments.form]
    program, records = optimise(trace_formulation(formulation, bound), KNOWN_BEFORE)
    prove_formulation(program, formulation, bound)
    return formulation.name, program, records, letters_of(bound, form_of(bound, formulation.form))


def _passive(robot: Robot) -> list[str]:
    """Name the joints whose positions kernels are given."""
    from symdyn.closure.door import closure_of
    from symdyn.closure.iterative_closure import IterativeClosure

    closure = closure_of(robot) if robot.closing is not None else None
    if not isinstance(closure, IterativeClosure):
        return []
    names = [robot.tree.moving_joints[joint].name for joint in closure.passive]
    return [", ".join(f"passive{i}: {name}" for i, name in enumerate(names, start=1))]


def _passes(records: tuple[PassRecord, ...]) -> list[str]:
    """Tell what each pass left, as a table."""
    rows = [["pass", "mul", "add", "div", "fused"]]
    for r in records:
        counts = (r.cost.multiplications, r.cost.additions, r.cost.divisions, r.fused)
        rows.append([r.name, *map(str, counts)])
    what = "fused: additions that take a product with them in one instruction, where a processor has such"
    return [*columns(rows, right=range(1, 5)).splitlines(), what]


def recursion_text(robot: Robot, arguments: argparse.Namespace, chosen: list[int], show: Show) -> str:
    """Return Lu and Meng's recursion, step by step down to the entries of the regressor."""
    from symdyn.papers.programs import trace_formulation
    from symdyn.papers.table import FORMULATIONS
    from symdyn.passes import tidied
    from symdyn.symbolic.layout import laid_out
    from symdyn.symbolic.letters import letters_of
    from symdyn.symbolic.readable import Reader
    from symdyn.symbolic.sixteen import recursion_equations, sixteen_remarks, with_entries

    bound = _in_numbers(robot, arguments)
    show("recursion")
    program, entries = with_entries(trace_formulation(FORMULATIONS["recursive"], bound), bound, chosen)
    letters = letters_of(bound)
    found = recursion_equations(tidied(program), entries, letters)
    if len(found) > MOST_STATEMENTS:
        what = f"the recursion of {robot.name} has {len(found)} steps, too many to read"
        called = f"symdyn show {quote(arguments.robot)} regressor"
        raise InputError(f"{what}; see one row or entry: {called} 1 1 --form recursive")
    reader = Reader(letters, abbreviate=False)
    reader.written.update({one.name: one.written for one in found})
    show("writing")
    body = laid_out(found, reader, arguments.format)
    stems = {one.name.partition("_")[0] for one in found}
    steps = [what for stem, what in STEPS.items() if stem in stems]
    remarks = [*([] if chosen else ["all other entries are zero"]), *sixteen_remarks(robot), *steps]
    if arguments.json:
        head = {"robot": robot.name, "quantity": arguments.quantity, "form": arguments.form}
        return as_json({**head, **equations_data(found, reader, remarks)})
    return page(body, remarks, arguments.format)
