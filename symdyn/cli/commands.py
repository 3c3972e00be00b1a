"""All commands, and running the one that is chosen; what goes wrong becomes one line and an exit code."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from symdyn.cli import (
    bench,
    check,
    convert,
    doctor,
    excite,
    gen,
    identify,
    init,
    load,
    params,
    robots,
    show,
    simulate,
    tune,
)
from symdyn.cli.exit_code import ExitCode
from symdyn.cli.parser import Parser, message, one_line
from symdyn.cli.streams import OutputError, forget_output, prepare_streams
from symdyn.errors import MAX_MESSAGE, SymdynError, shortened, unknown_name
from symdyn.version import VERSION

TEXT = "From a robot file to equations, and to checked C and Python kernels of its dynamics."
EXAMPLE = """example:
  symdyn gen robot.yaml       generate code into ./<robot>/
  symdyn check robot.yaml     check it against an independent witness

exit codes: 0 done, 1 a check failed, 2 the input is wrong or something is missing here, 70 a fault of symdyn's own,
130 interrupted"""
JSON = "--json"
COMMANDS = (init, gen, check, bench, show, params, identify, load, excite, simulate, tune, convert, robots, doctor)


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
        print(message(f"error: {error}"), file=sys.stderr)
        forget_output()
        return ExitCode.WRONG_INPUT
    except SymdynError as error:
        print(message(f"error: {error}"), file=sys.stderr)
        if JSON in (sys.argv[1:] if arguments is None else arguments):
            print(json.dumps({"error": _error_data(error)}, indent=1))
        return ExitCode.WRONG_INPUT
    except BrokenPipeError:
        raise
    except Exception as error:
        if os.environ.get("SYMDYN_DEBUG"):
            raise
        asked_already = "please report it" in str(error)
        advice = (
            "; SYMDYN_DEBUG=1 shows more" if asked_already else "; please report it, with what SYMDYN_DEBUG=1 shows"
        )
        what = one_line(f"error: internal error: {type(error).__name__}: {error}")
        print(shortened(what, MAX_MESSAGE - len(advice)) + advice, file=sys.stderr)
        return ExitCode.INTERNAL_ERROR


def _error_data(error: SymdynError) -> dict[str, Any]:
    """Return what is wrong and where, for scripts; null where nobody knows."""
    places = ("file", "line", "field")
    return {"message": message(str(error)), **{place: getattr(error, place, None) or None for place in places}}


def _chosen(arguments: Sequence[str] | None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    names = [command.__name__.rpartition(".")[2] for command in COMMANDS]
    parser = make_parser()
    try:
        if not given:
            parser.print_help()
            return ExitCode.DONE
        if not given[0].startswith("-") and given[0] not in names:
            parser.error(unknown_name("command", given[0], names))
        chosen = parser.parse_args(given)
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
