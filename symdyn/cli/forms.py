"""The arguments `--form` and `--set`: in which form of the minimal set results are written."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from shlex import quote
from typing import TYPE_CHECKING

from symdyn.cli.parser import Parser
from symdyn.errors import InputError, unknown_name

if TYPE_CHECKING:
    from symdyn.model import Robot
    from symdyn.symbolic import MinimalParameters


def add_form(parser: Parser, names: str, summary: str) -> None:
    """Add both arguments; each is None where it is not given."""
    parser.add_argument("--form", metavar=names, help=summary)
    parser.add_argument(
        "--set", metavar="FILE", help="a minimal set of your own, or the name of a bundled one; see docs"
    )


def refuse_both(arguments: argparse.Namespace) -> None:
    """Refuse a form beside a set."""
    if arguments.form is not None and arguments.set is not None:
        raise InputError("the set is a form of its own; leave out --form", field="--set")


def form_arguments(arguments: argparse.Namespace) -> str:
    """Return the arguments that chose the form, to be repeated in advice; nothing for the pivot set."""
    if arguments.set is not None:
        return f"--set {quote(arguments.set)}"
    return "" if arguments.form is None else f"--form {arguments.form}"


def chosen_parameters(robot: Robot, arguments: argparse.Namespace, others: Sequence[str] = ()) -> MinimalParameters:
    """Return the minimal parameters in the form or set that arguments choose; ``others`` are forms of other kinds."""
    from symdyn.parameters.forms.table import FORMS, PIVOT
    from symdyn.symbolic import minimal

    refuse_both(arguments)
    form = arguments.form or PIVOT
    if form not in FORMS:
        raise InputError(unknown_name("form", form, [*FORMS, *others]), field="--form")
    return minimal(robot, form, arguments.set)
