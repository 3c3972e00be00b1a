"""Ending a process that we started, together with all that it started itself; from inside too, when we are gone."""

import os
import select
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any


def has_ended(process: subprocess.Popen[Any]) -> bool:
    """Tell whether a process has ended, if possible without waiting for it: till then its group's number is its own."""
    if process.returncode is None and sys.platform == "linux":
        with suppress(ChildProcessError):
            return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return process.poll() is not None


def end_family(process: subprocess.Popen[Any]) -> None:
    """Kill a process that was started as the head of a session, and whoever else is in its session's group.

    The process itself may have ended already: what it started goes on without it. Once somebody waited for it, call
    this at once or not at all, since the group's number is given away again when nobody is left in it.
    """
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def end_with_our_starter(pipe: int) -> None:
    """Kill this process and its group as soon as nobody holds the other end of ``pipe`` any more.

    Whoever started us holds it, and does not let go of it before it ends, however it is ended. Only in a process that
    was started as the head of a session; where pipes cannot be watched without reading them, nothing is done.
    """
    if hasattr(select, "poll") and os.getpgrp() == os.getpid():
        threading.Thread(target=_watch, args=(pipe,), daemon=True).start()


def _watch(pipe: int) -> None:
    watched = select.poll()
    watched.register(pipe, 0)  # no event but the end
    if any(event & select.POLLHUP for _, event in watched.poll()):
        os.killpg(0, signal.SIGKILL)
