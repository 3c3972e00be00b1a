"""Torques or wrenches that come later than positions, brought back to when they acted.

They are moved by whole rows and a part of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.logs.log import Array, Log, joined
from symdyn.identification.logs.stretches import Piece, pieces

AROUND = (-1, 0, 1, 2)  # rows that a value between two is found from


def log_on_time(log: Log, delay: float) -> Log:
    """Return a log, stretch by stretch, with its torques and wrench of ``delay`` seconds later."""
    if not delay:
        return log
    on = [piece.log for piece in on_time(pieces([log]), delay) if len(piece.log.time)]
    if not on:
        raise InputError(f"is shorter than a delay of {delay:g} s", file=log.name)
    return replace(joined(on), notes=log.notes)


def on_time(stream: Iterable[Piece], delay: float) -> Iterator[Piece]:
    """Yield the pieces of stretches with what came ``delay`` seconds later; ends that have nothing are left out."""
    if not delay:
        yield from stream
        return
    waiting: list[Log] = []  # rows that come next, and those before them whose torques these need
    begin = 0  # which of them comes next
    for piece in stream:
        rows = joined([*waiting, piece.log])
        shift = delay * rows.rate if len(rows.time) > 1 else 0.0
        whole = int(np.floor(shift))
        first, last = max(begin, -AROUND[0] - whole), min(len(rows.time), len(rows.time) - AROUND[-1] - whole)
        out = rows.rows(slice(first, max(first, last)))
        if len(out.time):
            late = (first + whole, len(out.time), shift - whole)
            yield Piece(replace(out, tau=_between(rows.tau, *late), wrench=_between(rows.wrench, *late)), piece.ends)
            begin = last
        elif piece.ends:
            yield Piece(out, True)
        cut = max(0, min(begin, begin + whole + AROUND[0]))
        waiting, begin = ([], 0) if piece.ends else ([rows.rows(slice(cut, None))], begin - cut)


def _between(x: Array | None, start: int, count: int, part: float) -> Array | None:
    """Return ``count`` values of the cubic through four rows, ``part`` of a row behind those from ``start`` on."""
    if x is None:
        return None
    weights = [np.prod([(part - other) / (one - other) for other in AROUND if other != one]) for one in AROUND]
    return np.asarray(sum(w * x[start + one : start + one + count] for w, one in zip(weights, AROUND, strict=True)))
