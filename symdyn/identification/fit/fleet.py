"""Many logs, many robots: what their triangles say without any log being read again.

A fit for every group of logs (a robot of a fleet, a day), how much the result depends on which logs there were
(bootstrap), and parameters that change from log to log (drift).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from symdyn.identification.fit.factor import Factor
from symdyn.identification.fit.gather import Gathered
from symdyn.identification.fit.held import Held
from symdyn.identification.fit.one_thread import one_thread
from symdyn.identification.fit.rows import Triangles
from symdyn.identification.fit.solve import Solution
from symdyn.identification.fit.student import Together, widened
from symdyn.identification.logs.log import Array

SIGNIFICANT = 3.0  # σ of a slope, above which a parameter is said to drift
FEWEST = 4  # logs that show a drift


@dataclass(frozen=True, slots=True)
class Drift:
    """A parameter that changes from log to log: its slope a log, and the slope's σ."""

    name: str
    slope: float
    sigma: float


def together(gathered: Sequence[Gathered]) -> list[Factor]:
    """Return the triangles of all logs."""
    return list(all_triangles(gathered).factors)


def all_triangles(gathered: Sequence[Gathered]) -> Triangles:
    """Return those of the fit, and those that show a delay."""
    return reduce(Triangles.merged, (one.triangles for one in gathered))


def group_fits(
    groups: Mapping[str, Sequence[Gathered]], method: str, correlated: Together, held: Held
) -> dict[str, Solution]:
    """Return a fit for every group; how rows go together all logs say, since a group alone shows it less well."""
    with one_thread():
        return {name: _fit_of(together(logs), method, correlated, held) for name, logs in groups.items()}


def _fit_of(factors: Sequence[Factor], method: str, correlated: Together, held: Held) -> Solution:
    found = held.solve(factors, method, correlated.inflation)
    return widened(found, correlated.freedom(found, np.array([factor.rows for factor in factors], dtype=float)))


def bootstrap(gathered: Sequence[Gathered], method: str, count: int, held: Held, seed: int = 0) -> Array:
    """Return the standard deviation of every parameter over draws of as many logs, each as often as it comes."""
    draw = np.random.default_rng(seed)
    with one_thread():
        found = [
            held.solve(together([gathered[i] for i in draw.integers(len(gathered), size=len(gathered))]), method).x
            for _ in range(count)
        ]
    return np.asarray(np.std(found, axis=0, ddof=1))


def drifts(
    gathered: Sequence[Gathered], names: Sequence[str], method: str, correlated: Together, held: Held
) -> list[Drift]:
    """Return the parameters that change with the logs' order, most certain first."""
    if len(gathered) < FEWEST:
        return []
    with one_thread():
        fits = [_fit_of(one.factors, method, correlated, held) for one in gathered]
    values = np.array([fit.x for fit in fits])
    spread = np.array([np.sqrt(np.diag(fit.covariance)) for fit in fits])
    weights = np.where(np.isfinite(spread) & (spread > 0), 1 / np.maximum(spread, 1e-300) ** 2, 0.0)
    order = np.arange(len(fits), dtype=float)[:, None]
    total = np.maximum(weights.sum(axis=0), 1e-300)
    middle = (weights * order).sum(axis=0) / total
    moment = np.maximum((weights * (order - middle) ** 2).sum(axis=0), 1e-300)
    slopes = (weights * (order - middle) * values).sum(axis=0) / moment
    sigma = 1 / np.sqrt(moment)
    found = [Drift(name, float(a), float(s)) for name, a, s in zip(names, slopes, sigma, strict=True)]
    certain = [one for one in found if np.isfinite(one.sigma) and abs(one.slope) > SIGNIFICANT * one.sigma]
    return sorted(certain, key=lambda one: -abs(one.slope) / one.sigma)
