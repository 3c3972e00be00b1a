"""A log -> one triangle a joint: read twice in pieces, first to look at it, then for its rows, and never kept.

Windows are factored side by side, on as many threads as there are cores, and merged in their order, so that the
numbers do not depend on how many there were. Triangles of several logs, wherever they were made, merge alike.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from symdyn.errors import InputError
from symdyn.identification.fit.factor import Factor
from symdyn.identification.fit.one_thread import one_thread
from symdyn.identification.fit.rows import Recipe, Triangles, no_triangles, window_triangles
from symdyn.identification.fit.windows import Window, windows
from symdyn.identification.logs.survey import Recording, Survey, survey

T = TypeVar("T")
MOST_THREADS = 4  # each holds a window: 60 MB for seven joints


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """All that a fit asks of a log: the triangles of every joint's rows, and how they were made."""

    name: str
    triangles: Triangles
    seen: Survey

    @property
    def factors(self) -> tuple[Factor, ...]:
        """The triangle of every joint's rows."""
        return self.triangles.factors

    @property
    def rows(self) -> int:
        """How many rows there are, of all joints."""
        return sum(factor.rows for factor in self.factors)


def gather(recording: Recording, recipe: Recipe) -> Gathered:
    """Read a log, and return the triangles of its rows."""
    model = recipe.model
    found = no_triangles(model)
    used = False
    with one_thread():
        seen = survey(recording, model.robot, recipe.cutoff, recipe.delay)
        for part in side_by_side(lambda window: window_triangles(window, recipe, seen), windows(recording, seen)):
            found, used = found.merged(part), True
    if not used:
        raise InputError("is too short for its filter; record a longer motion, or filter less", file=recording.name)
    return Gathered(recording.name, found, seen)


def side_by_side(work: Callable[[Window], T], of: Iterable[Window]) -> Iterator[T]:
    """Do some work on every window, a few at a time, and yield what comes out in their order."""
    count = min(MOST_THREADS, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1)
    with ThreadPoolExecutor(count) as pool:
        running: deque[Future[T]] = deque()
        for window in of:
            running.append(pool.submit(work, window))
            if len(running) > count:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
