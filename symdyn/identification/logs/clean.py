"""Leave out the rows of a log that cannot be used, and say how many there were."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from symdyn.identification.logs.log import Array, Log, Mask

SPIKE = 50.0  # times the usual second difference: what no motion does and a lost bit does
NO_NUMBER = "an entry is not a finite number"
BACK = "time stands still or goes back"
ALONE = "a position jumps away and back"


@dataclass(slots=True)
class Cleaning:
    """Cleans a log that comes in pieces: remembers the latest time, and counts what it leaves out."""

    latest: float = -np.inf
    rows: int = 0
    left_out: dict[str, int] = field(default_factory=lambda: dict.fromkeys((NO_NUMBER, BACK, ALONE), 0))

    def __call__(self, log: Log) -> Log:
        """Return the log without rows that hold no number, go back in time, or stand alone far from others."""
        self.rows += len(log.time)
        log = self._keep(log, _finite(log), NO_NUMBER)
        log = self._keep(log, self._forward(log.time), BACK)
        return self._keep(log, _without_spikes(log.q), ALONE)

    def notes(self, name: str) -> tuple[str, ...]:
        """Say what was left out of the pieces so far."""
        counted = [(why, bad) for why, bad in self.left_out.items() if bad]
        return tuple(f"{name}: {bad} of {self.rows} rows left out: {why}" for why, bad in counted)

    def _keep(self, log: Log, good: Mask, why: str) -> Log:
        bad = int(np.count_nonzero(~good))
        self.left_out[why] += bad
        return log.rows(good) if bad else log

    def _forward(self, time: Array) -> Mask:
        """Rows whose time is later than that of every row before."""
        if not len(time):
            return np.zeros(0, dtype=bool)
        latest = np.concatenate([[self.latest], np.maximum(np.maximum.accumulate(time)[:-1], self.latest)])
        self.latest = max(self.latest, float(time.max()))
        return np.asarray(time > latest)


def _finite(log: Log) -> Mask:
    good = np.isfinite(log.time)
    for part in (log.q, log.qd, log.qdd, log.tau, log.wrench):
        if part is not None:
            good &= np.isfinite(part).all(axis=1)
    return good


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
