"""The search for physical parameters as linear algebra: where an affine set meets a cone, or what separates the two."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symdyn.identification.cones import Cones, cones_of, length_of
from symdyn.identification.recover import nearest
from symdyn.identification.vectors import minimal_matrix
from symdyn.model.bind import bind_symbols
from symdyn.model.robot import Robot

ROUNDING = 1e-12  # of the largest entry: what stands for zero in matrices whose entries are far from it otherwise


@dataclass(frozen=True, slots=True, eq=False)
class Separation:
    """Proof that no real bodies have given minimal parameters.

    `weights` is y and `value` yᵀπ < 0. `functional` is Wᵀy, with anything at the places of structural zeros; on real
    bodies it is not negative, as the eigenvalues of its matrices tell. `smallest_dual` is the smallest of them; where
    it falls short of zero by a trace, what is ruled out are vectors of a total size below `excluded_size`:
    Σ (m + second moments/length²), in kg, plus Σ (joint parameters)/length².
    """

    weights: np.ndarray
    value: float
    functional: np.ndarray
    smallest_dual: float
    excluded_size: float
    length: float

    def excludes(self, size: float) -> bool:
        """Whether all bodies up to a total size are ruled out."""
        return self.value < 0 and self.excluded_size >= size


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """Find x in the cone with A x = b; x = scaling φ / size, of the constrained parameters.

    Parameters of any sign (offsets, springs) are eliminated: the columns of `kept` are the combinations of minimal
    parameters that hold none of them. Structural zeros are rows of A of their own.
    """

    robot: Robot
    pi: np.ndarray
    start: np.ndarray
    cones: Cones
    length: float
    size: float
    kept: np.ndarray
    zeros: np.ndarray  # positions among the constrained parameters
    A: np.ndarray
    b: np.ndarray

    @property
    def nominal(self) -> np.ndarray:
        """The coordinates of the nominal vector."""
        return np.asarray(self.cones.scaling @ self.start[self.cones.constrained] / self.size)

    def full(self, x: np.ndarray) -> np.ndarray:
        """Return the full vector of x, free parameters near the nominal ones."""
        W, constrained = minimal_matrix(self.robot), self.cones.constrained
        full = self.start.copy()
        full[constrained] = self.size * np.linalg.solve(self.cones.scaling, x)
        full[constrained[self.zeros]] = 0.0
        free = np.setdiff1d(np.arange(len(full)), constrained)
        full[free] += np.linalg.lstsq(W[:, free], self.pi - W @ full, rcond=None)[0]
        return nearest(self.robot, self.pi, full, np.ones_like(full))

    def face(self) -> np.ndarray:
        """Return combinations of the rows of A, as columns, that span every exact certificate.

        A parameter on the diagonal of a body's matrix that enters nowhere (a mass that no torque shows) has a zero
        there in Aᵀ y; then Aᵀ y is semidefinite only if the rest of its row vanishes. That is linear in y.
        """
        face = np.eye(len(self.A))
        while True:
            left = face.T @ self.A
            shown = np.abs(left).max(axis=0, initial=0.0) > ROUNDING * np.abs(self.A).max(initial=0.0)
            hidden = self.cones.matrices(np.where(shown, 1.0, 0.0)).diagonal(axis1=1, axis2=2) == 0
            crossed = (hidden[:, :, None] | hidden[:, None, :]).astype(float)
            barred = (self.cones.coordinates(crossed, np.zeros(len(self.cones.half_lines))) > 0) & shown
            if not barred.any():
                return face
            face = face @ _annihilating(left[:, barred])

    def separation(self, y: np.ndarray) -> Separation:
        """Compute anew what a candidate proves."""
        combinations = self.kept.shape[1]
        weights = self.kept @ y[:combinations]
        functional = minimal_matrix(self.robot).T @ weights
        functional[self.cones.constrained[self.zeros]] += y[combinations:]
        dual = np.linalg.solve(self.cones.scaling.T, functional[self.cones.constrained])
        smallest = self.cones.smallest(dual)
        value = float(weights @ self.pi)
        excluded = -value / -smallest if smallest < 0 else float("inf")
        return Separation(weights, value, functional, smallest, excluded, self.length)


def problem_of(robot: Robot, pi: np.ndarray, start: np.ndarray, first: np.ndarray) -> Problem:
    """Set up the search for a physical vector with W φ = π; ``first`` is any vector with W φ = π and sets the size."""
    W = minimal_matrix(robot)
    length = length_of(bind_symbols(robot))
    cones = cones_of(robot, length)
    free = np.setdiff1d(np.arange(W.shape[1]), cones.constrained)
    kept = _annihilating(W[:, free])
    vanishing = {i for i, parameter in enumerate(robot.full_parameters) if parameter.vanishes}
    zeros = np.array([i for i, j in enumerate(cones.constrained) if j in vanishing], dtype=int)
    rows = np.vstack([kept.T @ W[:, cones.constrained], np.eye(len(cones.constrained))[zeros]])
    A = rows @ np.linalg.inv(cones.scaling)
    size = float(np.linalg.norm(cones.scaling @ first[cones.constrained])) or 1.0
    b = np.concatenate([kept.T @ pi, np.zeros(len(zeros))]) / size
    return Problem(robot, pi, start, cones, length, size, kept, zeros, A, b)


def _annihilating(columns: np.ndarray) -> np.ndarray:
    """Return combinations of rows, as columns, in which none of ``columns`` is left."""
    used = np.abs(columns).max(axis=1, initial=0.0) > 0
    identity = np.eye(len(columns))
    if not used.any():
        return identity
    left, values, _ = np.linalg.svd(columns[used])
    rank = int((values > ROUNDING * values.max()).sum())
    mixed = np.zeros((len(columns), int(used.sum()) - rank))
    mixed[used] = left[:, rank:]
    return np.hstack([identity[:, ~used], mixed])
