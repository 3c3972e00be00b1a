"""Stretches of a log without a pause, at even time steps; a stretch may come in pieces, as the log does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from symdyn.identification.logs.log import Log, joined
from symdyn.identification.logs.signals import ORDER

GAP = 5.0  # median time steps: where a log pauses for longer, it is cut in two
JITTER = 1e-3  # of a time step, and steps are taken as even
AROUND = 32  # rows of the neighbouring pieces that a spline takes in: it forgets its ends after half of these
SHORTEST = 2 * ORDER


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Rows of a stretch at even time steps, following those of the piece before; whether the stretch ends here."""

    log: Log
    ends: bool


def stretches(log: Log) -> Iterator[Log]:
    """Cut a log where it pauses, and bring every stretch to even time steps."""
    for piece in pieces([log]):
        yield piece.log


def pieces(chunks: Iterable[Log]) -> Iterator[Piece]:
    """Cut the pieces of a log where it pauses, and bring every stretch to even time steps.

    A piece is handed out when the next one has come, so that it is known whether its stretch goes on.
    """
    stretch, waiting = _Stretch(), list[Log]()
    for chunk in chunks:
        if not len(chunk.time):
            continue
        rows = joined([*waiting, chunk])
        parts = _without_pauses(rows, stretch.step)
        if len(parts) == 1 and waiting:
            yield from stretch.goes_on(waiting[0], chunk)
            waiting = [chunk]
            continue
        for part in parts[:-1]:
            yield from stretch.is_over(part)
            stretch = _Stretch()
        waiting = [parts[-1]]
    for rest in waiting:
        yield from stretch.is_over(rest)


def _without_pauses(rows: Log, step: float | None) -> list[Log]:
    steps = np.diff(rows.time)
    usual = step if step is not None else float(np.median(steps)) if len(steps) else 1.0
    breaks = np.flatnonzero((steps > GAP * usual) | (steps <= 0)) + 1  # logs that were never cleaned may go back
    return [rows.rows(part) for part in np.split(np.arange(len(rows.time)), breaks)] if len(breaks) else [rows]


class _Stretch:
    """Where the even times of a stretch have come to, and the last rows that were measured until then."""

    def __init__(self) -> None:
        self.step: float | None = None
        self.last = 0.0
        self.before: list[Log] = []

    def goes_on(self, rows: Log, after: Log) -> Iterator[Piece]:
        """Hand out rows that others follow."""
        if self.step is None and len(rows.time) <= SHORTEST:
            return
        yield Piece(self._even(rows, [after.rows(slice(0, AROUND))]), False)

    def is_over(self, rows: Log) -> Iterator[Piece]:
        """Hand out the last rows; too few that nothing came before are nothing."""
        if self.step is not None or len(rows.time) > SHORTEST:
            yield Piece(self._even(rows, []), True)

    def _even(self, rows: Log, after: list[Log]) -> Log:
        first = self.step is None
        step = float(np.median(np.diff(rows.time))) if self.step is None else self.step
        steps = np.diff(rows.time) if first else np.diff(rows.time, prepend=self.last)
        before, self.before = self.before, [rows.rows(slice(-AROUND, None))]
        self.step = step
        even = rows
        if np.abs(steps - step).max(initial=0.0) > JITTER * step:
            from scipy.interpolate import CubicSpline

            start = rows.time[0] if first else self.last + step
            time = np.arange(start, rows.time[-1] + 1e-6 * step, step)
            source = joined([*before, rows, *after])
            even = replace(source.mapped(lambda part: CubicSpline(source.time, part)(time)), time=time)
        self.last = float(even.time[-1]) if len(even.time) else self.last
        return even
