"""Arrays as a user gives them to generated code -> real numbers of one type, in one piece of memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symdyn.errors import InputError

REAL = "biufO"  # NumPy's letters of truth values, integers, floats, and objects, which may be fractions
Shape = tuple[int, ...]


def real_array(values: ArrayLike, name: str, dtype: Any, field: str) -> NDArray[Any]:
    """Return the numbers of an input, in one piece.

    Raises:
        InputError: they are no real numbers; an imaginary part is never dropped.
    """
    if np.ma.isMaskedArray(values) and np.ma.is_masked(values):
        raise InputError(f"{name} has masked entries; fill them", field=field)
    try:
        array = np.asarray(values)
        if array.dtype.kind == "O" and any(entry is None for entry in array.flat):
            raise ValueError("None is no number")
        if array.dtype.kind in REAL:
            return np.ascontiguousarray(array, dtype)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{name} must be an array of real numbers", field=field) from None
    found = "complex ones" if array.dtype.kind == "c" else array.dtype
    raise InputError(f"{name} must be an array of real numbers, not {found}", field=field)


def joint_samples(shapes: Mapping[str, Shape], field: str) -> Shape:
    """Return the shape of the samples that inputs have together, by the shapes of the samples of each.

    Raises:
        InputError: the inputs do not go together.
    """
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        given = ", ".join(f"{name} {_count(shape)}" for name, shape in shapes.items())
        what = f"inputs have different numbers of samples ({given}); give as many of each, or one"
        raise InputError(what, field=field) from None


def _count(shape: Shape) -> str:
    return " x ".join(map(str, shape)) or "1"
