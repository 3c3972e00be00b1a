"""How sure a fit may be: the noise at the frequencies that parameters are found from, over the noise that rows show.

A parameter is an average over a whole motion, so what counts for its error is the noise's power where the columns
have theirs: at low frequencies. Where rows are independent, the power is the same at all frequencies, and the ratio
is one; filtered rows that follow each other closely hold all of it below the cut-off, and the ratio is far more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from symdyn.identification.fit.residuals import Residuals
from symdyn.identification.fit.solve import Solution
from symdyn.identification.fit.student import Together
from symdyn.identification.logs.log import Array

LONGEST = 0.05  # of the rows: correlations over longer times cannot be told from chance
MOST_ABSORBED = 0.8  # of the noise in the columns' band that parameters may have taken up


def together_in_band(studies: Sequence[Residuals], rows: Sequence[int], found: Solution, of: Array) -> Together:
    """How rows go together, joint by joint; ``rows`` are those of each log, ``of`` (n,) those of each joint.

    Parameters are fitted to the noise, too: what they took of it is given back. And what the filter bends the motion by
    is nearly what some parameters do: all of it goes into parameters, however many rows there are, and into each of
    those that a joint's torque shows as much as into any other.
    """
    weights = np.maximum(np.array(rows, dtype=float), 1.0)
    long_run = np.average([study.long_run for study in studies], axis=0, weights=weights)
    seen = np.maximum(1.0, np.sum([study.band for study in studies], axis=0))
    absorbed = np.minimum(found.taken / seen, MOST_ABSORBED)
    bias = np.average([study.bias**2 for study in studies], axis=0, weights=weights)
    taken_up = bias * np.maximum(of, 1.0) / np.maximum(found.taken, 1.0)
    inflation = np.maximum(long_run / (1 - absorbed) + taken_up, np.finfo(float).tiny) / found.noise**2
    return Together(inflation, seen, of)


def inflation(residuals: Array) -> float:
    """Long-run variance over variance of residuals in the order of time, by Bartlett's window; at least one.

    For rows that are all in memory, with no filter whose band is known.
    """
    count = len(residuals)
    if count < 20:
        return 1.0
    e = residuals - residuals.mean()
    variance = float(e @ e)
    if variance == 0:
        return 1.0
    lags = np.arange(1, max(2, min(int(LONGEST * count), int(4 * count ** (1 / 3)))))
    together = np.array([e[:-lag] @ e[lag:] for lag in lags]) / variance
    return max(1.0, float(1 + 2 * np.sum((1 - lags / (lags[-1] + 1)) * together)))
