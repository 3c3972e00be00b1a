"""An argument parser whose complaints are one line, and help that ends with an example."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import NoReturn

from symdyn.cli.exit_code import ExitCode
from symdyn.errors import MAX_MESSAGE, shortened, visible

ADVICE = 40  # characters that the end of a message takes: where there is help
Run = Callable[[argparse.Namespace], ExitCode]


class Parser(argparse.ArgumentParser):
    """Says what is wrong with arguments in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with 2."""
        what = shortened(one_line(f"error: {self.prog}: {message}"), MAX_MESSAGE - ADVICE)
        self.exit(ExitCode.WRONG_INPUT, f"{what} (see {self.prog} --help)\n")


def add_command(
    commands: argparse._SubParsersAction[Parser], name: str, summary: str, text: str, example: str, run: Run
) -> Parser:
    """Add a command with its one-line summary, its text and an example."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=text,
        epilog=f"example:\n{example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    return parser


def add_json(parser: Parser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def add_force(parser: Parser) -> None:
    """Add `--force`."""
    parser.add_argument(
        "--force", action="store_true", help="set files of yours that are in the way aside, as FILE.user1, and go on"
    )


def tell(note: str) -> None:
    """Tell the user something beside the results; a note on a robot's file may be a warning."""
    print(message(f"{getattr(note, 'word', 'note')}: {note}"), file=sys.stderr)


def one_line(text: str) -> str:
    """Return a text on one line, whatever a user's names put into it."""
    return visible(" ".join(text.split()))


def message(text: str) -> str:
    """Return what a person is told: one line, and no longer than anybody reads."""
    return shortened(one_line(text))
