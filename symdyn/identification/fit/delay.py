"""Torques that come later than positions: how much, from the same rows, and whether that is beyond doubt.

Measured at t is the torque of t - d. As τ(t + d) = τ + d τ̇ + ..., a delay adds a column to the regressor, the rate of
the measured torques, and d is found like any parameter. What noise adds to that column is nearly at right angles to
the noise of the torques, so that without a delay none is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symdyn.identification.fit.factor import Factor
from symdyn.identification.fit.held import Held
from symdyn.identification.logs.log import Array

CERTAIN = 5.0  # σ
MATTERS = 0.05  # of what is left over goes with it


@dataclass(frozen=True, slots=True)
class Delay:
    """By how many seconds torques come later than positions, and which part of what is left over that explains.

    ``what`` comes, if not torques.
    """

    seconds: float
    sigma: float
    explained: float
    taken_off: float = 0.0  # already, before these were found
    what: str = "torques come"

    @property
    def told(self) -> str:
        """A warning where there is no doubt that it matters; else nothing."""
        if abs(self.seconds) < CERTAIN * self.sigma or self.explained < MATTERS:
            return ""
        by, way = f"{1e3 * abs(self.seconds):.3g} ms", "later" if self.seconds > 0 else "earlier"
        told = f"{self.what} about {by} {way} than positions"
        told = f"{told}, which makes {self.explained:.0%} of what the fit leaves over"
        return f"{told}: --delay {self.taken_off + self.seconds:.3g} takes that off"


def delay_of(late: Sequence[Factor], held: Held, inflation: Array, taken_off: float) -> Delay:
    """Find the delay, from triangles that have the rates of torques as their last column."""
    width = late[0].R.shape[1] - 2
    plain = held.solve([factor.of(range(width)) for factor in late], "wls")
    found = held.solve(late, "wls", inflation)
    explained = 1 - float(np.exp(np.log(found.noise / plain.noise).mean()))
    sigma = float(np.sqrt(found.covariance[width, width]))
    return Delay(-float(found.x[width]), sigma, explained, taken_off)
