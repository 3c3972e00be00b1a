"""One changing line about long work, on a terminal; nothing in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from shutil import get_terminal_size
from threading import Event, Lock, Thread

CLEAR = "\r\x1b[K"
TICK_SECONDS = 1.0


@contextmanager
def progress(what: str) -> Iterator[Callable[[str], None]]:
    """Give a function that shows the step; the line is gone afterwards.

    A step that takes longer than a second shows how long it has taken: the work may have no smaller steps to tell.
    """
    if not sys.stderr.isatty():
        yield lambda step: None
        return
    line = _Line(what)
    clock = Thread(target=line.tick, daemon=True)
    clock.start()
    try:
        yield line.show
    finally:
        line.finished.set()
        clock.join()
        _write(CLEAR)


@dataclass
class _Line:
    what: str
    step: str = ""
    since: float = 0.0
    finished: Event = field(default_factory=Event)
    lock: Lock = field(default_factory=Lock)

    def show(self, step: str) -> None:
        with self.lock:
            self.step, self.since = step, time.monotonic()
            self._draw("")

    def tick(self) -> None:
        while not self.finished.wait(TICK_SECONDS):
            with self.lock:
                seconds = time.monotonic() - self.since
                if self.step and seconds >= TICK_SECONDS:
                    self._draw(f" {seconds:.0f} s")

    def _draw(self, lasting: str) -> None:
        text = f"{self.what}: {self.step} …"
        room = get_terminal_size().columns - 1 - len(lasting)  # a line that wraps could not be taken back
        _write(f"{CLEAR}{text if len(text) <= room else text[: room - 1] + '…'}{lasting}")


def _write(text: str) -> None:
    with suppress(OSError, ValueError):  # a terminal that went away ends no work
        sys.stderr.write(text)
        sys.stderr.flush()
