"""All rows of a joint as one triangle: R of [A y] = Q R holds everything that least squares ask of A and y.

Triangles of two logs are merged by another factorisation, so no log is read twice, and weights may change afterwards.
Normal equations would do as well, at a fifth of the cost, but for their condition number, which is the square of that
of A. So the triangle of very many rows is found from that of a few of them: in the axes of these, each divided by its
size, columns are nearly at right angles and of one length, and of such ones normal equations lose nothing. Axes that
the few hardly see are divided by the root of what rounding leaves, so that no more than that is lost of A.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symdyn.identification.logs.log import Array, Mask

TALL = 8  # times as many rows as columns: fewer are factored as they are
LEAST = 1e-8  # of the largest axis
ALIKE = 30.0  # times the usual axis of what remains: more, and the few did not see it


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


def factor_of(A: Array, y: Array) -> Factor:
    """Return the triangle of some rows."""
    return Factor(triangle(np.column_stack([A, y])), len(y))


def spread_out(small: Array, used: Mask) -> Array:
    """Return the triangle of all columns, and the torque, from that of those that are ``used``; others are zero."""
    width = len(used) + 1
    R = np.zeros((width, width))
    R[: len(small), np.append(np.flatnonzero(used), width - 1)] = small
    return R


def triangle_of_many(columns: Array, few: Array) -> Array:
    """Return the triangle of many rows, which lie along the last axis; ``few`` is that of a few of them."""
    width, count = columns.shape
    if count < TALL * width or not few.any():
        return triangle(columns.T)
    lengths = np.linalg.norm(few, axis=0)
    lengths = np.where(lengths > 0, lengths, 1.0)
    _, sizes, turn = np.linalg.svd(few / lengths)
    sizes = np.maximum(sizes, LEAST * sizes[0])
    alike = (turn / sizes[:, None] / lengths) @ columns
    squares, axes = np.linalg.eigh(alike @ alike.T)
    if not 0 < squares[-1] < ALIKE**2 * np.median(squares):
        return triangle(columns.T)
    root = np.sqrt(np.maximum(squares, 0.0))[:, None] * axes.T
    return triangle(root @ (sizes[:, None] * turn * lengths))


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
