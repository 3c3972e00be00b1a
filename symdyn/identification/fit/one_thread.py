"""Linear algebra on one thread: triangles are so small that threads would wait for each other and do nothing else.

Factoring a window of rows on two threads of OpenBLAS takes ten to fifty times as long as on one. Other libraries are
left as they are.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

NAMES = ("scipy_openblas_{}_num_threads64_", "openblas_{}_num_threads64_", "openblas_{}_num_threads")


@contextmanager
def one_thread() -> Iterator[None]:
    """Let NumPy's and SciPy's linear algebra use one thread inside the block."""
    found = [(set_to, get()) for get, set_to in _libraries()]
    for set_to, _ in found:
        set_to(1)
    try:
        yield
    finally:
        for set_to, before in found:
            set_to(before)


@cache
def _libraries() -> tuple[tuple[Any, Any], ...]:
    """How many threads each OpenBLAS that came with NumPy and SciPy uses, and how to change it."""
    import numpy

    place = Path(numpy.__file__).parents[1]
    files = [file for folder in ("numpy.libs", "scipy.libs") for file in sorted(place.glob(f"{folder}/*openblas*"))]
    return tuple(pair for file in files if (pair := _switch(file)) is not None)


def _switch(file: Path) -> tuple[Any, Any] | None:
    try:
        library = ctypes.CDLL(str(file))
    except OSError:
        return None
    for name in NAMES:
        get, set_to = (getattr(library, name.format(verb), None) for verb in ("get", "set"))
        if get is not None and set_to is not None:
            return get, set_to
    return None
