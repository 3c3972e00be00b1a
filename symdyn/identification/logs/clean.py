"""Leave out the rows of a log that cannot be used, and say how many there were; turn wrapped angles back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from symdyn.identification.logs.clock import Clock
from symdyn.identification.logs.log import Array, Log, Mask

SPIKE = 50.0  # times the usual second difference: what no motion does and a lost bit does
LEAP = 20.0  # times the step that 99 of 100 rows stay below
LONGEST = 20  # rows that a position stays away before it comes back, in a spike
ROUND = 2 * np.pi
WRAPPED = 0.1  # of a turn: how near to a whole turn a step is that an encoder makes where it wraps
NO_NUMBER = "an entry is not a finite number"
BACK = "time stands still or goes back"
ALONE = "a position jumps away and back"


@dataclass(slots=True)
class Turns:
    """Adds the whole turns back that encoders leave out where they wrap; small steps before and after tell it.

    Where rows are missing, a joint goes on meanwhile as before, and what remains of the step tells it. It remembers how
    many were lost so far, joint by joint, and the last positions that were finite.
    """

    lost: Array | None = None
    last: Array | None = None
    missing: int = 0  # rows since then
    wraps: int = 0

    def __call__(self, q: Array, usually: float = ROUND / 8) -> Array:
        """Return angles without wraps, where steps are usually below so much."""
        whole = bool(np.isfinite(q).all())
        good = np.ones(len(q), dtype=bool) if whole else np.isfinite(q).all(axis=1)
        if not good.any():
            self.missing += len(q)
            return q
        seen, places = q if whole else q[good], np.flatnonzero(good)
        before = seen[:1] if self.last is None else self.last
        steps = np.diff(np.concatenate([before, seen]), axis=0)
        rows = np.diff(places, prepend=places[0] - 1 if self.last is None else -1 - self.missing)
        self.missing = len(q) - 1 - int(places[-1])
        small = ROUND - max(WRAPPED * ROUND, usually)
        if rows.max() == 1 and self.lost is None and max(steps.max(), -steps.min()) < small:
            self.last = seen[-1:].copy()
            return q
        steps -= _meanwhile(steps, rows)
        count = np.round(steps / ROUND) if rows.max() > 1 else np.sign(steps)
        count[rows == 1] = np.sign(steps[rows == 1])
        turned = (np.abs(steps - ROUND * count) < np.maximum(WRAPPED * ROUND, usually)) & (count != 0)
        self.last = seen[-1:].copy()
        if not turned.any() and self.lost is None:
            return q
        usual = np.quantile(np.where(turned, 0.0, np.abs(steps)), 0.99, axis=0)
        lost = np.where(turned & (usual < usually), count, 0.0)
        turns = np.cumsum(-lost, axis=0) + (0.0 if self.lost is None else self.lost)
        self.wraps += int(np.count_nonzero(lost))
        self.lost = turns[-1]
        if not turns.any():
            return q
        found = q.copy()
        found[good] += ROUND * turns
        return found


def _meanwhile(steps: Array, rows: NDArray[np.intp]) -> Array:
    """How far joints go in rows that are missing, as fast as just before and after; nothing where none is."""
    far = np.zeros_like(steps)
    after = np.flatnonzero(rows > 1)
    rates, count = np.zeros((len(after), steps.shape[1])), np.zeros((len(after), 1))
    for near in (after - 1, after + 1):
        one = np.clip(near, 0, len(steps) - 1)
        usable = ((near == one) & (rows[one] == 1))[:, None]
        rates += usable * (steps[one] - ROUND * np.round(steps[one] / ROUND))
        count += usable
    far[after] = rates / np.maximum(count, 1) * (rows[after] - 1)[:, None]
    return far


@dataclass(slots=True)
class Cleaning:
    """Cleans a log that comes in pieces: follows its clock, and counts what it leaves out."""

    poses: bool = False  # rows in no order: those that hold numbers are all good
    clock: Clock = field(default_factory=Clock)
    rows: int = 0
    turns: Turns = field(default_factory=lambda: Turns())
    of_motors: Turns = field(default_factory=lambda: Turns())
    left_out: dict[str, int] = field(default_factory=lambda: dict.fromkeys((NO_NUMBER, BACK, ALONE), 0))

    def __call__(self, log: Log) -> Log:
        """Return the log without rows that hold no number, go back in time, or stand alone far from others."""
        self.rows += len(log.time)
        log = self._keep(log, _finite(log), NO_NUMBER)
        if self.poses:
            return log
        time, forward = self.clock(log.time)
        log = self._keep(replace(log, time=time), forward, BACK)
        log = replace(log, q=self.turns(log.q))
        return self._keep(log, _without_spikes(log.q), ALONE)

    def notes(self, name: str) -> tuple[str, ...]:
        """Say what was left out of the pieces so far."""
        wraps = self.turns.wraps + self.of_motors.wraps
        first = "; which turn of its motor came first it does not say: `offset` does" if self.of_motors.wraps else ""
        wrapped = (f"{name}: {wraps} steps of a whole turn taken for an encoder that wraps{first}",) if wraps else ()
        count = "once" if self.clock.starts == 1 else f"{self.clock.starts} times"
        counted = [(why, bad) for why, bad in self.left_out.items() if bad]
        runs = (f"{name}: its clock starts again {count}: the log is cut there",) if self.clock.starts else ()
        return (*wrapped, *runs, *(f"{name}: {bad} of {self.rows} rows left out: {why}" for why, bad in counted))

    def _keep(self, log: Log, good: Mask, why: str) -> Log:
        bad = int(np.count_nonzero(~good))
        self.left_out[why] += bad
        return log.rows(good) if bad else log


def _finite(log: Log) -> Mask:
    good = np.isfinite(log.time)
    for part in (log.q, log.qd, log.qdd, log.tau, log.wrench):
        if part is not None and not np.isfinite(part).all():  # row by row takes five times as long
            good &= np.isfinite(part).all(axis=1)
    return good


def _without_spikes(q: Array) -> Mask:
    good = np.ones(len(q), dtype=bool)
    if len(q) < 5:
        return good
    away = np.abs(q[1:-1] - (q[:-2] + q[2:]) / 2)
    between = np.abs(q[2:] - q[:-2])
    if (away.max(axis=0) > np.maximum(SPIKE * _at_least_usual(away), 1e-6)).any():
        usual = np.quantile(away, 0.99, axis=0)
        spikes = (away > SPIKE * usual) & (away > 10 * between) & (away > 1e-6)
        good[1:-1] = ~spikes.any(axis=1)
    for column in q.T:
        for start, end in _excursions(column):
            good[start:end] = False
    return good


def _at_least_usual(sizes: Array) -> Array:
    """Return what 99 of 100 sizes do not stay below, by their mean: finding what they do takes ten times as long."""
    return np.asarray((sizes.mean(axis=0) - 0.01 * sizes.max(axis=0)) / 0.99)


def _excursions(x: Array) -> Iterator[tuple[int, int]]:
    """Yield rows, from and to, in which a position leaps away and soon leaps back by as much."""
    steps = np.diff(x)
    sizes = np.abs(steps)
    if sizes.max() <= max(LEAP * float(_at_least_usual(sizes)), 1e-6):
        return
    leaps = np.flatnonzero(sizes > max(LEAP * float(np.quantile(sizes, 0.99)), 1e-6))
    for first, second in pairwise(leaps):
        returned = abs(x[second + 1] - x[first]) < 0.1 * abs(steps[first])
        if second - first <= LONGEST and np.sign(steps[first]) != np.sign(steps[second]) and returned:
            yield int(first) + 1, int(second) + 1
