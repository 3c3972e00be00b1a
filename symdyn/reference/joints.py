"""By how much one unit of a joint's coordinate turns its link about the axis, and moves it along the axis.

A joint's type says it; or its entry has a `pitch`, and it turns by 1 and moves by that, whatever its type. Who adds a
kind of joint that moves otherwise says here how, apart from the kind, which proofs then hold to it.
"""

from collections.abc import Callable, Mapping
from typing import Any

Entry = Mapping[str, Any]
Reader = Callable[[Any], Any]
"""Reads what an entry has where a number is wanted; other expressions too, such as `0.01/(2*pi)`."""

Moves = Callable[[Entry, Reader], tuple[Any, Any]]
"""From a joint's entry in the robot file to turn and travel; a turn is -1, 0 or 1."""

MOVES: dict[str, Moves] = {
    "revolute": lambda entry, number: (1, 0),
    "prismatic": lambda entry, number: (0, 1),
    "fixed": lambda entry, number: (0, 0),
}


class UnknownJointError(ValueError):
    """Nobody has said how a kind of joint moves."""


def register(kind: str, moves: Moves) -> None:
    """Say how a kind of joint moves that is registered with `symdyn.joints.registry`."""
    if kind in MOVES:
        raise ValueError(f"it is known already how a {kind} joint moves")
    MOVES[kind] = moves


def turn_and_travel(entry: Entry, number: Reader) -> tuple[Any, Any]:
    """Return turn and travel of an entry."""
    kind = entry["type"]
    if kind in MOVES:
        return MOVES[kind](entry, number)
    if "pitch" in entry:
        return 1, number(entry["pitch"])
    raise UnknownJointError(f"nobody has told the witness how a {kind} joint moves: symdyn.reference.joints.register")
