"""`symdyn show`: a robot's equations, to read."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from shlex import quote
from typing import TYPE_CHECKING

from symdyn.cli.exit_code import ExitCode
from symdyn.cli.forms import add_form, refuse_both
from symdyn.cli.generation import about
from symdyn.cli.parser import Parser, add_command, add_json, message
from symdyn.cli.progress import progress
from symdyn.cli.robot_arguments import ROBOT, add_robot_arguments, read_robot
from symdyn.errors import InputError, unknown_name

if TYPE_CHECKING:
    from symdyn.model import Robot

PROGRAM, REGRESSOR, CLOSURE = "program", "regressor", "closure"
TEXT = """Show a robot's equations: torque, regressor, mass, coriolis, gravity, energy, mlc (the minimal parameters) or
frames; closure, how the joints of a closed robot follow its coordinates; or program, the recursive form of a kernel.
They are exact, and written in the minimal parameters: as the pivot set, in another form, or in a set of your own.
Before they are printed they are proved equal to the dynamics.

--form lin, gautier_khalil   in the combinations of these papers; torques in Lin's come from his recursion
--form lu_meng               with regressor: Lu and Meng's, in sixteen parameters a link
--form recursive             with regressor: the same by their recursion, step by step
--form NAME                  with program: a formulation, lin, lagrangian, 3x3, 4x4, lu_meng, recursive or walker"""
EXAMPLE = """  symdyn show ddarm torque                            the torques of all joints
  symdyn show puma560 mass 1 1                        one entry
  symdyn show two_link regressor --format latex
  symdyn show ddarm torque --set atkeson86            in a set of your own, or a bundled one
  symdyn show sr400 closure                           q3 = q7 - q2 + pi/2, and so on
  symdyn show panda program --kernel gravity          the recursion behind generated code"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(commands, "show", "show a robot's equations: text, LaTeX, MathML", TEXT, EXAMPLE, run)
    parser.add_argument("robot", metavar="ROBOT", help=ROBOT)
    parser.add_argument("quantity", metavar="QUANTITY", help="torque, regressor, mass, … (see above)")
    parser.add_argument("entry", metavar="i", nargs="*", help="one row, or one row and column, counted from 1")
    parser.add_argument("--format", metavar="text|latex|mathml", default="text", help="how to write (default: text)")
    add_form(parser, "FORM", "in which form (see above; default: pivot)")
    parser.add_argument("--kernel", metavar="KERNEL", help="with program: which (default: inverse_dynamics)")
    parser.add_argument("--passes", action="store_true", help="with program: what each optimisation pass left")
    add_robot_arguments(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Derive, then print."""
    from symdyn.model.notes import NEARLY_SPECIAL, NoteKind
    from symdyn.symbolic.layout import FORMATS

    if arguments.format not in FORMATS:
        raise InputError(unknown_name("format", arguments.format, FORMATS), field="--format")
    refuse_both(arguments)
    chosen = [_number(word) for word in arguments.entry]
    robot = read_robot(arguments.robot, arguments)
    for note in robot.notes:
        if note.kind in (*NEARLY_SPECIAL, NoteKind.DEGREES):  # equations are longer than they were meant to be
            print(message(f"warning: {note}"), file=sys.stderr)
    with about(arguments.robot), progress(robot.name) as show:
        result = _shown(robot, arguments, chosen, show)
    print(result)
    return ExitCode.DONE


def _shown(robot: Robot, arguments: argparse.Namespace, chosen: list[int], show: Callable[[str], None]) -> str:
    from symdyn.cli.show_equations import closure_text, equations_text, sixteen_text
    from symdyn.cli.show_program import program_text, recursion_text

    if arguments.quantity == PROGRAM:
        _refuse_entries(chosen, "a program has no entries; choose a kernel with --kernel")
        show(PROGRAM)
        return program_text(robot, arguments)
    _refuse_program_options(arguments)
    if arguments.quantity == CLOSURE:
        _refuse_entries(chosen, "a closure has no entries; leave the numbers out")
        return closure_text(robot, arguments)
    makers = {"lu_meng": sixteen_text, "recursive": recursion_text}
    if arguments.form in makers:
        if arguments.quantity != REGRESSOR:
            where = f"symdyn show {quote(arguments.robot)} {REGRESSOR} --form {arguments.form}"
            raise InputError(f"{arguments.form} goes with {REGRESSOR} only: {where}", field="--form")
        return makers[arguments.form](robot, arguments, chosen, show)
    return equations_text(robot, arguments, chosen, show)


def _number(word: str) -> int:
    if not word.isdecimal():
        raise InputError(f"{word!r} is not a whole number; an entry is given by its row and column, counted from 1")
    return int(word)


def _refuse_entries(chosen: list[int], what: str) -> None:
    if chosen:
        raise InputError(what)


def _refuse_program_options(arguments: argparse.Namespace) -> None:
    for option in ("kernel", "passes"):
        if getattr(arguments, option):
            raise InputError(
                f"goes with program only: symdyn show {quote(arguments.robot)} program", field=f"--{option}"
            )
