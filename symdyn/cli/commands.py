"""All commands, and running the one that is chosen; what goes wrong becomes one line and an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from symdyn.cli import bench, check, convert, doctor, excite, gen, identify, load, params, robots, show, simulate
from symdyn.cli.exit_code import ExitCode
from symdyn.cli.parser import Parser, message, one_line
from symdyn.cli.streams import OutputError, forget_output, prepare_streams
from symdyn.errors import MAX_MESSAGE, SymdynError, shortened
from symdyn.version import VERSION

TEXT = "From a robot file to equations, and to checked C and Python kernels of its dynamics."
EXAMPLE = """example:
  symdyn gen robot.yaml       generate code into ./<robot>/
  symdyn check robot.yaml     check it against an independent witness

exit codes: 0 done, 1 a check failed, 2 the input is wrong or something is missing here, 130 interrupted"""
COMMANDS = (gen, check, bench, show, params, identify, load, excite, simulate, convert, robots, doctor)


def run_command(arguments: Sequence[str] | None) -> int:
    """Run a command and return its exit code."""
    prepare_streams()
    try:
        return _run(arguments)
    except BrokenPipeError:  # nobody reads on
        forget_output()
        return ExitCode.NOBODY_READS


def _run(arguments: Sequence[str] | None) -> int:
    try:
        code = _chosen(arguments)
        sys.stdout.flush()
        return code
    except OutputError as error:
        print(message(str(error)), file=sys.stderr)
        forget_output()
        return ExitCode.WRONG_INPUT
    except SymdynError as error:
        print(message(str(error)), file=sys.stderr)
        return ExitCode.WRONG_INPUT
    except BrokenPipeError:
        raise
    except Exception as error:
        if os.environ.get("SYMDYN_DEBUG"):
            raise
        advice = "; please report it, with what SYMDYN_DEBUG=1 shows"
        what = one_line(f"internal error: {type(error).__name__}: {error}")
        print(shortened(what, MAX_MESSAGE - len(advice)) + advice, file=sys.stderr)
        return ExitCode.INTERNAL_ERROR


def _chosen(arguments: Sequence[str] | None) -> int:
    try:
        chosen = make_parser().parse_args(arguments)
    except SystemExit as finished:  # of argparse: help, version, wrong arguments
        return int(finished.code or 0)
    code: ExitCode = chosen.run(chosen)
    return code


def make_parser() -> Parser:
    """Return the parser of all commands."""
    parser = Parser(
        prog="symdyn",
        description=TEXT,
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"symdyn {VERSION}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return parser
