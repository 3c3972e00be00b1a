"""Between a closed robot's coordinates and its tree, at a state: q̇ = E Q̇, τ = Eᵀ ρ, M = Eᵀ M E, J = J E.

Scalars: any commutative ring.

Friction and rotors act at more places than the tree has joints: in cut joints and motors too. So E has rows by places:
the tree's joints first, then those beside them. Torques of the tree alone are shorter, and what they lack is zero.

    code         meaning
    E            by places, each row the pairs of coordinate and factor that are not zero
    drift(w)     Ė w for the tree's joints, Ė being E's rate along the motion; None where E is constant
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Scalar

S = TypeVar("S", bound=Scalar)
Rows = Sequence[Sequence[S]]
SparseRow = tuple[tuple[int, S], ...]


@dataclass(frozen=True, slots=True)
class Projection(Generic[S]):
    """E of a closed robot at a state."""

    E: tuple[SparseRow[S], ...]
    n: int
    drift: Callable[[Sequence[S]], Sequence[S]] | None = None

    def spread(self, rates: Sequence[S]) -> tuple[S, ...]:
        """E x: rates at all places."""  # [Walker88 (5)]
        return tuple(sum((rates[j] * factor for j, factor in row), start=ZERO) for row in self.E)

    def felt(self, torques: Sequence[S]) -> tuple[S, ...]:
        """Eᵀ ρ: what the coordinates feel of torques at the first places."""
        total: list[S] = [ZERO] * self.n
        for row, torque in zip(self.E, torques, strict=False):
            for j, factor in row:
                total[j] = total[j] + torque * factor
        return tuple(total)

    def felt_rows(self, rows: Rows[S]) -> list[list[S]]:
        """Eᵀ Y."""
        by_columns = [self.felt(column) for column in zip(*rows, strict=True)]
        return [[column[j] for column in by_columns] for j in range(self.n)]

    def seen_rows(self, rows: Rows[S]) -> list[list[S]]:
        """J E."""
        return [list(self.felt(row)) for row in rows]

    def felt_drift(self, rows: Rows[S]) -> list[list[S]]:
        """Ėᵀ Y, of rows for the tree's joints."""
        by_columns = list(zip(*rows, strict=True))
        return [[_inner(drift, column) for column in by_columns] for drift in self._drifts()]

    def seen_drift(self, rows: Rows[S]) -> list[list[S]]:
        """J Ė, of columns for the tree's joints."""
        drifts = self._drifts()
        return [[_inner(drift, row) for drift in drifts] for row in rows]

    def _drifts(self) -> list[Sequence[S]]:
        """Return the columns of Ė; none where E is constant."""
        if self.drift is None:
            return [()] * self.n
        return [self.drift([ONE if i == j else ZERO for i in range(self.n)]) for j in range(self.n)]


def _inner(a: Sequence[S], b: Sequence[S]) -> S:
    return sum((x * y for x, y in zip(a, b, strict=False)), start=ZERO)
