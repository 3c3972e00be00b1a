"""How far neighbouring residuals go together: the noise at low frequencies over the noise that rows show.

Parameters are averages over whole motions, so what counts for their errors is the noise's power at low frequencies.
Where residuals are independent it is their variance, and the ratio is one; where they swing slowly it is far more.
"""

from __future__ import annotations

import numpy as np

from symdyn.identification.logs.log import Array

LONGEST = 0.05  # of the rows: correlations over longer times cannot be told from chance


def inflation(residuals: Array) -> float:
    """Long-run variance over variance of residuals in the order of time, by Bartlett's window; at least one."""
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
