"""From a linear model in continuous time to the feedback gain: Φ and Γ by series, K by least squares.

Scalars: floats, or any field in arrays of objects; the remainder's bound is in floats.

    paper    code             meaning
    A, B     A, B             ẋ = A x + B u, x = (δq, δq̇), u = δτ
    T        T                sampling period
    Φ, Γ     Phi, Gamma       x(k+1) = Φ x(k) + Γ u(k), with u held for T
    z        with_integrals   integrals of positions' deviations, as more states: z(k+1) = z(k) + T δq(k+1)
    Q        Q                weights of the state, the diagonal of a matrix
    K        K                u = -K x

This is the paper's form, for proofs and for reports. Generated code uses the block structure of A; a test holds the two
equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Matrix = NDArray[Any]
MOST_TERMS = 200


def sampled(A: ArrayLike, B: ArrayLike, T: Any, terms: int) -> tuple[Matrix, Matrix]:
    """Return Φ and Γ of x(k+1) = Φ x + Γ u with the given number of terms of their series, Φ with one more."""
    A, B = np.asarray(A), np.asarray(B)
    identity = _identity(len(A), A)
    inner = identity  # Horner: 1 + AT/2 (1 + AT/3 (1 + …)), the series of Γ without T and B
    for k in range(terms, 1, -1):
        inner = identity + (A @ inner) * T / k
    integral = inner * T  # of e^(At) from 0 to T [VanWinssen85 (7)]
    Phi = identity + A @ integral  # [VanWinssen85 (13)]
    Gamma = integral @ B  # [VanWinssen85 (14)]
    return Phi, Gamma


def remainder_bound(A: ArrayLike, T: float, terms: int) -> float:
    """Return a bound on what `sampled` leaves out of Γ, over T ‖B‖; times ‖A‖T, of Φ. Norms are row sums.

    The terms left out are (‖A‖T)^k/(k+1)! from k = terms on, each at most ‖A‖T/(terms + 2) of the one before.
    """
    a = float(np.abs(np.asarray(A, float)).sum(axis=1).max()) * float(T)
    if a >= terms + 2:
        return float("inf")
    first = 1.0
    for k in range(1, terms + 1):
        first = first * a / (k + 1)
    return first / (1.0 - a / (terms + 2))


def terms_for(A: ArrayLike, T: float, tolerance: float = 1e-16) -> int:
    """Return the number of terms that brings the remainder below a tolerance."""
    for terms in range(1, MOST_TERMS):
        if remainder_bound(A, T, terms) <= tolerance:
            return terms
    raise ValueError(f"the series needs more than {MOST_TERMS} terms: the sampling period is far too long")


def with_integrals(Phi: ArrayLike, Gamma: ArrayLike, T: Any, joints: Sequence[int]) -> tuple[Matrix, Matrix]:
    """Return Φ and Γ of the state (δq, δq̇, z), with the integrals z of the deviations of these joints' positions."""
    Phi, Gamma = np.asarray(Phi), np.asarray(Gamma)
    at = list(joints)
    before = np.zeros((len(Phi), len(at)), int)
    return (
        np.block([[Phi, before], [T * Phi[at], np.eye(len(at), dtype=int)]]),
        np.concatenate([Gamma, T * Gamma[at]]),
    )


def least_squares_gain(Phi: ArrayLike, Gamma: ArrayLike, Q: ArrayLike) -> Matrix:
    """Return the K that makes (Φx + Γu)ᵀ Q (Φx + Γu) smallest with u = -Kx, whatever x is."""  # [VanWinssen85 (8)]
    Phi, Gamma, Q = np.asarray(Phi), np.asarray(Gamma), np.asarray(Q)
    weighted = Gamma.T * Q
    # [VanWinssen85 (9), (10)]; the solution exists where the rank is full [VanWinssen85 (11), (12)]
    return _solve(weighted @ Gamma, weighted @ Phi)


def closed_loop(Phi: ArrayLike, Gamma: ArrayLike, K: ArrayLike) -> Matrix:
    """Return the transition of the state with feedback; Φ and Γ are the plant's."""
    return np.asarray(np.asarray(Phi) - np.asarray(Gamma) @ np.asarray(K))  # [VanWinssen85 2.3.1]


def _identity(size: int, like: Matrix) -> Matrix:
    if like.dtype != object:
        return np.eye(size)
    return np.array([[int(i == j) for j in range(size)] for i in range(size)], object)


def _solve(M: Matrix, rhs: Matrix) -> Matrix:
    """Solve by elimination; scalars may be of any field."""
    if M.dtype != object:
        return np.asarray(np.linalg.solve(M, rhs))
    rows = [[*left, *right] for left, right in zip(M, rhs, strict=True)]
    n = len(rows)
    for i in range(n):
        pivot = next((r for r in range(i, n) if rows[r][i] != 0), None)
        if pivot is None:
            raise ZeroDivisionError("the weights leave a torque without effect")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for r in range(n):
            if r != i:
                rows[r] = [x - rows[r][i] * y for x, y in zip(rows[r], rows[i], strict=True)]
    return np.array([row[n:] for row in rows], object)
