"""Windows of a log: rows whose regressor is in memory at a time, with enough around them for the filter to settle.

Filtered rows of a window are those of the whole log, but for what the filter remembers beyond its margin (1e-8).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symdyn.identification.logs.log import Log, joined
from symdyn.identification.logs.on_time import on_time
from symdyn.identification.logs.signals import LowPass, filtered
from symdyn.identification.logs.stretches import pieces
from symdyn.identification.logs.survey import FEW, Recording, Survey

CORE = 1 << 15  # rows of a window that count


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A motion at even time steps, filtered; the rows from `begin` to `end` count, those around are for filters.

    `index` is the number of the first of these in its stretch, so that thinning out does not depend on windows.
    """

    motion: Log
    keep_low: LowPass
    begin: int
    end: int
    index: int


def windows(recording: Recording, seen: Survey, core: int = CORE) -> Iterator[Window]:
    """Yield a log in windows, stretch by stretch."""
    waiting: list[Log] = []
    rows_before = 0  # of the stretch, in windows that were handed out
    first = True
    for piece in on_time(pieces(recording.chunks()), seen.delay):
        rows = joined([*waiting, piece.log])
        keep_low = LowPass(seen.keep_low.cutoff, rows.rate) if len(rows.time) > 1 else seen.keep_low
        margin = 2 * keep_low.memory
        core = max(core, margin)
        start = 0 if first else margin
        while len(rows.time) > start + core + 2 * margin:
            yield _window(rows.rows(slice(0, start + core + margin)), keep_low, (first, False), rows_before)
            rows_before += start + core - (2 * keep_low.edge if first else margin)
            rows = rows.rows(slice(start + core - margin, None))
            first, start = False, margin
        if not piece.ends:
            waiting = [rows]
            continue
        if _enough(rows, keep_low, first):
            yield _window(rows, keep_low, (first, True), rows_before)
        waiting, rows_before, first = [], 0, True


def _enough(rows: Log, keep_low: LowPass, first: bool) -> bool:
    if first and len(rows.time) < 4 * rows.q.shape[1] + FEW:
        return False
    return 4 * keep_low.edge + 2 < len(rows.time)


def _window(rows: Log, keep_low: LowPass, ends: tuple[bool, bool], index: int) -> Window:
    """Filter the rows; at the ends of a stretch what is not to be trusted goes, elsewhere half of the margin."""
    cut_before, cut_after = (keep_low.edge if end else keep_low.memory for end in ends)
    motion = filtered(rows, keep_low, (cut_before, cut_after))
    begin, after = (keep_low.edge if end else keep_low.memory for end in ends)  # columns pass the filter next
    return Window(motion, keep_low, begin, len(motion.time) - after, index)
