"""An entropic prior: bodies near those of CAD, by the divergence of log det, which knows no units and no frames.

    D(J, J₀) = tr(J₀⁻¹ J) - log det(J₀⁻¹ J) - 4        for small deviations |J₀^-½ (J - J₀) J₀^-½|²/2

J is a body's pseudo-inertia; D is twice the relative entropy of the Gaussian distributions that have J and J₀ as second
moments. It grows without bound towards bodies that cannot exist. Friction and rotor inertia, which are positive, have
the same in one dimension. Belief to a part p of every size weighs D with 1/p².

As a convex problem: log det J is the largest Σ log Zᵢᵢ with [J Z; Zᵀ diag Z] positive semidefinite, Z lower triangular.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.cones import Cones
from symdyn.identification.conic import Rows, available
from symdyn.identification.logs.log import Array
from symdyn.model.robot import Robot

LOWER = tuple((i, j) for j in range(4) for i in range(j, 4))  # entries of Z
THINNEST = 1e-4  # of a body's largest moment
ROOT = float(np.sqrt(2.0))


@dataclass(frozen=True, slots=True, eq=False)
class Entropic:
    """Full parameters that are believed, to which part of their size, and how a report says so; NaN: nothing known."""

    full: Array
    part: float
    note: str


def entropic_of(robot: Robot, source: Robot | str | Path | Any, part: float) -> Entropic:
    """Return the belief in the bodies, friction and rotor inertia of another robot file with the same names."""
    from symdyn.model import load

    if not available():
        raise InputError("needs Clarabel: pip install 'symdyn-codegen[identify]'", field="entropic")
    if not 0 < part < np.inf:
        raise InputError(f"must be a number above 0, not {part:g}", field="entropic")
    believed = source if isinstance(source, Robot) else load(source)
    values = dict(zip(believed.parameter_names, believed.parameters, strict=True))
    full = np.array([values.get(name, np.nan) for name in robot.parameter_names])
    if not np.isfinite(full).any():
        raise InputError(f"{believed.name} has no parameter that {robot.name} has", field="entropic")
    return Entropic(full, part, f"drawn to those of {believed.name}, which are believed to {100 * part:g} %")


@dataclass(frozen=True, slots=True, eq=False)
class Entropy:
    """The divergences of bodies (positions of their ten, J₀⁻¹) and of positive numbers (positions, 1/x₀)."""

    bodies: tuple[tuple[Array, Array], ...]
    numbers: tuple[tuple[int, float], ...]
    weight: float

    def added(self, P: Array, q: Array, rows: list[Rows]) -> tuple[Array, Array, list[Rows]]:
        """Return a problem with the divergences added to what is minimised, and its unknowns behind the others."""
        size = len(q) + len(self.bodies) * (len(LOWER) + 4) + len(self.numbers)
        more = size - len(q)
        P, q = np.pad(P, (0, more)), np.pad(q, (0, more))
        rows = [Rows(one.kind, np.pad(one.G, ((0, 0), (0, more))), one.h, one.order) for one in rows]
        at = size - more
        for ten, inverse in self.bodies:
            q[ten] += self.weight * inverse
            rows.append(_below(ten, at, size))
            diagonal = [at + LOWER.index((i, i)) for i in range(4)]
            at += len(LOWER)
            rows += [_logarithm(at + i, place, size) for i, place in enumerate(diagonal)]
            q[at : at + 4] -= self.weight
            at += 4
        for place, over in self.numbers:
            q[place] += self.weight * over
            q[at] -= self.weight
            rows.append(_logarithm(at, place, size))
            at += 1
        return P, q, rows


def entropy_of(cones: Cones, x: Array, part: float) -> Entropy:
    """Return the divergences from what is known of x, in the cones' coordinates.

    A body on the border, such as a rod or a plate, is taken to be a little thicker.
    """
    matrices, bodies = cones.matrices(x), []
    for ten, J in zip(cones.bodies, matrices, strict=True):
        if np.isfinite(J).all() and np.trace(J) > 0:
            values, vectors = np.linalg.eigh(J)
            inverse = (vectors / np.maximum(values, THINNEST * values[-1])) @ vectors.T
            upper = inverse[np.triu_indices(4)] * np.where(np.eye(4)[np.triu_indices(4)] > 0, 1.0, ROOT)
            bodies.append((ten, upper))
    numbers = [(int(i), 1 / float(x[i])) for i in cones.half_lines if np.isfinite(x[i]) and x[i] > 0]
    return Entropy(tuple(bodies), tuple(numbers), 1 / part**2)


def _below(ten: Array, at: int, size: int) -> Rows:
    """[J Z; Zᵀ diag Z], by columns of its upper triangle; J's coordinates have √2 off the diagonal already."""
    upper = [(i, j) for i in range(4) for j in range(i, 4)]
    J = {pair: int(place) for pair, place in zip(upper, ten, strict=True)}
    Z = {pair: at + i for i, pair in enumerate(LOWER)}
    entries: list[tuple[int, float] | None] = []
    for j in range(8):
        for i in range(j + 1):
            if j < 4:
                entries.append((J[i, j], 1.0))
            elif i < 4:
                entries.append((Z[i, j - 4], ROOT) if (i, j - 4) in Z else None)
            else:
                entries.append((Z[i - 4, i - 4], 1.0) if i == j else None)
    G = np.zeros((len(entries), size))
    for row, entry in enumerate(entries):
        if entry is not None:
            G[row, entry[0]] = -entry[1]
    return Rows("semidefinite", G, np.zeros(len(G)), order=8)


def _logarithm(low: int, high: int, size: int) -> Rows:
    """x[low] <= log x[high]: (x[low], 1, x[high]) in the exponential cone."""
    G, h = np.zeros((3, size)), np.array([0.0, 1.0, 0.0])
    G[0, low] = G[2, high] = -1.0
    return Rows("exponential", G, h)
