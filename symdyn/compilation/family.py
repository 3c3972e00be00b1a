"""Ending a process that we started, together with all that it started itself."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any


def end_family(process: subprocess.Popen[Any]) -> None:
    """Kill a process that was started as the head of a session, and whoever else is in its session's group."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        elif process.poll() is None:  # its number is its own as long as nobody waited for it
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
