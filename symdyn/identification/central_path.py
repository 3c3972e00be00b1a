"""Does an affine set meet a cone? Phase one of an interior-point method, with a proof either way.

    minimise s   subject to   x + s e in K,   A x = b,   <e, x> <= bound         (e: the identity of K)

If s < 0 is reached, x is inside K. Otherwise the inverse matrices on the central path give Z in K and y with

    Aᵀ y = Z - ν e,   yᵀ b < 0

so that x in K with A x = b would need 0 <= <Z, x> = yᵀ b + ν <e, x>: only x of size <e, x> >= -yᵀ b / ν could be.
Neither answer rests on the iteration: both are computed again from x or from y alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from symdyn.identification.cones import Cones

GROWTH = 8.0  # of the weight t of s, from one centre to the next
LAST_WEIGHT = 1e10  # beyond, rounding in the inverse matrices (1e-16 t) spoils the centre
NEWTON_STEPS = 60
DECREMENT = 1e-10  # Newton's decrement squared at which a point counts as central
SHORTEST_STEP = 1e-10


@dataclass(frozen=True, slots=True)
class Centre:
    """A point of the central path: x with A x = b, and y, a candidate for a certificate."""

    x: np.ndarray
    y: np.ndarray
    s: float


def central_path(cones: Cones, A: np.ndarray, b: np.ndarray, bound: float) -> Iterator[Centre]:
    """Follow the central path; the caller stops when a centre proves something.

    The bound must exceed the size <e, x> of the shortest x with A x = b.
    """
    x = np.linalg.lstsq(A, b, rcond=None)[0]
    N = _nullspace(A)
    e = cones.trace
    s = max(0.0, -cones.smallest(x)) + 1.0
    weight = 1.0
    while weight <= LAST_WEIGHT:
        x, s = _centred(cones, x, s, N, weight, bound)
        J, rest = _shifted(cones, x, s)
        Z = cones.coordinates(np.linalg.inv(J), 1 / rest) / weight
        y = np.linalg.lstsq(A.T, Z - e / (weight * (bound - e @ x)), rcond=None)[0]
        yield Centre(x, y, s)
        weight *= GROWTH


def _centred(
    cones: Cones, x: np.ndarray, s: float, N: np.ndarray, weight: float, bound: float
) -> tuple[np.ndarray, float]:
    """Minimise weight s - log det(x + s e) - log(bound - <e, x>) over x + span(N) and s, by Newton's method."""
    e = cones.trace
    directions = np.vstack([N.T, e])  # what x + s e changes by, per unknown; the last is s
    size_slope = np.append(N.T @ e, 0.0)
    value = _barrier(cones, x, s, weight, bound)
    for _ in range(NEWTON_STEPS):
        J, rest = _shifted(cones, x, s)
        inverse = np.linalg.inv(J)
        slack = bound - e @ x
        gradient = -directions @ cones.coordinates(inverse, 1 / rest) + size_slope / slack
        gradient[-1] += weight
        root = _half_scaled(cones, inverse, rest, directions)
        hessian = root @ root.T + np.outer(size_slope, size_slope) / slack**2
        newton = -np.linalg.lstsq(hessian, gradient, rcond=1e-15)[0]
        decrement = -float(gradient @ newton)
        if decrement < DECREMENT:
            return x, s
        length = 1.0
        while length > SHORTEST_STEP:
            new_x, new_s = x + length * (N @ newton[:-1]), s + length * newton[-1]
            new_value = _barrier(cones, new_x, new_s, weight, bound)
            if new_value <= value - 0.1 * length * decrement:
                break
            length /= 2
        else:
            return x, s
        x, s, value = new_x, float(new_s), new_value
    return x, s


def _half_scaled(cones: Cones, inverse: np.ndarray, rest: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Rows whose inner products are the barrier's second derivatives: L⁻¹ D L⁻ᵀ of every direction, J = L Lᵀ."""
    half = np.linalg.cholesky((inverse + inverse.transpose(0, 2, 1)) / 2)  # J⁻¹ = H Hᵀ: Hᵀ D H does as well
    rows = []
    for direction in directions:
        D = half.transpose(0, 2, 1) @ cones.matrices(direction) @ half
        rows.append(np.concatenate([D.ravel(), direction[cones.half_lines] / rest]))
    return np.array(rows)


def _shifted(cones: Cones, x: np.ndarray, s: float) -> tuple[np.ndarray, np.ndarray]:
    return cones.matrices(x) + s * np.eye(4), x[cones.half_lines] + s


def _barrier(cones: Cones, x: np.ndarray, s: float, weight: float, bound: float) -> float:
    """Return the barrier's value; infinity outside."""
    J, rest = _shifted(cones, x, s)
    slack = bound - cones.trace @ x
    values = np.concatenate([np.linalg.eigvalsh(J).ravel(), rest, [slack]])
    return float(weight * s - np.log(values).sum()) if values.min() > 0 else float("inf")


def _nullspace(A: np.ndarray) -> np.ndarray:
    """Return an orthonormal basis of the vectors that A takes to zero; A has independent rows."""
    _, _, right = np.linalg.svd(A)
    return np.asarray(right[A.shape[0] :].T)
