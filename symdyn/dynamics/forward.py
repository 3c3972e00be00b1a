"""Forward dynamics: q̈ from the torque, by factoring the mass matrix.

Scalars: a field. This is the one part of the dynamics that divides.

M = Lᵀ D L with L unit lower triangular, eliminated from the last joint to the first. In that order the zeros of a
tree's mass matrix (joints on different branches) stay zeros, so branches cost nothing extra; and no square root is
needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Divisible

S = TypeVar("S", bound=Divisible)


@dataclass(frozen=True, slots=True)
class MassFactors(Generic[S]):
    """L, by rows, and the reciprocals of D."""

    L: tuple[tuple[S, ...], ...]
    inverse_D: tuple[S, ...]

    def solve(self, b: Sequence[S]) -> tuple[S, ...]:
        """Return x with M x = b."""
        n, L = len(b), self.L
        x = list(b)
        for k in reversed(range(n)):  # Lᵀ y = b
            for i in range(k):
                x[i] = x[i] - L[k][i] * x[k]
        for k in range(n):  # D z = y, then L x = z
            x[k] = x[k] * self.inverse_D[k]
            for i in range(k):
                x[k] = x[k] - L[k][i] * x[i]
        return tuple(x)

    def inverse(self) -> list[list[S]]:
        """Return M⁻¹ = T D⁻¹ Tᵀ with T = L⁻¹, by rows; only one half of it is computed."""
        n = len(self.inverse_D)
        T: list[list[S]] = [[ONE if i == j else ZERO for j in range(n)] for i in range(n)]
        for i in range(n):
            for j in range(i):
                for k in range(j, i):
                    T[i][j] = T[i][j] - self.L[i][k] * T[k][j]
        weighted = [[entry * d for entry, d in zip(row, self.inverse_D, strict=True)] for row in T]
        inverse: list[list[S]] = [[ZERO] * n for _ in range(n)]
        for i in range(n):
            for j in range(i + 1):
                entry: S = sum((weighted[i][k] * T[j][k] for k in range(j + 1)), start=ZERO)
                inverse[i][j] = inverse[j][i] = entry
        return inverse


def factor_mass_matrix(M: Sequence[Sequence[S]]) -> MassFactors[S]:
    """Factor M, symmetric and positive definite."""
    n = len(M)
    H = [list(row) for row in M]
    inverse_D: list[S] = [ZERO] * n
    L: list[list[S]] = [[ZERO] * n for _ in range(n)]
    for k in reversed(range(n)):
        inverse_D[k] = ONE / H[k][k]
        for i in range(k):
            L[k][i] = H[k][i] * inverse_D[k]
        for i in range(k):
            for j in range(i + 1):
                H[i][j] = H[i][j] - L[k][i] * H[k][j]
    return MassFactors(tuple(tuple(row) for row in L), tuple(inverse_D))


def solve_mass_matrix(M: Sequence[Sequence[S]], b: Sequence[S]) -> tuple[S, ...]:
    """Return x with M x = b, for M symmetric and positive definite."""
    return factor_mass_matrix(M).solve(b)
