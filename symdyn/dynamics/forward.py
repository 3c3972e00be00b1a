"""Forward dynamics: q̈ from the torque, by factoring the mass matrix.

Scalars: a field. This is the one part of the dynamics that divides.

M = Lᵀ D L with L unit lower triangular, eliminated from the last joint to the first. In that order the zeros of a
tree's mass matrix (joints on different branches) stay zeros, so branches cost nothing extra; and no square root is
needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def solve_mass_matrix(M: Sequence[Sequence[Any]], b: Sequence[Any]) -> tuple[Any, ...]:
    """Return x with M x = b, for M symmetric and positive definite."""
    n = len(b)
    H = [list(row) for row in M]
    inverse_D: list[Any] = [0] * n
    L: list[list[Any]] = [[0] * n for _ in range(n)]
    for k in reversed(range(n)):
        inverse_D[k] = 1 / H[k][k]
        for i in range(k):
            L[k][i] = H[k][i] * inverse_D[k]
        for i in range(k):
            for j in range(i + 1):
                H[i][j] = H[i][j] - L[k][i] * H[k][j]
    x = list(b)
    for k in reversed(range(n)):  # Lᵀ y = b
        for i in range(k):
            x[i] = x[i] - L[k][i] * x[k]
    for k in range(n):  # D z = y, then L x = z
        x[k] = x[k] * inverse_D[k]
        for i in range(k):
            x[k] = x[k] - L[k][i] * x[i]
    return tuple(x)
