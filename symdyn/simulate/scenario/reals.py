"""Take numbers out of a scenario's tree as doubles: the expressions of robot files, and one number per joint."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from symdyn.model.robot_file.fields import items_of
from symdyn.model.robot_file.quantities import Reading, number
from symdyn.model.text.tree import Node

SHORTEST, LONGEST = 1e-6, 1e9  # s: a thousandth of the usual sample, and a third of a century


def real(node: Node, reading: Reading) -> float:
    """Read a number or an expression."""
    value = reading.decimal(number(node, reading))
    if value is None:
        raise node.error("a scenario needs values; give every symbol one")
    return value


def positive(node: Node, reading: Reading) -> float:
    """Read a number above zero."""
    value = real(node, reading)
    if value <= 0:
        raise node.error(f"must be above 0, not {value:g}")
    return value


def between(node: Node, reading: Reading, least: float, most: float, unit: str = "") -> float:
    """Read a number from ``least`` to ``most``."""
    value = real(node, reading)
    if not least <= value <= most:
        raise node.error(f"must be from {least:g} to {most:g}{unit}, not {value:g}")
    return value


def seconds(node: Node, reading: Reading) -> float:
    """Read how long something takes: an instant is no time, and rates over it are no numbers."""
    if real(node, reading) <= 0:
        return positive(node, reading)  # which refuses it in plainer words
    return between(node, reading, SHORTEST, LONGEST, " s")


def not_negative(node: Node, reading: Reading) -> float:
    """Read a number that is not below zero."""
    value = real(node, reading)
    if value < 0:
        raise node.error(f"must not be below 0, but is {value:g}")
    return value


def whole(node: Node, reading: Reading) -> int:
    """Read a whole number that is not below zero."""
    value = not_negative(node, reading)
    if not value.is_integer():
        raise node.error(f"must be a whole number, not {value:g}")
    return int(value)


def per_joint(node: Node, joints: Sequence[str], reading: Reading) -> tuple[float, ...]:
    """Read one number for every moving joint; a single number is meant for each of them."""
    if not isinstance(node.value, tuple):
        return (real(node, reading),) * len(joints)
    return reals(node, reading, len(joints), f"one for each of {', '.join(joints)}")


def reals(node: Node, reading: Reading, count: int, meaning: str) -> tuple[float, ...]:
    """Read a list of ``count`` numbers; ``meaning`` says in the message what they are."""
    items = items_of(node)
    if len(items) != count:
        raise node.error(f"expected {count} numbers, {meaning}; found {len(items)}")
    return tuple(real(item, reading) for item in items)


def interval(entries: Mapping[str, Node], reading: Reading) -> tuple[float, float]:
    """Read `from` and `to`, a span of time; left out they are the whole run."""
    start = not_negative(entries["from"], reading) if "from" in entries else 0.0
    end = real(entries["to"], reading) if "to" in entries else math.inf
    if end <= start:
        raise entries["to"].error(f"the end, {end:g} s, is not after the start, {start:g} s")
    return start, end


def bounds(node: Node, reading: Reading) -> tuple[float, float]:
    """Read a list [lowest, highest]."""
    low, high = reals(node, reading, 2, "the lowest and the highest")
    if high < low:
        raise node.error(f"the highest, {high:g}, is below the lowest, {low:g}")
    return low, high
