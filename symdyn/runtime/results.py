"""Results of kernels: arrays that a user gives for them, checked, and results as a user gets them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symdyn.errors import InputError


def checked_results(
    out: Any, shapes: Mapping[str, tuple[int, ...]], dtype: Any, inputs: Mapping[str, NDArray[Any]], field: str
) -> list[NDArray[Any]]:
    """Return the arrays of ``out``, which the code may write into.

    Raises:
        InputError: an array is not as the code writes it, or lies over an input or another result.
    """
    given = [out] if len(shapes) == 1 and not isinstance(out, tuple) else out
    if not isinstance(given, tuple | list) or len(given) != len(shapes):
        raise InputError(f"out must be a tuple of arrays for {', '.join(shapes)}", field=field)
    taken = dict(inputs)
    for array, (name, shape) in zip(given, shapes.items(), strict=True):
        if not isinstance(array, np.ndarray) or array.dtype != dtype or array.shape != shape:
            raise InputError(f"out for {name} must be an array of {np.dtype(dtype)} of shape {shape}", field=field)
        if not (array.flags.c_contiguous and array.flags.writeable and array.flags.aligned):
            raise InputError(f"out for {name} must be contiguous, aligned and writable", field=field)
        for other, values in taken.items():
            if np.may_share_memory(array, values):
                raise InputError(f"out for {name} lies over {other}; the code needs them apart", field=field)
        taken[name] = array
    return list(given)


def finished(results: Sequence[NDArray[Any]]) -> Any:
    """Return one result as it is, several as a tuple; a number where a result has no axis."""
    if len(results) == 1:
        (result,) = results
        return result if result.ndim else result[()]
    return tuple(result if result.ndim else result[()] for result in results)
