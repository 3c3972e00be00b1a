"""Parameters that stay at the file's values, since no torque tells them from others: least squares go without them.

Which these are is exact (`parameters.ties`), and not a fault of a motion. What they are tied to has a σ then, which
counts for the values that are held.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from symdyn.identification.fit.factor import Factor, triangle
from symdyn.identification.fit.prior import Prior
from symdyn.identification.fit.solve import Solution, solve
from symdyn.identification.logs.log import Array, Mask
from symdyn.identification.recover import nominal_vector
from symdyn.identification.vectors import minimal_matrix
from symdyn.model.bind import bind_symbols
from symdyn.model.robot import Robot
from symdyn.parameters.ties import Tie, torque_ties


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """Parameters that no fit has, and the values at which they stay."""

    ties: tuple[Tie, ...] = ()
    values: Array = field(default_factory=lambda: np.zeros(0))

    def kept(self, width: int) -> Mask:
        """Which of so many columns a fit has."""
        kept = np.ones(width, dtype=bool)
        kept[[tie.place for tie in self.ties]] = False
        return kept

    def without(self, factor: Factor) -> Factor:
        """Return the triangle of the same rows, what is held taken off the torques."""
        if not self.ties:
            return factor
        kept = self.kept(factor.R.shape[1])
        R = factor.R.copy()
        R[:, -1] -= R[:, ~kept] @ self.values
        return Factor(triangle(R[:, kept]), factor.rows)

    def unless(self, prior: Prior | None) -> Held:
        """Return what is held beside a prior: what that tells is found like anything else."""
        if prior is None:
            return self
        held = [i for i, tie in enumerate(self.ties) if not np.isfinite(prior.sigma[tie.place])]
        return Held(tuple(self.ties[i] for i in held), self.values[held])

    def solve(
        self, factors: Sequence[Factor], method: str, inflation: Array | None = None, prior: Prior | None = None
    ) -> Solution:
        """Solve for all parameters, by least squares for those that are not held."""
        if self.ties and prior is not None:
            kept = self.kept(len(prior.value))
            prior = Prior(prior.value[kept], prior.sigma[kept])
        return self.put_back(solve([self.without(factor) for factor in factors], method, inflation, prior))

    def in_place(self, x: Array) -> Array:
        """Return all parameters, from those that a fit has."""
        kept = self.kept(len(x) + len(self.ties))
        whole = np.zeros(len(kept))
        whole[kept], whole[~kept] = x, self.values
        return whole

    def put_back(self, found: Solution) -> Solution:
        """Return a solution with the held values in their places, of which nothing is known."""
        if not self.ties:
            return found
        x = self.in_place(found.x)
        width, kept = len(x), self.kept(len(x))
        covariance = np.full((width, width), np.inf)
        covariance[np.ix_(kept, kept)] = found.covariance
        shares, blind = np.zeros((len(found.shares), width)), np.zeros((len(found.blind), width))
        shares[:, kept], blind[:, kept] = found.shares, found.blind
        return replace(found, x=x, covariance=covariance, shares=shares, blind=blind)


def held_by(robot: Robot) -> Held:
    """Return what is held of a robot: offsets that look like a weight, or like the rest of a spring."""
    ties = torque_ties(bind_symbols(robot))
    values = minimal_matrix(robot) @ nominal_vector(robot)
    return Held(ties, values[[tie.place for tie in ties]])
