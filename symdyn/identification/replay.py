"""A log played to a law that only watches, row by row, as firmware would have shown it."""

from __future__ import annotations

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.logs.log import Array, Log
from symdyn.identification.logs.signals import filtered, low_pass
from symdyn.identification.logs.stretches import stretches
from symdyn.runtime.watchers import Watcher

LONG = 1e6  # s: before the first row anything may have been


def replay(watcher: Watcher, log: Log) -> Array:
    """Show a log to a watcher; return its estimates after every row, (N, u).

    A log without velocities is filtered first, as `identify` does. Where a log pauses, nothing is learnt.
    """
    if log.tau is None:
        raise InputError("there are no torques", file=log.name)
    found: list[Array] = []
    before = -np.inf
    for rows in stretches(log):
        motion = rows if rows.qd is not None else filtered(rows, low_pass(rows, None), (0, 0))
        assert motion.qd is not None and motion.tau is not None
        mean = np.concatenate([motion.tau[:1], (motion.tau[1:] + motion.tau[:-1]) / 2])  # over the time since a row
        for time, q, qd, tau in zip(motion.time, motion.q, motion.qd, mean, strict=True):
            watcher.step(min(float(time) - before, LONG), q, qd, tau)
            found.append(watcher.theta)
            before = float(time)
    return np.array(found)
