"""A window of a log -> rows of the regressor and of torque, both through the same filter, as one triangle a joint.

The regressor is linear in nothing but the parameters; τ = Y π holds at every moment, hence also for filtered columns
and a filtered torque. Rows are thinned out to twice the filter's cut-off: between them nothing new is said. Columns
that never enter a joint's torque (those of links below it) are neither filtered nor factored.

Friction of a joint at rest is anything up to Coulomb's, and of one that hardly moves the sign is noise. The filter
carries such moments into the rows around them: how much of a row is rest is what the filter makes of zeros and ones.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symdyn.identification.fit.factor import Factor, merged, no_rows, spread_out, triangle, triangle_of_many
from symdyn.identification.fit.model import Model
from symdyn.identification.fit.windows import Window
from symdyn.identification.logs.log import Array, Mask
from symdyn.identification.logs.signals import LowPass
from symdyn.identification.logs.survey import Survey

BLOCK = 512  # samples whose whole regressor is in memory at a time
STANDSTILL = 0.003  # of a joint's largest speed: slower is at rest
NOISE = 3.0  # times the noise of a speed: below, its sign is no better
_THREAD = threading.local()
MOST_REST = 1 / 12  # of a row


@dataclass(frozen=True, slots=True, eq=False)
class Recipe:
    """How rows are made: the columns, the cut-off in Hz (None: chosen), rows a second (None: twice that).

    Joints are at rest below `standstill` of their largest speed; with 0, every row counts. Torques come `delay` seconds
    later than positions.
    """

    model: Model
    cutoff: float | None = None
    rate: float | None = None
    standstill: float = STANDSTILL
    delay: float = 0.0

    def step(self, keep_low: LowPass) -> int:
        """Every which sample is a row."""
        return keep_low.step if self.rate is None else max(1, round(keep_low.rate / self.rate))


@dataclass(frozen=True, slots=True, eq=False)
class Triangles:
    """The triangles of every joint's rows: those of the fit, and `late`, with what a delay of the torques adds.

    The latter have the rates of torques as one more column, of rows that are thinned out to twice the cut-off.
    """

    factors: tuple[Factor, ...]
    late: tuple[Factor, ...]

    def merged(self, other: Triangles) -> Triangles:
        """Return the triangles of the rows of both."""
        return Triangles(tuple(merged(self.factors, other.factors)), tuple(merged(self.late, other.late)))

    def of(self, columns: Sequence[int], late: Sequence[int]) -> Triangles:
        """Return the triangles of some of the columns."""
        return Triangles(tuple(one.of(columns) for one in self.factors), tuple(one.of(late) for one in self.late))


def no_triangles(model: Model) -> Triangles:
    """Return the triangles of no rows."""
    n, k = model.pattern.shape
    return Triangles((no_rows(k),) * n, (no_rows(k + 1),) * n)


def window_triangles(window: Window, recipe: Recipe, seen: Survey) -> Triangles:
    """Return the triangles of a window's rows."""
    found, late = [], []
    nothing = no_triangles(recipe.model)
    for j, (used, chosen, rows) in enumerate(window_rows(window, recipe, seen)):
        if not len(chosen):
            found.append(nothing.factors[j])
            late.append(nothing.late[j])
            continue
        few = chosen[:: max(1, window.keep_low.step // recipe.step(window.keep_low))]
        own, torque = rows[:-1, few], rows[-1, few]
        rate = np.gradient(rows[-1])[few] * window.keep_low.rate
        with_rate = triangle(np.vstack([own, rate, torque]).T)
        late.append(Factor(spread_out(with_rate, np.append(used, True)), len(few)))
        plain = triangle(np.delete(with_rate, -2, axis=1))
        plain = plain if len(few) == len(chosen) else triangle_of_many(rows[:, _in_a_row(chosen)], plain)
        found.append(Factor(spread_out(plain, used), len(chosen)))
    return Triangles(tuple(found), tuple(late))


def _in_a_row(places: NDArray[np.intp]) -> slice | NDArray[np.intp]:
    """Return places as a slice, which copies nothing, where they follow each other."""
    first, last = int(places[0]), int(places[-1])
    return slice(first, last + 1) if last - first + 1 == len(places) else places


def window_rows(window: Window, recipe: Recipe, seen: Survey) -> Iterator[tuple[Mask, NDArray[np.intp], Array]]:
    """Yield, joint by joint, which columns enter its torque, the places of its rows, and all samples of each column.

    The torque is the last of them; all are filtered, but where no sample is a row.
    """
    model, motion = recipe.model, window.motion
    assert motion.tau is not None
    kept = kept_rows(window, recipe)
    counts = rows_that_count(window, recipe, seen)[kept]
    columns = _columns(window, model)
    for j, used in enumerate(model.pattern):
        width = int(used.sum()) + 1
        own, columns = columns[:width], columns[width:]
        chosen = kept[counts[:, j]]
        yield used, chosen, window.keep_low.in_place(own) if len(chosen) else own


def rows_that_count(window: Window, recipe: Recipe, seen: Survey) -> Mask:
    """Return which torques (N, n), as they come out of the filter, are hardly those of joints at rest."""
    qd = window.motion.qd
    assert qd is not None
    if not recipe.standstill:
        return np.ones(qd.shape, dtype=bool)
    slow = np.maximum(recipe.standstill * seen.top_speed, NOISE * seen.speed_noise)
    return np.asarray(window.keep_low(recipe.model.at_rest(qd, slow).astype(float)) < MOST_REST)


def _columns(window: Window, model: Model) -> Array:
    """Return the columns that are not always zero, joint after joint, its torque behind them, each along a row."""
    tau = window.motion.tau
    assert tau is not None
    ends = np.cumsum(model.pattern.sum(axis=1) + 1)
    columns = _room(int(ends[-1]), len(tau))
    columns[ends - 1] = tau.T
    used = [np.flatnonzero(row) for row in model.pattern]
    for part, Y in blocks(window, model):
        for j, (end, own) in enumerate(zip(ends, used, strict=True)):
            columns[end - 1 - len(own) : end - 1, part] = Y[:, j].T[own]
    return columns


def _room(rows: int, count: int) -> Array:
    """Return room for numbers that this thread used before: new room takes as long to get as the columns to compute."""
    size = rows * count
    if getattr(_THREAD, "room", np.empty(0)).size < size:
        _THREAD.room = np.empty(size)
    return np.asarray(_THREAD.room[:size].reshape(rows, count))


def blocks(window: Window, model: Model) -> Iterator[tuple[slice, Array]]:
    """Yield the regressor of a window, some samples at a time."""
    motion = window.motion
    assert motion.qd is not None and motion.qdd is not None
    for start in range(0, len(motion.time), BLOCK):
        part = slice(start, min(start + BLOCK, len(motion.time)))
        yield part, model.regressor_of(motion.q[part], motion.qd[part], motion.qdd[part])


def kept_rows(window: Window, recipe: Recipe) -> NDArray[np.intp]:
    """Return the places of the samples that are rows."""
    step = recipe.step(window.keep_low)
    first = window.begin + (-window.index) % step
    return np.arange(first, window.end, step)
