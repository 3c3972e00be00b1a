"""The command `symdyn`: all commands are imported inside it, so that an interrupt in the first moments is met too."""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Sequence

from symdyn.cli.exit_code import ExitCode

SELDOM = 50_000  # new things between two looks for garbage: imports make many, and none of it is garbage


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)  # the end looks for garbage several times, a quarter of a long robot's time, for nothing
    usual = gc.get_threshold()
    gc.set_threshold(SELDOM, *usual[1:])
    try:
        from symdyn.cli.commands import run_command

        return run_command(arguments)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return ExitCode.INTERRUPTED
    finally:
        gc.set_threshold(*usual)


if __name__ == "__main__":
    sys.exit(main())
