"""Closed forms for `symdyn show`: derived, proved, written, with what a reader needs to know beside them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from shlex import quote
from typing import TYPE_CHECKING

from symdyn.cli.forms import chosen_parameters, form_arguments
from symdyn.cli.page import as_json, equations_data, legend, page
from symdyn.errors import InputError, unknown_name

if TYPE_CHECKING:
    from symdyn.model import Robot
    from symdyn.symbolic.equations import Equation
    from symdyn.symbolic.model import Model

Show = Callable[[str], None]
OTHERS = ("closure", "program")  # what `show` shows beside quantities
SIXTEEN_FORMS = ("lu_meng", "recursive")  # of the regressor alone


def equations_text(robot: Robot, arguments: argparse.Namespace, chosen: list[int], show: Show) -> str:
    """Return the equations of a quantity, in the minimal parameters of a form or set."""
    from symdyn.parameters.minimal_parameters import minimal_parameters
    from symdyn.symbolic import derive
    from symdyn.symbolic.equations import QUANTITIES, equations

    quantity = arguments.quantity
    if quantity not in QUANTITIES:
        raise InputError(unknown_name("quantity", quantity, [*QUANTITIES, *OTHERS]))
    if quantity == "frames" and form_arguments(arguments):
        option = form_arguments(arguments).split()[0]
        raise InputError("frames hold no parameters; leave it out", field=option)
    minimal_parameters(robot, show)
    form = chosen_parameters(robot, arguments, SIXTEEN_FORMS if quantity == "regressor" else ()).chosen
    model = derive(robot, show, quote(arguments.robot), form, name_constants=True)
    found = equations(model, quantity, chosen)
    return _written(model, found, arguments, show, lambda: _remarks(model, found, arguments, chosen))


def sixteen_text(robot: Robot, arguments: argparse.Namespace, chosen: list[int], show: Show) -> str:
    """Return Lu and Meng's regressor in closed form."""
    from symdyn.symbolic import derive
    from symdyn.symbolic.sixteen import sixteen_equations, sixteen_remarks

    show("minimal parameters")
    model = derive(robot, show, quote(arguments.robot))
    found = sixteen_equations(model, chosen)
    remarks = [*([] if chosen else ["all other entries are zero"]), *sixteen_remarks(robot)]
    return _written(model, found, arguments, show, lambda: remarks)


def closure_text(robot: Robot, arguments: argparse.Namespace) -> str:
    """Return how the joints of a closed robot follow its coordinates."""
    from symdyn.symbolic.closure_equations import closure_equations
    from symdyn.symbolic.layout import laid_out

    found = closure_equations(robot)
    if arguments.json:
        head = {"robot": robot.name, "quantity": arguments.quantity}
        return as_json({**head, **equations_data(found.equations, found.reader, found.remarks)})
    return page(laid_out(found.equations, found.reader, arguments.format), found.remarks, arguments.format)


def _written(
    model: Model, found: list[Equation], arguments: argparse.Namespace, show: Show, remarks: Callable[[], list[str]]
) -> str:
    """Prove equations, and write them."""
    from symdyn.symbolic.equations import constant_definitions
    from symdyn.symbolic.layout import laid_out
    from symdyn.symbolic.proved import prove_equations
    from symdyn.symbolic.readable import Reader

    show("proof")
    prove_equations(model, found)
    constants = constant_definitions(model, found)
    reader = Reader(model.letters, constants=[one.name for one in constants])
    reader.written.update({one.name: one.written for one in constants})
    show("writing")
    written = [*found, *constants]
    body = laid_out(written, reader, arguments.format)
    beside = [*legend(reader), *remarks()]
    if arguments.json:
        head = {"robot": model.robot.name, "quantity": arguments.quantity, "form": arguments.form or model.form.name}
        return as_json({**head, **equations_data(written, reader, beside)})
    return page(body, beside, arguments.format)


def _remarks(model: Model, found: list[Equation], arguments: argparse.Namespace, chosen: list[int]) -> list[str]:
    """Say what a reader of the equations needs to know beside them."""
    robot, quantity, minimal = model.robot, arguments.quantity, model.letters.minimal
    pairs = list(zip(model.pi, model.form.names, strict=True))
    remarks = []
    if robot.closing is not None and quantity != "mlc":  # the tree has more joints, and other numbers
        remarks.append(", ".join(f"q{j}: {name}" for j, name in enumerate(robot.joint_names, start=1)))
    if quantity == "mlc" and not chosen and model.form.is_pivot:
        alone = [pi.name for pi, name in pairs if name in minimal.identifiable]
        remarks.append(f"identifiable alone: {', '.join(alone) or 'none'}")
    if quantity == "regressor":
        remarks.append(f"columns: {', '.join(pi.name for pi, _ in pairs)}")
    sizes = {
        "regressor": robot.n * len(pairs),
        "coriolis": robot.n * robot.n,
        "mass": robot.n * (robot.n + 1) // 2,
    }
    if not chosen and len(found) < sizes.get(quantity, 0):
        remarks.append("all other entries are zero" if found else "all entries are zero")
    if quantity == "mass" and robot.n > 1 and found and not chosen:
        remarks.append("M is symmetric")
    used = {symbol for one in found if not isinstance(one.right, list) for symbol in one.right.free_symbols}
    if quantity == "mlc" or not used & set(model.pi):
        return remarks
    mlc = f"symdyn show {model.called} mlc"
    if not model.form.is_pivot:
        remarks.append(f"parameters: {model.form.title}: {mlc} {form_arguments(arguments)}")
    elif any(pi in used and name in minimal.combined for pi, name in pairs):
        remarks.append(f"R marks a parameter that combines several: {mlc}")
    return remarks
