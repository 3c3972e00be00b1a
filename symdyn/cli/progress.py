"""One changing line about long work, on a terminal; nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

CLEAR = "\r\x1b[K"


@contextmanager
def progress(what: str) -> Iterator[Callable[[str], None]]:
    """Give a function that shows the step; the line is gone afterwards."""
    if not sys.stderr.isatty():
        yield lambda step: None
        return

    def show(step: str) -> None:
        sys.stderr.write(f"{CLEAR}{what}: {step} …")
        sys.stderr.flush()

    try:
        yield show
    finally:
        sys.stderr.write(CLEAR)
        sys.stderr.flush()
