"""The garbage collector, paused while there is nothing for it to collect."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MANY = 50_000  # things: looking through fewer costs less than asking whether somebody froze what was there before


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the garbage collector: generation makes a million small things, and no cycles that it could collect."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if gc.get_count()[0] > MANY and not gc.get_freeze_count():
                gc.freeze()  # what was made goes to the oldest generation,
                gc.unfreeze()  # where it is not looked at as soon as the collector goes on
            gc.enable()
