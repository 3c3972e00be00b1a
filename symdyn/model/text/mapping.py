"""Python data -> tree: the same mapping as in a robot file, as dicts, lists, numbers and texts.

A float stands for the decimal that Python prints for it: 0.1 is 1/10, not the double next to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

from symdyn.model.text.tree import Budget, Node, child_field, quoted

MAX_INTEGER_BITS = 200  # beyond every quantity of a robot, and short of where Python refuses to print


@dataclass(frozen=True, slots=True)
class Located:
    """A value together with the line of the file it was read from."""

    value: Any
    line: int


def read_mapping(data: Any, file: str = "") -> Node:
    """Return the tree of Python data; values without a line of their own take that of what holds them."""
    return _tree(data, Node(None, "", file, None), Budget(), 0)


def _tree(data: Any, place: Node, budget: Budget, depth: int) -> Node:
    budget.spend(place, depth)
    if isinstance(data, Located):
        return _tree(data.value, Node(None, place.field, place.file, data.line), budget, depth)
    if isinstance(data, Mapping):
        return Node(_entries(data, place, budget, depth), place.field, place.file, place.line)
    if hasattr(data, "tolist"):  # NumPy arrays and scalars
        data = data.tolist()
    if isinstance(data, list | tuple):
        places = (Node(None, f"{place.field}[{index}]", place.file, place.line) for index in range(len(data)))
        items = tuple(_tree(item, at, budget, depth + 1) for item, at in zip(data, places, strict=True))
        return Node(items, place.field, place.file, place.line)
    return Node(_scalar(data, place), place.field, place.file, place.line)


def _entries(data: Mapping[Any, Any], place: Node, budget: Budget, depth: int) -> dict[str, Node]:
    entries = {}
    for key, value in data.items():
        if not isinstance(key, str):
            raise place.error(f"the key {quoted(repr(key))} is not a text")
        at = Node(None, child_field(place.field, key), place.file, place.line)
        entries[key] = _tree(value, at, budget, depth + 1)
    return entries


def _scalar(data: Any, place: Node) -> str | None:
    if data is None or isinstance(data, str):
        return data
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, Integral | Fraction):
        ratio = Fraction(data)
        if max(ratio.numerator.bit_length(), ratio.denominator.bit_length()) > MAX_INTEGER_BITS:
            raise place.error("the number has too many digits")
        return str(ratio)
    if isinstance(data, Decimal):
        return str(data)
    if isinstance(data, Real):
        return repr(float(data))
    raise place.error(f"a {type(data).__name__} cannot stand in a robot; use numbers, texts, lists and mappings")
