"""σ where noise itself is known from little data: wider, as Student's distribution is wider than Gauss's.

The noise of a joint is seen in what a fit leaves over, and a short log has few values of it that are independent, less
what the parameters took. A parameter's variance has a part from every joint, each as uncertain as that joint's noise;
Welch and Satterthwaite give the degrees of freedom of such a sum. σ is made that of the normal distribution whose
95 % interval is Student's, so that ±1.96 σ holds the truth as often as it says.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from symdyn.identification.fit.solve import Solution
from symdyn.identification.logs.log import Array

LEAST = 1.0  # degrees of freedom: a noise that nothing is left to show is hardly known, and still there
UPPER = 0.975  # of the distribution lies below the upper end of a 95 % interval
NORMAL = 1.959964  # σ of the normal distribution


@dataclass(frozen=True, slots=True, eq=False)
class Together:
    """How rows go together in time, joint by joint: those that say what an independent one does, and what is left.

    `inflation` (n,) is the number of rows that say what one says; `values` (n,) how many of the noise's values in all
    rows, `rows` (n,), are independent.
    """

    inflation: Array
    values: Array
    rows: Array

    def freedom(self, found: Solution, rows: Array) -> Array:
        """Degrees of freedom of every joint's noise, for a fit of some of the rows."""
        independent = self.values * rows / np.maximum(self.rows, 1.0)
        return np.asarray(np.maximum(independent - found.taken, LEAST))


def widened(found: Solution, freedom: Array) -> Solution:
    """Return the solution with the covariance that ``freedom`` (n,), of every joint's noise, leaves it."""
    wider = widening(parameter_freedom(found, freedom))
    return replace(found, covariance=found.covariance * np.outer(wider, wider))


def parameter_freedom(found: Solution, freedom: Array) -> Array:
    """Degrees of freedom of every parameter's σ; infinite where all of it is belief."""
    variance = np.diag(found.covariance)
    shown = np.isfinite(variance) & (variance > 0)
    parts = found.shares[:, shown] / variance[shown]  # of one; what is missing is a belief's, and known
    together = (parts**2 / freedom[:, None]).sum(axis=0)
    result = np.full(len(variance), np.inf)
    result[shown] = 1 / np.maximum(together, np.finfo(float).tiny)
    return result


def widening(freedom: Array) -> Array:
    """Half of Student's 95 % interval over that of the normal distribution."""
    from scipy.special import stdtrit

    wide: Array = np.ones(len(freedom))
    finite = freedom < 1e6  # beyond, the two differ by less than 1e-6
    wide[finite] = stdtrit(freedom[finite], UPPER) / NORMAL
    return wide
