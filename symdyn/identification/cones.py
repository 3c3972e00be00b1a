"""Where full parameter vectors of real robots lie: a cone, one factor per body and per dissipative joint parameter.

A body, a set of positive masses ρ at points r, has the pseudo-inertia

    J = ∫ [r; 1] [r; 1]ᵀ dρ = [[trace(I)/2 1 - I, h], [hᵀ, m]]

which is positive semidefinite; and every such 4x4 matrix with m > 0 is that of some body. Rotor inertia, viscous and
Coulomb friction are not negative; friction offsets and springs may have any sign.

Coordinates: lengths are measured in `length`, which makes the entries of J comparable; the ten of a body are the
entries of J on and above the diagonal, those above times √2, so that the inner product of coordinates is that of
matrices. The cone is then its own dual.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symdyn.algebra.decimals import to_float
from symdyn.model.robot import Robot

NOT_NEGATIVE = ("Ia", "fv", "fc")
_UPPER = np.triu_indices(4)
_STRETCH = np.where(_UPPER[0] == _UPPER[1], 1.0, np.sqrt(2.0))
_DIAGONAL = _UPPER[0] == _UPPER[1]
_TENSOR = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))


def pseudo_inertia(ten: np.ndarray) -> np.ndarray:
    """Return J of the ten m mx my mz Ixx Ixy Iyy Ixz Iyz Izz."""
    I = np.zeros((3, 3))
    for (i, j), entry in zip(_TENSOR, ten[4:], strict=True):
        I[i, j] = I[j, i] = entry
    J = np.zeros((4, 4))
    J[:3, :3] = np.trace(I) / 2 * np.eye(3) - I
    J[:3, 3] = J[3, :3] = ten[1:4]
    J[3, 3] = ten[0]
    return J


@dataclass(frozen=True, slots=True)
class Cones:
    """A product of cones of 4x4 positive semidefinite matrices and of half-lines, in scaled coordinates.

    `bodies` has a row of ten positions per body, `half_lines` the positions of the others, in the vector of the
    parameters `constrained`; `scaling` takes those to coordinates.
    """

    constrained: np.ndarray  # positions in the full vector
    bodies: np.ndarray
    half_lines: np.ndarray
    scaling: np.ndarray

    @property
    def degree(self) -> int:
        """Degree of the logarithmic barrier: 4 per body, 1 per half-line."""
        return 4 * len(self.bodies) + len(self.half_lines)

    @property
    def trace(self) -> np.ndarray:
        """The vector whose inner product with coordinates is the sum of all traces: a measure of size."""
        trace = np.zeros(len(self.constrained))
        trace[self.bodies] = _DIAGONAL
        trace[self.half_lines] = 1.0
        return trace

    def matrices(self, x: np.ndarray) -> np.ndarray:
        """Return the 4x4 matrices of a vector of coordinates."""
        J = np.zeros((len(self.bodies), 4, 4))
        entries = x[self.bodies] / _STRETCH
        J[:, _UPPER[0], _UPPER[1]] = entries
        J[:, _UPPER[1], _UPPER[0]] = entries
        return J

    def coordinates(self, J: np.ndarray, rest: np.ndarray) -> np.ndarray:
        """Return the coordinates of 4x4 matrices and of the half-lines' entries."""
        x = np.zeros(len(self.constrained))
        x[self.bodies] = J[:, _UPPER[0], _UPPER[1]] * _STRETCH
        x[self.half_lines] = rest
        return x

    def smallest(self, x: np.ndarray) -> float:
        """Smallest eigenvalue or entry: not negative if x is in the cone."""
        eigenvalues = np.linalg.eigvalsh(self.matrices(x)).ravel()
        return float(np.concatenate([eigenvalues, x[self.half_lines]]).min(initial=np.inf))

    def projected(self, x: np.ndarray, margin: float) -> np.ndarray:
        """Return the nearest point whose eigenvalues and entries are at least ``margin``."""
        eigenvalues, vectors = np.linalg.eigh(self.matrices(x))
        raised = (vectors * np.maximum(eigenvalues, margin)[:, None, :]) @ vectors.transpose(0, 2, 1)
        return self.coordinates(raised, np.maximum(x[self.half_lines], margin))


def cones_of(robot: Robot, length: float) -> Cones:
    """Return the cone of a robot's parameters, lengths measured in ``length``."""
    letters = [name.rpartition(".")[2] for name in robot.parameter_names]
    starts = np.array([i for i, letter in enumerate(letters) if letter == "m"], dtype=int)
    bodies = starts[:, None] + np.arange(10)
    half_lines = np.array([i for i, letter in enumerate(letters) if letter in NOT_NEGATIVE], dtype=int)
    constrained = np.sort(np.concatenate([bodies.ravel(), half_lines]))
    scaling = np.zeros((len(constrained), len(constrained)))
    bodies, half_lines = np.searchsorted(constrained, bodies), np.searchsorted(constrained, half_lines)
    shrink = np.diag([1 / length] * 3 + [1.0])
    block = np.array([(shrink @ pseudo_inertia(unit) @ shrink)[_UPPER] * _STRETCH for unit in np.eye(10)]).T
    for ten in bodies:
        scaling[np.ix_(ten, ten)] = block
    scaling[half_lines, half_lines] = 1 / length**2
    return Cones(constrained, bodies, half_lines, scaling)


def length_of(robot: Robot) -> float:
    """Return a length typical of a robot with numbers: that of the steps between its frames, or 0.1 m without any."""
    placements = [placement for joint in robot.joints for placement in (joint.before, joint.after)]
    steps = [float(np.hypot.reduce([to_float(entry) for entry in placement.position])) for placement in placements]
    longest = max(steps)
    return float(np.mean([step for step in steps if step > 0.01 * longest])) if longest > 0 else 0.1
