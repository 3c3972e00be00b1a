"""A window of a log -> rows of the regressor and of torque, both through the same filter, as one triangle a joint.

The regressor is linear in nothing but the parameters; τ = Y π holds at every moment, hence also for filtered columns
and a filtered torque. Rows are thinned out to twice the filter's cut-off: between them nothing new is said. Columns
that never enter a joint's torque (those of links below it) are neither filtered nor factored.

Friction of a joint at rest is anything up to Coulomb's, and of one that hardly moves the sign is noise. The filter
carries such moments into the rows around them: how much of a row is rest is what the filter makes of zeros and ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symdyn.identification.fit.factor import Factor, factor_of, merged, no_rows
from symdyn.identification.fit.model import Model
from symdyn.identification.fit.windows import Window
from symdyn.identification.logs.log import Array, Mask
from symdyn.identification.logs.signals import LowPass
from symdyn.identification.logs.survey import Survey

BLOCK = 2048  # samples whose whole regressor is in memory at a time
STANDSTILL = 0.003  # of a joint's largest speed: slower is at rest
NOISE = 3.0  # times the noise of a speed: below, its sign is no better
MOST_REST = 1 / 20  # of a row


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
        found.append(factor_of(rows[:-1, chosen].T, rows[-1, chosen], used))
        few = chosen[:: max(1, window.keep_low.step // recipe.step(window.keep_low))]
        rate = np.gradient(rows[-1])[few] * window.keep_low.rate
        late.append(factor_of(np.vstack([rows[:-1, few], rate]).T, rows[-1, few], np.append(used, True)))
    return Triangles(tuple(found), tuple(late))


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
        width = int(used.sum())
        own, columns = columns[:width], columns[width:]
        chosen = kept[counts[:, j]]
        both = np.concatenate([own, motion.tau[None, :, j]])
        yield used, chosen, window.keep_low.along_rows(both) if len(chosen) else both


def rows_that_count(window: Window, recipe: Recipe, seen: Survey) -> Mask:
    """Return which torques (N, n), as they come out of the filter, are hardly those of joints at rest."""
    qd = window.motion.qd
    assert qd is not None
    if not recipe.standstill:
        return np.ones(qd.shape, dtype=bool)
    slow = np.maximum(recipe.standstill * seen.top_speed, NOISE * seen.speed_noise)
    return np.asarray(window.keep_low(recipe.model.at_rest(qd, slow).astype(float)) < MOST_REST)


def _columns(window: Window, model: Model) -> Array:
    """Return the columns that are not always zero, joint after joint, each along a row."""
    columns = np.empty((int(model.pattern.sum()), len(window.motion.time)))
    for part, Y in blocks(window, model):
        columns[:, part] = Y.reshape(len(Y), -1)[:, model.pattern.ravel()].T
    return columns


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
