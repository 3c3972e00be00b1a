"""`symdyn check`: generated code against the witness, the laws and the generator."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from symdyn.cli.exit_code import ExitCode
from symdyn.cli.generation import about, add_generation_arguments, given_arguments, options_of
from symdyn.cli.parser import Parser, add_command, add_json
from symdyn.cli.progress import progress
from symdyn.cli.report_file import refuse_unwritable, write_report
from symdyn.cli.robot_arguments import add_robot_arguments, given_robot_arguments, robot_from
from symdyn.errors import InputError, unknown_name
from symdyn.languages import LANGUAGES

if TYPE_CHECKING:
    from symdyn.check import CheckResult, Conduct

TEXT = """Check a robot's kernels, C and Python, against an independent witness at ordinary and extreme states, and
against laws of mechanics; and the controllers of --law against their law run with many digits. Given a folder that
`symdyn gen` wrote, check the code in it as it is, and whether its files are what this version generates.
The code runs in a process of its own. That it exits, crashes, does not return or leaves a result unwritten is a
failure, and so is C where there is no compiler. A bundled robot's name means that robot; a folder is ./panda."""
LONGEST = 86400.0  # a day
EXAMPLE = """  symdyn check robot.yaml
  symdyn check generated/panda --junit check.xml"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(commands, "check", "check generated kernels; exit 1 if any is wrong", TEXT, EXAMPLE, run)
    parser.add_argument("target", metavar="ROBOT|DIR", help="a robot as for gen, or a folder that gen wrote")
    add_generation_arguments(parser)
    add_robot_arguments(parser)
    parser.add_argument(
        "--time-limit",
        metavar="SECONDS",
        help="how long one call of the code may take, and compiling it (default: 60, and half an hour)",
    )
    parser.add_argument(
        "--allow-missing",
        metavar="LANGUAGE",
        help="pass without it where nothing runs it, such as c without a compiler; the verdict says so",
    )
    add_json(parser)
    parser.add_argument("--junit", metavar="FILE", help="write the findings as JUnit XML too")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Check, then print."""
    from symdyn.check.report.machine import as_data, as_junit, is_junit
    from symdyn.check.report.table import table

    if arguments.junit is not None:
        refuse_unwritable(arguments.junit, is_junit, "a JUnit report")
    result = _result(arguments)
    print(json.dumps(as_data(result), indent=1) if arguments.json else table(result))
    if arguments.junit is not None:
        write_report(arguments.junit, as_junit(result))
    return ExitCode.DONE if result.passed else ExitCode.CHECK_FAILED


def _result(arguments: argparse.Namespace) -> CheckResult:
    from symdyn.check import check_folder, check_robot
    from symdyn.model import bundled_names

    target = arguments.target
    conduct = _conduct(arguments)
    with progress(target) as show:
        if target not in bundled_names() and os.path.isdir(target):
            if given := given_arguments(arguments) + given_robot_arguments(arguments):
                what = f"{target} is a folder, whose manifest says how it was generated; leave {', '.join(given)} out"
                raise InputError(what)
            return check_folder(Path(target), show, conduct)
        if os.path.dirname(target) and not os.path.lexists(target) and not os.path.splitext(target)[1]:
            raise InputError("no such folder; give a robot, or a folder that `symdyn gen` wrote", file=target)
        options = options_of(arguments)
        show("reading")
        robot = robot_from(target, arguments)
        with about(target):
            return check_robot(robot, options, show, conduct)


def _conduct(arguments: argparse.Namespace) -> Conduct:
    """Say how code is run; a time limit that is given is for compiling too."""
    from symdyn.check import Conduct

    may_be_missing = _missing(arguments.allow_missing)
    if arguments.time_limit is None:
        return Conduct(allow_missing=may_be_missing)
    seconds = _seconds(arguments.time_limit)
    return Conduct(seconds, seconds, may_be_missing)


def _seconds(given: str) -> float:
    """Read a number of seconds."""
    try:
        seconds = float(given)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= LONGEST:
        raise InputError(
            f"needs a number of seconds, above 0 and at most {LONGEST:g}, not {given!r}", field="--time-limit"
        )
    return seconds


def _missing(given: str | None) -> tuple[str, ...]:
    if given is None:
        return ()
    if given not in LANGUAGES:
        raise InputError(unknown_name("language", given, LANGUAGES), field="--allow-missing")
    return (given,)
