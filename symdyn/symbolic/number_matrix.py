"""A matrix of SymPy that NumPy reads at once.

SymPy would evaluate every entry as it is written out, with long constants in full: minutes for a robot whose angles are
rounded. The exact constants behind the entries give the nearest doubles in milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import sympy as sp

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.symbolic.exact_expression import expression


class NumberMatrix(sp.ImmutableDenseMatrix):  # type: ignore[misc]
    """The matrix; what is computed from it is one of SymPy's own kind as far as NumPy is concerned."""

    floats: np.ndarray | None = None

    def __array__(self, dtype: Any = object, copy: bool | None = None) -> np.ndarray:
        """Return the nearest doubles where numbers are wanted, else SymPy's expressions."""
        if self.floats is None or np.dtype(dtype).kind not in "fc":
            return np.asarray(super().__array__(dtype=dtype))
        return self.floats.astype(dtype)


def number_matrix(rows: Sequence[Sequence[Exact]], columns: int) -> NumberMatrix:
    """Return exact constants as a matrix of SymPy."""
    matrix = NumberMatrix(len(rows), columns, [expression(x) for row in rows for x in row])
    if not any(x.symbols() for row in rows for x in row):
        matrix.floats = nearest_doubles(rows, columns)
    return matrix


def nearest_doubles(rows: Sequence[Sequence[Exact]], columns: int) -> np.ndarray:
    """Return exact constants without symbols as an array."""
    return np.array([[to_float(x) for x in row] for row in rows], dtype=float).reshape(len(rows), columns)
