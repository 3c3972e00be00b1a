"""All rows of a joint as one triangle: R of [A y] = Q R holds everything that least squares ask of A and y.

Triangles of two logs are merged by another factorisation, so no log is read twice, and weights may change afterwards.
Normal equations would do as well but for their condition number, which is the square of that of A.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symdyn.identification.logs.log import Array


@dataclass(frozen=True, slots=True, eq=False)
class Factor:
    """The triangle (k + 1 square) of ``rows`` rows [A y]."""

    R: Array
    rows: int

    def merged(self, other: Factor) -> Factor:
        """Return the triangle of the rows of both."""
        return Factor(triangle(np.vstack([self.R, other.R])), self.rows + other.rows)

    def residual(self, x: Array) -> float:
        """‖A x - y‖."""
        return float(np.linalg.norm(self.R @ np.append(x, -1.0)))

    @property
    def size(self) -> float:
        """‖y‖."""
        return float(np.linalg.norm(self.R[:, -1]))


def factor_of(A: Array, y: Array) -> Factor:
    """Return the triangle of some rows."""
    return Factor(triangle(np.column_stack([A, y])), len(y))


def no_rows(k: int) -> Factor:
    """Return the triangle of no rows for k parameters."""
    return Factor(np.zeros((k + 1, k + 1)), 0)


def triangle(rows: Array) -> Array:
    """R of rows = Q R, square also where there are few rows."""
    width = rows.shape[1]
    R = np.asarray(np.linalg.qr(rows, mode="r"))
    return R if len(R) == width else np.vstack([R, np.zeros((width - len(R), width))])
