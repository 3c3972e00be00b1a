"""`symdyn show`: a robot's equations, to read."""

from __future__ import annotations

import argparse
import json
import sys
from shlex import quote
from typing import TYPE_CHECKING, Any

from symdyn.cli.columns import columns
from symdyn.cli.counting import count
from symdyn.cli.exit_code import ExitCode
from symdyn.cli.generation import about
from symdyn.cli.parser import Parser, add_command, add_json, message
from symdyn.cli.progress import progress
from symdyn.cli.reading import read_robot
from symdyn.errors import InputError, unknown_name

if TYPE_CHECKING:
    from symdyn.model import Robot
    from symdyn.symbolic.equations import Equation
    from symdyn.symbolic.readable import Reader

PROGRAM = "program"
TEXT = """Show a robot's equations: torque, regressor, mass, coriolis, gravity, energy, mlc (the minimal parameters) or
frames; or program, the recursive form of a kernel. They are exact, and written in the minimal parameters."""
EXAMPLE = """  symdyn show ddarm torque                            the torques of all joints
  symdyn show puma560 mass 1 1                        one entry
  symdyn show two_link regressor --format latex
  symdyn show panda program --kernel gravity          the recursion behind generated code"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(commands, "show", "show a robot's equations: text, LaTeX, MathML", TEXT, EXAMPLE, run)
    parser.add_argument("robot", metavar="ROBOT", help="a .yaml or .urdf file, or the name of a bundled robot")
    parser.add_argument("quantity", metavar="QUANTITY", help="torque, regressor, mass, … (see above)")
    parser.add_argument("entry", metavar="i", nargs="*", help="one row, or one row and column, counted from 1")
    parser.add_argument("--format", metavar="text|latex|mathml", default="text", help="how to write (default: text)")
    parser.add_argument("--kernel", metavar="KERNEL", help="with program: which (default: inverse_dynamics)")
    parser.add_argument("--passes", action="store_true", help="with program: what each optimisation pass left")
    parser.add_argument("--snap", action="store_true", help="round angles, axes and offsets that are nearly special")
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Derive, then print."""
    from symdyn.model.notes import NEARLY_SPECIAL, NoteKind
    from symdyn.symbolic.layout import FORMATS

    if arguments.format not in FORMATS:
        raise InputError(unknown_name("format", arguments.format, FORMATS), field="--format")
    chosen = [_number(word) for word in arguments.entry]
    robot = read_robot(arguments.robot, arguments.snap)
    for note in robot.notes:
        if note.kind in (*NEARLY_SPECIAL, NoteKind.DEGREES):  # equations are longer than they were meant to be
            print(message(f"warning: {note}"), file=sys.stderr)
    with about(arguments.robot), progress(robot.name) as show:
        if arguments.quantity == PROGRAM:
            _refuse_entries(chosen)
            show(PROGRAM)
            result = _program(robot, arguments)
        else:
            _refuse_program_options(arguments)
            result = _equations(robot, arguments, chosen, show)
    print(result)
    return ExitCode.DONE


def _number(word: str) -> int:
    if not word.isdecimal():
        raise InputError(f"{word!r} is not a whole number; an entry is given by its row and column, counted from 1")
    return int(word)


def _refuse_entries(chosen: list[int]) -> None:
    if chosen:
        raise InputError("a program has no entries; choose a kernel with --kernel")


def _refuse_program_options(arguments: argparse.Namespace) -> None:
    for option in ("kernel", "passes"):
        if getattr(arguments, option):
            raise InputError(
                f"goes with program only: symdyn show {quote(arguments.robot)} program", field=f"--{option}"
            )


def _equations(robot: Robot, arguments: argparse.Namespace, chosen: list[int], show: Any) -> str:
    from symdyn.symbolic import derive
    from symdyn.symbolic.equations import QUANTITIES, equations
    from symdyn.symbolic.layout import laid_out
    from symdyn.symbolic.readable import Reader

    if arguments.quantity not in QUANTITIES:
        raise InputError(unknown_name("quantity", arguments.quantity, [*QUANTITIES, PROGRAM]))
    called = quote(arguments.robot)
    show("minimal parameters")
    model = derive(robot, show, called)
    found = equations(model, arguments.quantity, chosen)
    reader = Reader(model.letters)
    show("writing")
    body = laid_out(found, reader, arguments.format)
    remarks = _remarks(robot, arguments.quantity, chosen, reader, found, called)
    if arguments.json:
        return _json({"robot": robot.name, "quantity": arguments.quantity, **_data(found, reader, remarks)})
    return _page(body, remarks, arguments.format)


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False)


def _remarks(
    robot: Robot, quantity: str, chosen: list[int], reader: Reader, found: list[Equation], called: str
) -> list[str]:
    """Say what a reader of the equations needs to know beside them."""
    letters, minimal = reader.letters, reader.letters.minimal
    pairs = list(zip(letters.pi, minimal.names, strict=True))
    remarks = []
    if reader.short:
        remarks.append("where " + ", ".join(f"{name} = {turn}" for name, turn in reader.legend()))
    if quantity == "mlc" and not chosen:
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
    if quantity != "mlc" and any(pi in used and name in minimal.combined for pi, name in pairs):
        remarks.append(f"R marks a parameter that combines several: symdyn show {called} mlc")
    return remarks


def _page(body: str, remarks: list[str], form: str) -> str:
    lines = [body] if body else []
    if form == "text":
        return "\n".join([*lines, "", *remarks] if lines and remarks else [*lines, *remarks])
    if form == "latex":  # for \usepackage{amsmath}
        return "\n".join([*lines, *(f"% {remark}" for remark in remarks)])
    return "\n".join([*lines, *(f"<!-- {remark.replace('--', '- -')} -->" for remark in remarks)])


def _data(found: list[Equation], reader: Reader, remarks: list[str]) -> dict[str, Any]:
    from symdyn.symbolic.layout import equation_mathml, equation_text, plain_latex

    entries = [
        {
            "name": equation.name,
            "sympy": str(equation.right),
            "text": equation_text(equation, reader).partition("=")[2].strip(),
            "latex": plain_latex(equation, reader),
            "mathml": equation_mathml(equation, reader),
        }
        for equation in found
    ]
    return {"equations": entries, "remarks": remarks}


def _program(robot: Robot, arguments: argparse.Namespace) -> str:
    from symdyn.ir.cost import cost
    from symdyn.kernels.table import KERNELS
    from symdyn.model import bind_symbols
    from symdyn.options import Options
    from symdyn.package.programs import kernel_program
    from symdyn.symbolic.equations import Equation
    from symdyn.symbolic.layout import laid_out
    from symdyn.symbolic.letters import letters_of
    from symdyn.symbolic.readable import Reader
    from symdyn.symbolic.recursive import statements

    name = arguments.kernel or "inverse_dynamics"
    if name not in KERNELS:
        raise InputError(unknown_name("kernel", name, KERNELS), field="--kernel")
    bound = bind_symbols(robot)
    program, records, *_ = kernel_program(KERNELS[name], bound, Options())
    letters = letters_of(bound)
    reader = Reader(letters, abbreviate=False)
    found = [Equation(one.name, one.written, one.right) for one in statements(program, letters)]
    reader.written.update({one.name: one.written for one in found})
    total = cost(program)
    turns = count(total.trigonometric, "sine or cosine", "sines and cosines")
    remarks = [f"{name} of {robot.name}: {total}, {turns}"]
    if arguments.passes:
        rows = [["pass", "mul", "add", "div", "fused"]]
        for r in records:
            counts = (r.cost.multiplications, r.cost.additions, r.cost.divisions, r.fused)
            rows.append([r.name, *map(str, counts)])
        remarks += columns(rows, right=range(1, 5)).splitlines()
        remarks.append("fused: additions that take a product with them in one instruction, where a processor has such")
    data = {
        "robot": robot.name,
        "kernel": name,
        "statements": [{"name": one.name, "expression": str(one.right)} for one in found],
        "multiplications": total.multiplications,
        "additions": total.additions,
        "divisions": total.divisions,
        "trigonometric": total.trigonometric,
        "passes": {record.name: record.cost.total for record in records},
    }
    if arguments.json:
        return _json(data)
    return _page(laid_out(found, reader, arguments.format), remarks, arguments.format)
