"""Callers: compiled kernels as functions that Python calls at the cost of looking at the arrays.

What a caller takes and what it refuses stands at the head of `caller.c`. That file is the same for all robots: it is
compiled once, into the cache that robots are compiled into.
"""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from symdyn.compilation import CSource, compile_library
from symdyn.errors import SymdynError
from symdyn.runtime.runner import Caller

NAME = "symdyn_caller"
DECLARATIONS = f"""
    void *{NAME}(uintptr_t function, uintptr_t type, size_t inputs, size_t outputs, const size_t *entries, char scalar);
"""
LETTERS = {"double": b"d", "float": b"f"}  # as Python's buffers name them


def caller_of(library: Any, function: str, scalar: str, inputs: Sequence[int], outputs: Sequence[int]) -> Caller | None:
    """Return the caller of a function, of which arrays have so many entries; None where none can be made.

    It returns None where the function was called, False where an array is not as the function takes it.
    """
    callers = _callers()
    if callers is None:
        return None
    address = int(library.ffi.cast("uintptr_t", library.ffi.addressof(library.lib, function)))
    entries = callers.ffi.new("size_t[]", [*inputs, *outputs])
    made = callers.lib.symdyn_caller(address, id(np.ndarray), len(inputs), len(outputs), entries, LETTERS[scalar])
    return None if made == callers.ffi.NULL else _owned(int(callers.ffi.cast("uintptr_t", made)))


@cache
def _callers() -> Any:
    """Compile and load what makes callers; without it kernels are called through cffi, more slowly, which is told."""
    try:
        return compile_library(caller_source())
    except SymdynError as error:
        warnings.warn(f"kernels are called through cffi, which is slower: {error}", RuntimeWarning, stacklevel=3)
        return None


def caller_source() -> CSource:
    """Return the C text of what makes callers."""
    here = files(__package__)
    header, source = (here.joinpath(name).read_text(encoding="utf-8") for name in ("caller.h", "caller.c"))
    return CSource(NAME, DECLARATIONS, header, source)


def _owned(address: int) -> Any:
    """Return the Python object at an address, and let go of the reference to it that was made for us."""
    found = ctypes.cast(address, ctypes.py_object).value
    ctypes.pythonapi.Py_DecRef(ctypes.py_object(found))
    return found
