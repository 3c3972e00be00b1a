"""Memory in which it shows what was never written, and what was written beside it.

Arrays are filled with one unusual NaN before code under check gets them. Where it still is afterwards, bit by bit, the
code wrote nothing: without that, an element left out might find the right value of an earlier call in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

PATTERNS: Mapping[int, Any] = {  # by the size of a number: quiet NaNs with a payload of ours
    8: np.uint64(0x7FF8_5359_4D44_594E),
    4: np.uint32(0x7FC5_594E),
}
MARGIN = 16  # elements before and after an output that nobody may write

Array = NDArray[Any]


def pattern(dtype: np.dtype[Any]) -> Array:
    """Return the pattern as a number of a type."""
    return np.array([PATTERNS[dtype.itemsize]]).view(dtype)


def unwritten(array: Array) -> NDArray[np.intp]:
    """Return the flat indices of the elements that still are the pattern."""
    bits = PATTERNS[array.dtype.itemsize]
    return np.flatnonzero(np.ascontiguousarray(array).reshape(-1).view(bits.dtype) == bits)


@dataclass(frozen=True, slots=True)
class Guarded:
    """An output filled with the pattern, with margins around it."""

    whole: Array
    inside: Array

    @classmethod
    def of(cls, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Guarded:
        """Make one."""
        size = int(np.prod(shape))
        whole = np.empty(size + 2 * MARGIN, dtype)
        whole[:] = pattern(dtype)
        return cls(whole, whole[MARGIN : MARGIN + size].reshape(shape))

    def problem(self) -> str:
        """Say what the code did wrong, to be followed by the output's name; nothing if all is well."""
        left = unwritten(self.inside)
        if left.size:
            element = ", ".join(map(str, np.unravel_index(left[0], self.inside.shape)))
            return f"never writes element [{element}] of" if element else "never writes"
        margins = np.concatenate((self.whole[:MARGIN], self.whole[-MARGIN:]))
        return "" if unwritten(margins).size == 2 * MARGIN else "writes outside of"


def fill_new_arrays() -> None:
    """Have `numpy.empty` give arrays filled with the pattern from now on, in this whole process."""
    empty = np.empty

    def filled(*arguments: Any, **options: Any) -> Array:
        array = empty(*arguments, **options)
        if array.dtype.kind == "f" and array.dtype.itemsize in PATTERNS:
            array[...] = pattern(array.dtype)[0]
        return array

    setattr(np, "empty", filled)  # noqa: B010 (the name is final for type checkers)
