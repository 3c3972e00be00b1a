"""A pose as a robot file writes it: turns about axes of the frame and shifts, which the field multiplies."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symdyn.algebra.exact import Exact
from symdyn.reference.exact.numbers import Numbers, Written

Triple = tuple[Exact, Exact, Exact]
X, Y, Z = range(3)
NO_SHIFT: tuple[Written, ...] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn about an axis of the frame."""

    about: int
    cosine: Exact
    sine: Exact


@dataclass(frozen=True, slots=True)
class Shift:
    """A shift of the frame."""

    by: Triple


Moves = tuple[Turn | Shift, ...]


def constants(moves: Moves) -> Iterator[Exact]:
    """Yield every constant of a pose."""
    for move in moves:
        yield from (move.cosine, move.sine) if isinstance(move, Turn) else move.by


def origin(written: Mapping[str, Any] | None, numbers: Numbers) -> Moves:
    """Return the pose of a frame that is written as `xyz` and `rpy`."""
    placed = written or {}
    shift = Shift(triple(placed.get("xyz"), NO_SHIFT, numbers))
    roll, pitch, yaw = placed.get("rpy") or NO_SHIFT
    turns = (Turn(about, *numbers.angle(angle)) for about, angle in ((Z, yaw), (Y, pitch), (X, roll)))
    return (shift, *turns)


def triple(written: Sequence[Written] | None, default: Sequence[Written], numbers: Numbers) -> Triple:
    """Return three numbers, the default ones where nothing is written."""
    x, y, z = (numbers.number(part) for part in (default if written is None else written))
    return x, y, z
