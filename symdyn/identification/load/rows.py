"""A log -> rows of the load's regressor A and of the wrench w = A φ, moving or at rest.

Where velocities and accelerations were recorded, rows are taken as they are: the wrench's noise averages out. Where
they come from positions, both sides of w = A φ pass the filter that made them, and are thinned out to twice its
cut-off, as for links.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.logs.doubts import SLOWEST
from symdyn.identification.logs.log import Array, Log, Mask
from symdyn.identification.logs.signals import filtered, low_pass
from symdyn.identification.logs.stretches import stretches

Regressor = Callable[[Array, Array, Array], Array]
AT_REST = 4  # m mx my mz: what gravity shows
CHANNELS = ("fx", "fy", "fz", "nx", "ny", "nz")
STANDING = 0.02  # rad/s or m/s: slower is a pose, in a log of poses
AROUND = 0.05  # s before and after a row, over which its speed is found
FORWARD = 0.9  # of the steps in time, in a recording
ALONG = 0.2  # of the range: rows that are nearer than this to the next, nearly all, are on one path
FEWEST = 50  # rows that may be a path
RESTING = 0.02  # of the largest step from row to row, where times tell no speed
AS_SLOW = 0.1  # of the rows of a way, before and after it: there a joint sets out or comes to rest more slowly yet
SOME = 0.1  # of the rows rest, and as many move, in a recording from pose to pose


@dataclass(frozen=True, slots=True, eq=False)
class WrenchRows:
    """A (N, 6, k) and w (N, 6), in the order of `time` in s; `cutoff` in Hz where a filter was used.

    `unit` is what a wrench of one unit is in w, row by row: the seconds of an integral, or one. `rate` (N, 6) is that
    of w where it was measured, not to be had from one row to the next.
    """

    A: Array
    w: Array
    cutoff: float | None
    unit: Array
    time: Array
    ordered: bool = True  # whether rows follow each other in time, closely
    notes: tuple[str, ...] = ()
    rate: Array | None = None

    @property
    def count(self) -> int:
        """How many samples or windows there are."""
        return len(self.w)


def wrench_of(log: Log) -> Array:
    """Return the wrench of a log, or say what is missing."""
    if log.wrench is None:
        raise InputError(f"there is no wrench; name the columns {', '.join(CHANNELS)}", file=log.name)
    for channel, values in zip(CHANNELS, log.wrench.T, strict=True):
        if len(values) > 2 and not np.ptp(values):
            raise InputError(f"{channel} never changes; was it recorded?", file=log.name)
    return log.wrench


def moving_rows(log: Log, regressor: Regressor, cutoff: float | None) -> WrenchRows:
    """Return the rows of a motion."""
    wrench = wrench_of(log)
    if not np.ptp(log.q, axis=0).any():
        raise InputError("no joint moves; for a robot at rest, ask for the static estimate", file=log.name)
    if log.qd is not None and log.qdd is not None and cutoff is None:
        return WrenchRows(regressor(log.q, log.qd, log.qdd), wrench, None, np.ones(len(wrench)), log.time)
    A, w, time, used = [], [], [], 0.0
    for piece in stretches(log):
        keep_low = low_pass(piece, cutoff)
        if 2 * keep_low.edge + 2 >= len(piece.time):
            continue
        motion = filtered(piece, keep_low)
        assert motion.qd is not None and motion.qdd is not None and motion.wrench is not None
        columns = regressor(motion.q, motion.qd, motion.qdd).reshape(len(motion.time), -1)
        both = keep_low(np.column_stack([columns, motion.wrench]))[:: keep_low.step]
        A.append(both[:, :-6].reshape(len(both), 6, -1))
        w.append(both[:, -6:])
        time.append(motion.time[:: keep_low.step])
        used = keep_low.cutoff
    if not A:
        raise InputError("is too short for its filter; record a longer motion, or filter less", file=log.name)
    wrenches = np.concatenate(w)
    return WrenchRows(np.concatenate(A), wrenches, used, np.ones(len(wrenches)), np.concatenate(time))


def standing_rows(log: Log, regressor: Regressor) -> WrenchRows:
    """Return the rows of poses, gravity alone: f = -m g, n = -m c x g."""
    wrench = wrench_of(log)
    still = np.zeros_like(log.q)
    kept, ordered, why = _standing(log)
    if not kept.any():
        step = float(np.median(np.diff(log.time)))
        what = f"the robot never stands still in rows {step:.3g} s apart; leave --static out"
        raise InputError(f"{what}, or, where rows are poses, the column of time", file=log.name)
    moving = int(np.count_nonzero(~kept))
    notes = (f"{log.name}: {moving} of {len(kept)} rows left out, in which the robot moves{why}",) if moving else ()
    A = regressor(log.q, still, still)[:, :, :AT_REST]  # [Atkeson86 (21)]
    return WrenchRows(A[kept], wrench[kept], None, np.ones(int(kept.sum())), log.time[kept], ordered, notes)


def _standing(log: Log) -> tuple[Mask, bool, str]:
    """Return which rows are poses, whether they follow each other in time, and how that is known, where it is said.

    Positions say it better than velocities, which may be noisy, in other units, or filled in with zeros.
    """
    if _is_recording(log.time):
        return _speeds(log).max(axis=1) < STANDING, True, ""
    slow = np.ones(len(log.q), dtype=bool) if log.qd is None else np.abs(log.qd).max(axis=1) < STANDING
    steps = np.abs(np.diff(log.q, axis=0)).max(axis=1, initial=0.0)
    if len(steps) < FEWEST or float(np.quantile(steps, 0.99)) > ALONG * float(np.ptp(log.q, axis=0).max()):
        return slow, False, ""
    moves = steps > RESTING * steps.max()
    near = 1 + int(AS_SLOW * moves.sum() / max(1, np.count_nonzero(np.diff(moves.astype(int)) > 0)))
    rests = np.convolve(np.concatenate([moves, [False]]), np.ones(2 * near), mode="full")[near - 1 : -near] == 0
    if SOME < rests.mean() < 1 - SOME:
        return slow & rests, True, " from row to row; are its times in another unit?"
    return slow, True, ""


def _is_recording(time: Array) -> bool:
    """Whether rows follow each other as those of a motion do; poses are far apart, or in no order."""
    steps = np.diff(time)
    return len(steps) > 2 and bool((steps > 0).mean() > FORWARD) and float(np.median(steps)) < SLOWEST


def _speeds(log: Log) -> Array:
    """Return the joints' speeds (N, n), from means of positions before and after: noise and counts hardly matter."""
    step = float(np.median(np.diff(log.time)))
    half = max(1, round(AROUND / step))
    wide = np.concatenate([np.repeat(log.q[:1], half, axis=0), log.q, np.repeat(log.q[-1:], half, axis=0)])
    sums = np.concatenate([np.zeros_like(log.q[:1]), np.cumsum(wide, axis=0)])
    means = (sums[half + 1 :] - sums[: -half - 1]) / (half + 1)
    return np.asarray(np.abs(means[half:] - means[:-half]) / (half * step))
