"""The command `symdyn`: all commands are imported inside it, so that an interrupt in the first moments is met too."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from symdyn.cli.exit_code import ExitCode


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    try:
        from symdyn.cli.commands import run_command

        return run_command(arguments)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return ExitCode.INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
