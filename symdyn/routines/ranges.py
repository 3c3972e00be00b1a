"""Ranges of whole numbers, from the smallest to the largest, and what comparisons leave of them."""

from __future__ import annotations

Range = tuple[int, int] | None  # None: it may be any number
OPPOSITE = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
NOT = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
EMPTY = (1, 0)
FAR = 1 << 62  # where nothing is known of one end


def cut(a: Range, operator: str, b: tuple[int, int]) -> Range:
    """Return what is left of a range by a comparison with another."""
    low, high = a or (-FAR, FAR)
    if operator == "!=":
        if b[0] == b[1]:
            low, high = low + (low == b[0]), high - (high == b[0])
    elif operator == "==":
        low, high = max(low, b[0]), min(high, b[1])
    elif operator in ("<", "<="):
        high = min(high, b[1] - (operator == "<"))
    else:
        low = max(low, b[0] + (operator == ">"))
    return EMPTY if low > high else (low, high)


def plus(a: Range, b: Range) -> Range:
    """Add."""
    return None if a is None or b is None else (a[0] + b[0], a[1] + b[1])


def times(a: Range, b: Range) -> Range:
    """Multiply."""
    if a is None or b is None:
        return None
    ends = [x * y for x in a for y in b]
    return min(ends), max(ends)


def either(a: Range, b: Range) -> Range:
    """Return a range around two."""
    return None if a is None or b is None else (min(a[0], b[0]), max(a[1], b[1]))


def of_table(table: tuple[tuple[int, ...], ...] | None) -> Range:
    """Return the range of all numbers of a table."""
    numbers = [x for row in table or () for x in row]
    return (min(numbers), max(numbers)) if numbers else None
