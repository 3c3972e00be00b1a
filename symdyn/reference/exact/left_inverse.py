"""Elimination over a field: the matrix that solves equations of which some follow from others."""

from collections.abc import Callable
from typing import Any

import numpy as np

from symdyn.reference.exact.jets import Array

Reduced = Callable[[Any], Any]


class DependentColumnsError(ValueError):
    """Columns that have no left inverse: not all unknowns are determined."""


def left_inverse(matrix: Array, reduced: Reduced, reciprocal: Callable[[Any], Any]) -> tuple[Array, Array]:
    """Return L with L A = 1, and rows K that span all relations K A = 0 between the rows of A."""
    count, unknowns = matrix.shape
    rows = np.concatenate([matrix, np.eye(count, dtype=int).astype(object)], axis=1)
    for column in range(unknowns):
        pivot = next((i for i in range(column, count) if reduced(rows[i, column])), None)
        if pivot is None:
            raise DependentColumnsError(f"column {column} depends on those before it")
        rows[[column, pivot]] = rows[[pivot, column]]
        rows[column] = reduced(rows[column] * reciprocal(rows[column, column]))
        for i in range(count):
            if i != column and reduced(rows[i, column]):
                rows[i] = reduced(rows[i] - rows[i, column] * rows[column])
    return rows[:unknowns, unknowns:], rows[unknowns:, unknowns:]
