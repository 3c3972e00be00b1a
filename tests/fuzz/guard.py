"""Run one piece of work and say what came of it: accepted, refused, or a failure that nobody should meet."""

import difflib  # noqa: F401 - at its first use by a message it would be seen as executed code
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from symdyn.errors import MAX_MESSAGE, InputError

SECONDS = 5.0  # the longest that reading anything may take
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
FORBIDDEN = (
    *("exec", "compile", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "subprocess.Popen"),
    *("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod"),
    *("socket.connect", "socket.bind", "urllib.Request", "pickle.find_class", "ctypes.dlopen"),
)


class _Watch:
    """What the interpreter was seen doing while it was watched; hooks of it cannot be removed, so there is one."""

    def __init__(self) -> None:
        self.armed, self.installed = False, False
        self.seen: list[str] = []

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.armed:
            return
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING
        if event in FORBIDDEN or writes:
            self.seen.append(f"{event} {str(arguments)[:100]}")

    @contextmanager
    def watching(self) -> Iterator[None]:
        if not self.installed:
            sys.addaudithook(self)
            self.installed = True
        self.seen, self.armed = [], True
        try:
            yield
        finally:
            self.armed = False


_WATCH = _Watch()


class TooSlowError(BaseException):
    """Not an Exception, so that no handler of symdyn's meets it."""


@dataclass(frozen=True)
class Outcome:
    """What came of one case; `failure` is empty where all is well."""

    accepted: bool
    seconds: float
    failure: str = ""
    result: Any = None
    message: str = ""


def attempt(work: Callable[[], Any], place: str = "", *, seconds: float = SECONDS, watched: bool = True) -> Outcome:
    """Do a piece of work. A refusal must begin with ``place``; where it is empty, with anything."""
    started = time.perf_counter()
    result, error = None, None
    with _alarm(seconds):
        try:
            if watched:
                with _WATCH.watching():
                    result = work()
            else:
                result = work()
        except (Exception, TooSlowError) as raised:
            error = raised
    took = time.perf_counter() - started
    failure = _failure(error, place)
    if watched and _WATCH.seen and not failure:
        failure = f"did what it should not: {_WATCH.seen[0]}"
    if took > seconds and not failure:
        failure = f"took {took:.1f} s"
    return Outcome(error is None, took, failure, result, "" if error is None else str(error))


def _failure(error: BaseException | None, place: str) -> str:
    if error is None:
        return ""
    if isinstance(error, TooSlowError):
        return "takes too long"
    if not isinstance(error, InputError):
        return f"{type(error).__name__}: {str(error)[:200]}"
    lines = str(error).splitlines()
    if not lines or not lines[0].strip():
        return "the message is empty"
    if len(lines[0]) > MAX_MESSAGE:
        return f"the message has {len(lines[0])} characters: {lines[0][:100]}"
    return "" if lines[0].startswith(place) else f"the message does not name {place}: {lines[0][:150]}"


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Interrupt what takes too long, where the system can; elsewhere it is seen afterwards."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
