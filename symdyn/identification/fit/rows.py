"""A log -> rows of the regressor and of torque, both through the same filter, so that what is filtered still holds.

The regressor is linear in nothing but the parameters; τ = Y π holds at every moment, hence also for filtered columns
and a filtered torque. Rows are thinned out to twice the filter's cut-off: between them nothing new is said, and
least squares that took them as independent would be far too sure of themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.logs.log import Array, Log, Mask
from symdyn.identification.logs.signals import LowPass, filtered, low_pass, stretches

Regressor = Callable[[Array, Array, Array], Array]
BLOCK = 8192  # samples whose regressor is in memory at a time
STANDSTILL = 0.02  # of a joint's largest speed: slower, and the sign of its velocity is noise


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Rows of all joints at some times: Y (N, n, k), tau (N, n), and which of them count (N, n)."""

    time: Array
    qd: Array
    Y: Array
    tau: Array
    counts: Mask


@dataclass(frozen=True, slots=True, eq=False)
class Recipe:
    """How rows are made: the cut-off in Hz (None: chosen), rows a second (None: twice that), which joints stick."""

    regressor: Regressor
    sticks: Mask  # (n,) whether a joint's Coulomb friction is estimated
    cutoff: float | None = None
    rate: float | None = None


def rows_of(log: Log, recipe: Recipe) -> Iterator[tuple[Rows, LowPass]]:
    """Yield the rows of a log, piece by piece, with the filter that they went through."""
    if log.tau is None:
        raise InputError("there are no torques; name the columns tau1, tau2, ...", file=log.name)
    used = False
    for piece in stretches(log):
        if len(piece.time) < 4 * len(piece.q[0]) + 64:
            continue
        keep_low = low_pass(piece, recipe.cutoff)
        if 2 * keep_low.edge + 2 >= len(piece.time):
            continue
        used = True
        for block in _blocks(filtered(piece, keep_low), keep_low, recipe):
            yield block, keep_low
    if not used:
        raise InputError("is too short for its filter; record a longer motion, or filter less", file=log.name)


def _blocks(motion: Log, keep_low: LowPass, recipe: Recipe) -> Iterator[Rows]:
    assert motion.qd is not None and motion.qdd is not None and motion.tau is not None
    step = keep_low.step if recipe.rate is None else max(1, round(keep_low.rate / recipe.rate))
    size = max(step, BLOCK // step * step)
    slow = STANDSTILL * np.abs(motion.qd).max(axis=0)
    if not slow.any():
        raise InputError("no joint moves", file=motion.name)
    for start in range(0, len(motion.time), size):
        low, high = max(0, start - keep_low.edge), min(len(motion.time), start + size + keep_low.edge)
        if high - low <= 2:
            continue
        Y = recipe.regressor(motion.q[low:high], motion.qd[low:high], motion.qdd[low:high])
        columns = keep_low(np.concatenate([Y.reshape(high - low, -1), motion.tau[low:high]], axis=1))
        kept = np.arange(start, min(start + size, len(motion.time)), step)
        _, n, k = Y.shape
        speed = motion.qd[kept]
        yield Rows(
            time=motion.time[kept],
            qd=speed,
            Y=columns[kept - low, : n * k].reshape(-1, n, k),
            tau=columns[kept - low, n * k :],
            counts=~recipe.sticks | (slow == 0) | (np.abs(speed) > slow),
        )
