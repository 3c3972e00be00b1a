"""Leave out the rows of a log that cannot be used, and say how many there were."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from symdyn.identification.logs.log import Array, Log, Mask

SPIKE = 50.0  # times the usual second difference: what no motion does and a lost bit does


def cleaned(log: Log) -> Log:
    """Return the log without rows that hold no number, go back in time, or stand alone far from their neighbours."""
    notes = list(log.notes)

    def keep(log: Log, good: Mask, why: str) -> Log:
        bad = int(np.count_nonzero(~good))
        if bad:
            notes.append(f"{log.name}: {bad} of {len(good)} rows left out: {why}")
        return log.rows(good) if bad else log

    log = keep(log, _finite(log), "an entry is not a finite number")
    log = keep(log, _forward(log.time), "time stands still or goes back")
    log = keep(log, _without_spikes(log.q), "a position jumps away and back")
    return replace(log, notes=tuple(notes))


def _finite(log: Log) -> Mask:
    good = np.isfinite(log.time)
    for part in (log.q, log.qd, log.qdd, log.tau, log.wrench):
        if part is not None:
            good &= np.isfinite(part).all(axis=1)
    return good


def _forward(time: Array) -> Mask:
    """Rows whose time is later than that of every row before."""
    if not len(time):
        return np.zeros(0, dtype=bool)
    latest = np.concatenate([[-np.inf], np.maximum.accumulate(time)[:-1]])
    return np.asarray(time > latest)


def _without_spikes(q: Array) -> Mask:
    good = np.ones(len(q), dtype=bool)
    if len(q) < 5:
        return good
    away = np.abs(q[1:-1] - (q[:-2] + q[2:]) / 2)
    between = np.abs(q[2:] - q[:-2])
    usual = np.quantile(away, 0.99, axis=0)
    spikes = (away > SPIKE * usual) & (away > 10 * between) & (away > 1e-6)
    good[1:-1] = ~spikes.any(axis=1)
    return good
