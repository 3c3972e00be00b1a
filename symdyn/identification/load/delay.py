"""A wrench that comes later than positions: how much, and whether that is beyond doubt.

Measured at t is the wrench of t - d. What the load found without a delay says of the wrench, A φ, is as smooth as the
motion; its rate is one more column, and d is found like any parameter. Over a window, the integral of a rate is the
difference of the wrench at its ends.
"""

from __future__ import annotations

import numpy as np

from symdyn.identification.fit.delay import Delay
from symdyn.identification.fit.factor import factor_of
from symdyn.identification.fit.noise import inflation
from symdyn.identification.fit.solve import Solution, solve
from symdyn.identification.load.rows import WrenchRows
from symdyn.identification.logs.log import Array

FEWEST = 8  # rows whose order says anything


def wrench_delay(rows: WrenchRows, A: Array, found: Solution, taken_off: float) -> Delay | None:
    """Find the delay of the wrench that the columns ``A`` (N, 6, k) of ``rows`` are fitted to."""
    if len(rows.time) < FEWEST or (np.diff(rows.time) <= 0).any():
        return None
    rate = np.gradient(A @ found.x, rows.time, axis=0) if rows.rate is None else rows.rate
    if not rate.any():
        return None
    beside = np.concatenate([A, rate[:, :, None]], axis=2)
    factors = [factor_of(beside[:, i], rows.w[:, i]) for i in range(6)]
    left = rows.w - beside @ solve(factors, "wls").x
    late = solve(factors, "wls", np.array([inflation(one) for one in left.T]))
    before = rows.w - A @ found.x
    sizes = np.linalg.norm(before, axis=0)
    there = sizes > 0
    explained = 1 - float(np.exp(np.log(np.linalg.norm(left, axis=0)[there] / sizes[there]).mean()))
    sigma = float(np.sqrt(late.covariance[-1, -1]))
    return Delay(-float(late.x[-1]), sigma, explained, taken_off, "the wrench comes")
