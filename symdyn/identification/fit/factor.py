"""All rows of a joint as one triangle: R of [A y] = Q R holds everything that least squares ask of A and y.

Triangles of two logs are merged by another factorisation, so no log is read twice, and weights may change afterwards.
Normal equations would do as well but for their condition number, which is the square of that of A.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symdyn.identification.logs.log import Array, Mask


@dataclass(frozen=True, slots=True, eq=False)
class Factor:
    """The triangle (k + 1 square) of ``rows`` rows [A y]."""

    R: Array
    rows: int

    def merged(self, other: Factor) -> Factor:
        """Return the triangle of the rows of both."""
        if not (self.rows and other.rows):
            return self if self.rows else other
        return Factor(triangle(np.vstack([self.R, other.R])), self.rows + other.rows)

    def residual(self, x: Array) -> float:
        """‖A x - y‖."""
        return float(np.linalg.norm(self.R @ np.append(x, -1.0)))

    def of(self, columns: Sequence[int]) -> Factor:
        """Return the triangle of some of the columns."""
        return Factor(triangle(self.R[:, [*columns, -1]]), self.rows)

    @property
    def size(self) -> float:
        """‖y‖."""
        return float(np.linalg.norm(self.R[:, -1]))


def factor_of(A: Array, y: Array, used: Mask | None = None) -> Factor:
    """Return the triangle of some rows; with ``used``, A has these columns only, and others are zero."""
    small = triangle(np.column_stack([A, y]))
    if used is None:
        return Factor(small, len(y))
    width = len(used) + 1
    R = np.zeros((width, width))
    R[: len(small), np.append(np.flatnonzero(used), width - 1)] = small
    return Factor(R, len(y))


def merged(factors: Sequence[Factor], others: Sequence[Factor]) -> list[Factor]:
    """Return the triangles of the rows of both, joint by joint."""
    return [one.merged(other) for one, other in zip(factors, others, strict=True)]


def no_rows(k: int) -> Factor:
    """Return the triangle of no rows for k parameters."""
    return Factor(np.zeros((k + 1, k + 1)), 0)


def triangle(rows: Array) -> Array:
    """R of rows = Q R, square also where there are few rows."""
    width = rows.shape[1]
    R = np.asarray(np.linalg.qr(rows, mode="r"))
    return R if len(R) == width else np.vstack([R, np.zeros((width - len(R), width))])
