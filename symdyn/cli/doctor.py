"""`symdyn doctor`: whether everything that symdyn needs is here and works."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from symdyn.cli.columns import columns
from symdyn.cli.exit_code import ExitCode
from symdyn.cli.parser import Parser, add_command, add_json, one_line

TEXT = """Look at Python, the packages, the C compiler, Python's headers and the cache; compile and run a small kernel.
Exit 1 if something that symdyn needs is missing or broken; the last column says what to do."""
EXAMPLE = """  symdyn doctor
  CC=clang symdyn doctor    with another compiler"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    add_json(add_command(commands, "doctor", "look whether everything symdyn needs works", TEXT, EXAMPLE, run))


def run(arguments: argparse.Namespace) -> ExitCode:
    """Look at everything, and say it."""
    from symdyn.cli.health import findings

    found = findings()
    if arguments.json:
        data = {
            "healthy": all(one.fine for one in found),
            "findings": [{**asdict(one), "verdict": one.verdict} for one in found],
        }
        print(json.dumps(data, indent=1))
    else:
        rows = [[one.what, one.verdict, one_line(one.found), one_line(one.remedy)] for one in found]
        print(columns(rows))
    broken = [one.what for one in found if not one.fine]
    if broken and not arguments.json:
        print(f"broken: {', '.join(broken)}", file=sys.stderr)
    return ExitCode.CHECK_FAILED if broken else ExitCode.DONE
