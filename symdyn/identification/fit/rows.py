"""A window of a log -> rows of the regressor and of torque, both through the same filter, as one triangle a joint.

The regressor is linear in nothing but the parameters; τ = Y π holds at every moment, hence also for filtered columns
and a filtered torque. Rows are thinned out to twice the filter's cut-off: between them nothing new is said. Columns
that never enter a joint's torque (those of links below it) are neither filtered nor factored.

Friction of a joint at rest is anything up to Coulomb's, and of one that hardly moves the sign is noise. The filter
carries such moments into the rows around them: how much of a row is rest is what the filter makes of zeros and ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symdyn.identification.fit.factor import Factor, factor_of, no_rows
from symdyn.identification.fit.model import Model
from symdyn.identification.fit.windows import Window
from symdyn.identification.logs.log import Array, Mask
from symdyn.identification.logs.signals import LowPass
from symdyn.identification.logs.survey import Survey

BLOCK = 2048  # samples whose whole regressor is in memory at a time
STANDSTILL = 0.003  # of a joint's largest speed: slower is at rest
NOISE = 3.0  # times the noise of a speed: below, its sign is no better
MOST_REST = 0.125  # of a row


@dataclass(frozen=True, slots=True, eq=False)
class Recipe:
    """How rows are made: the columns, the cut-off in Hz (None: chosen), rows a second (None: twice that).

    Joints are at rest below `standstill` of their largest speed; with 0, every row counts.
    """

    model: Model
    cutoff: float | None = None
    rate: float | None = None
    standstill: float = STANDSTILL

    def step(self, keep_low: LowPass) -> int:
        """Every which sample is a row."""
        return keep_low.step if self.rate is None else max(1, round(keep_low.rate / self.rate))


def window_factors(window: Window, recipe: Recipe, seen: Survey) -> list[Factor]:
    """Return the triangle of every joint's rows in a window."""
    nothing = no_rows(len(recipe.model.names))
    return [
        factor_of(rows[:-1].T, rows[-1], used) if len(chosen) else nothing
        for used, chosen, rows in window_rows(window, recipe, seen)
    ]


def window_rows(window: Window, recipe: Recipe, seen: Survey) -> Iterator[tuple[Mask, NDArray[np.intp], Array]]:
    """Yield, joint by joint, which columns enter its torque, the places of its samples, and these along each column.

    The torque is the last of them.
    """
    model, motion = recipe.model, window.motion
    assert motion.tau is not None
    kept = kept_rows(window, recipe)
    counts = _part_at_rest(window, recipe, seen)[kept] < MOST_REST
    columns = _columns(window, model)
    for j, used in enumerate(model.pattern):
        width = int(used.sum())
        own, columns = columns[:width], columns[width:]
        chosen = kept[counts[:, j]]
        both = np.concatenate([own, motion.tau[None, :, j]])
        yield used, chosen, window.keep_low.along_rows(both)[:, chosen] if len(chosen) else both[:, :0]


def _part_at_rest(window: Window, recipe: Recipe, seen: Survey) -> Array:
    """Return how much of every torque (N, n), as it comes out of the filter, is that of joints at rest."""
    qd = window.motion.qd
    assert qd is not None
    if not recipe.standstill:
        return np.zeros(qd.shape)
    slow = np.maximum(recipe.standstill * seen.top_speed, NOISE * seen.speed_noise)
    return window.keep_low(recipe.model.at_rest(qd, slow).astype(float))


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
