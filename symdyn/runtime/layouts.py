"""Batches whose samples do not lie in rows: in columns, or in blocks of columns as compiled code works on them.

Code that has no function for a layout is called with rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symdyn.errors import InputError
from symdyn.interface import Argument
from symdyn.interface.arrays import real_array
from symdyn.interface.layouts import BLOCK, COLUMNS, shape_in
from symdyn.runtime.runner import Call

Arrays = list[NDArray[Any]]


class Layout:
    """How the samples of one kernel's batch lie."""

    def __init__(self, name: str, scalar: str, field: str) -> None:
        """Remember which layout, the type of number, and the kernel's name, for messages."""
        self._name, self._scalar, self._field = name, scalar, field
        self._samples = 0 if name == COLUMNS else 1  # where rows have the axis of samples, or of those of a block

    def taken(self, given: Mapping[str, ArrayLike], inputs: Sequence[Argument], dtype: Any) -> tuple[Arrays, int]:
        """Return the inputs as the code takes them, and how many samples, or blocks, there are.

        Raises:
            InputError: an input is not as this layout has it, or has another number of samples.
        """
        arrays, counts = list[NDArray[Any]](), dict[str, int]()
        for port in inputs:
            array = real_array(given[port.name], port.name, dtype, self._field)
            count = self._count(array)
            is_one = port.name == "pi"
            if array.shape != ((port.size,) if is_one else self._shape((port.size,), count)):
                wanted = f"({port.size},)" if is_one else self._wanted(port)
                raise InputError(f"{port.name} must have shape {wanted}, not {array.shape}", field=self._field)
            arrays.append(array)
            if not is_one:
                counts[port.name] = count
        if len(set(counts.values())) > 1:
            found = ", ".join(f"{name} {count}" for name, count in counts.items())
            raise InputError(f"inputs have different numbers of samples ({found})", field=self._field)
        return arrays, next(iter(counts.values()))

    def shapes(self, outputs: Sequence[Argument], count: int) -> dict[str, tuple[int, ...]]:
        """Return the shapes of results."""
        return {port.name: self._shape(port.shape, count) for port in outputs}

    def by_rows(self, call: Call, inputs: Sequence[tuple[Argument, NDArray[Any]]], results: Arrays) -> None:
        """Call code that takes rows, and put what it gives where it belongs."""
        rows = [array if port.name == "pi" else self._rows(array) for port, array in inputs]
        given = [self._rows(np.empty_like(result)) for result in results]
        count = len(given[0])
        call(count, rows, given)
        for result, found in zip(results, given, strict=True):
            moved = np.moveaxis(result, -1, self._samples)
            moved[...] = found.reshape(moved.shape)

    def _rows(self, array: NDArray[Any]) -> NDArray[Any]:
        """Return an array with a row for each sample."""
        moved = np.ascontiguousarray(np.moveaxis(array, -1, self._samples))
        return moved if self._name == COLUMNS else moved.reshape(-1, *moved.shape[2:])

    def _count(self, array: NDArray[Any]) -> int:
        return array.shape[-1 if self._name == COLUMNS else 0] if array.ndim else 0

    def _shape(self, entries: tuple[int, ...], count: int) -> tuple[int, ...]:
        return shape_in(self._name, entries, count, self._scalar)

    def _wanted(self, port: Argument) -> str:
        return f"({port.size}, N)" if self._name == COLUMNS else f"(B, {port.size}, {BLOCK[self._scalar]})"
