"""Recursive least squares over logs: what the rows so far say, moment by moment, none of them kept or read twice.

Kept is the triangle of all rows so far, each divided by its joint's noise. It starts empty, so that its last estimate
is that of all rows at once: what the law `recursive_least_squares` comes to as what it began with is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from symdyn.identification.fit.factor import Factor, triangle
from symdyn.identification.fit.gather import Gathered
from symdyn.identification.fit.held import Held
from symdyn.identification.fit.one_thread import one_thread
from symdyn.identification.fit.rows import Recipe, window_rows
from symdyn.identification.fit.solve import SAME, TRACE
from symdyn.identification.fit.windows import windows
from symdyn.identification.logs.log import Array
from symdyn.identification.logs.survey import Recording

MOMENTS = 200  # of all logs, at which the estimate is written down
NEAR = 2.0  # σ: an estimate that stays as near to its last value has settled


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """Estimates (M, k) after the rows until each moment: its log, and its time in s; NaN where nothing showed one."""

    logs: tuple[str, ...]
    time: Array
    estimates: Array

    @property
    def last(self) -> Array:
        """The estimates of all rows; what no row shows is zero."""
        return np.asarray(np.nan_to_num(self.estimates[-1]))

    def settled(self, sigma: Array) -> Array:
        """Return from which part of the moments on every estimate stays within two σ of its last."""
        away = ~(np.abs(self.estimates - self.estimates[-1]) <= NEAR * sigma)
        after = np.array([int(np.flatnonzero(column).max(initial=-1)) + 1 for column in away.T])
        return np.asarray(after / len(self.estimates))


def course_of(recordings: Sequence[Recording], gathered: Sequence[Gathered], recipe: Recipe, noise: Array) -> Course:
    """Take in the rows of logs in their order; ``noise`` (n,) is that of every joint's rows."""
    seconds = sum(one.seen.seconds for one in gathered)
    width = len(recipe.model.names) + 1
    R = np.zeros((width, width))
    logs, times, estimates = list[str](), list[float](), list[Array]()
    with one_thread():
        for recording, one in zip(recordings, gathered, strict=True):
            for time, rows in _parts(recording, one, recipe, noise, seconds / MOMENTS):
                R = triangle(np.vstack([R, rows]))
                logs.append(recording.name)
                times.append(time)
                estimates.append(_estimate(R, recipe.model.held))
    return Course(tuple(logs), np.array(times), np.array(estimates))


def _parts(
    recording: Recording, one: Gathered, recipe: Recipe, noise: Array, apart: float
) -> Iterator[tuple[float, Array]]:
    """Yield the rows [A y] of some time after some time, those of all joints, of noise one."""
    for window in windows(recording, one.seen):
        places, rows = [], []
        for s, (used, chosen, own) in zip(noise, window_rows(window, recipe, one.seen), strict=True):
            wide = np.zeros((len(chosen), len(used) + 1))
            wide[:, np.append(np.flatnonzero(used), len(used))] = own[:, chosen].T / s
            places.append(chosen)
            rows.append(wide)
        all_places, all_rows = np.concatenate(places), np.vstack(rows)
        if not len(all_places):
            continue
        time = window.motion.time[all_places]
        part = np.floor((time - time.min()) / apart)
        for some in np.unique(part):
            yield float(time[part == some].max()), all_rows[part == some]


def _estimate(R: Array, held: Held) -> Array:
    """Solve a triangle; parameters in directions that no row shows are NaN."""
    R = held.without(Factor(R, len(R))).R
    A, y = R[:-1, :-1], R[:-1, -1]
    lengths = np.linalg.norm(A, axis=0)
    lengths = np.where(lengths > 0, lengths, 1.0)
    U, singular, Vt = np.linalg.svd(A / lengths)
    seen = singular > SAME * singular.max(initial=0.0)
    x = Vt[seen].T @ ((U.T @ y)[seen] / singular[seen]) / lengths
    x[(np.abs(Vt[~seen]) > TRACE).any(axis=0)] = np.nan
    return held.in_place(x)
