"""Which of several constants to divide by: a number rather than a sum, but never a hair beside large ones.

Scalars: exact constants.

What is divided by should be short to write. Where geometry is thin, with axes such as 1e-6, 1e-6, 1, the shortest may
be a hair; quotients then grow with every division, and their roundings with them. So a constant that is thin among its
fellows, below a thousandth of the largest, is not divided by as long as another is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact

THIN = 1e-3  # of the largest beside it; lengths and cosines that were meant are larger


def awkwardness(value: Exact) -> int:
    """How unwelcome a divisor is: numbers are best, single terms next, sums last."""
    if value.is_rational:
        return 0 if abs(value.rational) == 1 else 1
    return 1 + len(value.terms)


def relative_size(value: Exact, fellows: Iterable[Exact]) -> float:
    """How large a constant is beside the largest of its fellows; 1 where symbols leave that open."""
    size = _size(value)
    if size is None:
        return 1.0
    largest = max((other for other in map(_size, fellows) if other is not None), default=size)
    return size / largest if 0.0 < largest < inf else float(size == largest)


def is_thin(value: Exact, fellows: Iterable[Exact]) -> bool:
    """Tell whether a constant is a hair beside its fellows."""
    return relative_size(value, fellows) < THIN


def _size(value: Exact) -> float | None:
    """The absolute value; None of a constant with symbols, which may have any."""
    if value.symbols():
        return None
    try:
        return abs(to_float(value))
    except OverflowError:
        return inf
