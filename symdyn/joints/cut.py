"""Joints that close a loop: what each lets two frames do, and what it takes from them.

Frames: the first frame is on the cut joint's parent, the second on its child; x, y, z are 0, 1, 2.

A cut joint holds where all its rows vanish:

    apart      the second origin has no component along these axes of the first frame (all three: the same point)
    upright    an axis of the first frame and one of the second are at a right angle

and it leaves the rates in `free`: turns about, or travel along, an axis of one of the two frames.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

X, Y, Z = range(3)
FIRST, SECOND = 0, 1
EVERYWHERE = (X, Y, Z)
PARALLEL = ((Y, Z), (Z, X), (X, Y))  # all axes as the other frame's, or two of them opposite: loops start from closed


@dataclass(frozen=True, slots=True)
class FreeRate:
    """A rate that a cut joint leaves free: about or along an axis of its first or second frame."""

    axis: int
    frame: int = FIRST
    travels: bool = False


@dataclass(frozen=True, slots=True)
class CutKind:
    """A kind of cut joint; `friction` are the keys of friction that have a meaning for it."""

    name: str
    apart: tuple[int, ...]
    upright: tuple[tuple[int, int], ...]
    free: tuple[FreeRate, ...]
    friction: tuple[str, ...]

    def __str__(self) -> str:
        """Return the name."""
        return self.name

    @property
    def meets(self) -> bool:
        """Whether the two origins are one point."""
        return len(self.apart) == len(EVERYWHERE)

    @property
    def shared(self) -> tuple[int, ...]:
        """Axes that point in the same direction in both frames."""
        if self.upright == PARALLEL:
            return EVERYWHERE
        return tuple(k for k in EVERYWHERE if {(i, k) for i in EVERYWHERE if i != k} <= set(self.upright))

    @property
    def rows(self) -> int:
        """How many rows it has; some may follow from others."""
        return len(self.apart) + len(self.upright)


def in_words(kind: CutKind) -> Iterator[str]:
    """Say what each row demands, in order."""
    for axis in kind.apart:
        yield f"the origins meet along {'xyz'[axis]}"
    for one, other in kind.upright:
        yield f"{'xyz'[one]} of the parent's frame is across {'xyz'[other]} of the child's"


ANY_FRICTION = ("viscous", "coulomb", "offset")
_KINDS = (
    CutKind("revolute", EVERYWHERE, ((X, Z), (Y, Z)), (FreeRate(Z),), ANY_FRICTION),
    CutKind("prismatic", (X, Y), PARALLEL, (FreeRate(Z, travels=True),), ANY_FRICTION),
    # an offset has no direction of its own where two axes share it
    CutKind("universal", EVERYWHERE, ((X, Y),), (FreeRate(X), FreeRate(Y, SECOND)), ("viscous", "coulomb")),
    # the sign of a rate would depend on the frame's axes
    CutKind("spherical", EVERYWHERE, (), (FreeRate(X), FreeRate(Y), FreeRate(Z)), ("viscous",)),
    CutKind("fixed", EVERYWHERE, PARALLEL, (), ()),
)
CUT_KINDS: Mapping[str, CutKind] = MappingProxyType({kind.name: kind for kind in _KINDS})
