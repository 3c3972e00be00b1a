"""What follows from a loop being closed: scalar equations, each between some of its joints only.

Scalars: any commutative ring.
Frames:  a loop's fork, unless said otherwise.

Every joint of a loop lies on one side of it. From its origin the cut point is reached in two ways: outwards along its
own side (`inner`), and around through the fork along the other side (`outer`). Where the two origins of a cut joint are
one point, and where its frames have directions in common,

    kind         equation                                                         does not depend on
    DISTANCE     |outer|² = |inner|²                                              the joint's own turn
    ALONG        axis · outer = axis · inner                                      the joint's own turn
    COMPONENT    outer = R inner, by components in the parent's frame             joints below, on the same side
    TILT         axis · direction, from both sides                                the joint's own turn
    HEADING      direction from outside = R direction from inside                 joints below, on the same side
    ROW          the cut joint's own rows, as `joints.cut` has them               -
    ASIDE        the same where origins may be apart, with the second frame's axes
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from symdyn.algebra.spatial import Vec3
from symdyn.closure.stance import HERE, Cut, Frame
from symdyn.joints.cut import FIRST, SECOND, CutKind, X, Y, Z

DISTANCE, ALONG, COMPONENT, TILT, HEADING, ROW, ASIDE = range(7)


class Placing(Protocol):
    """A stance, with all joints known, or all but that of one link, and then with the known ones beneath it.

    `chains` are the frames of links on others, once asked for.
    """

    chains: dict[tuple[int, ...], Frame[Any]]

    @property
    def beneath(self) -> Placing | None:
        """The stance of the known joints; None where all are known."""

    @property
    def unknown_link(self) -> int:
        """The link whose joint is not known."""

    def constant(self, x: Any) -> Any:
        """Return an element of the ring as a scalar of this stance."""

    def placed(self, link: int) -> tuple[Frame[Any], Vec3[Any]]:
        """Return the frame at a joint's origin that turns with its link, and the link's origin in its axes."""

    def axis(self, link: int) -> Vec3[Any]:
        """Return a joint's axis in its link's frame."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """An equation of one loop; of a joint, its side and its place there; a direction or component, where it has one."""

    kind: int
    loop: int
    side: int = FIRST
    place: int = 0
    direction: int = 0
    component: int = 0


def consequences(kinds: Sequence[CutKind], places: Sequence[tuple[Sequence[int], Sequence[int]]]) -> list[Consequence]:
    """List the equations of all loops, cheap ones first; ``places`` are those of moving joints, on both sides."""
    found: list[Consequence] = []
    for loop, (kind, of_sides) in enumerate(zip(kinds, places, strict=True)):
        found += _of_loop(loop, kind, of_sides)
    return sorted(found, key=lambda one: one.kind)


def _of_loop(loop: int, kind: CutKind, places: tuple[Sequence[int], Sequence[int]]) -> Iterator[Consequence]:
    for side in (FIRST, SECOND):
        for place in places[side]:
            if kind.meets:
                yield Consequence(DISTANCE, loop, side, place)
                yield Consequence(ALONG, loop, side, place)
                for component in (X, Y, Z):
                    yield Consequence(COMPONENT, loop, side, place, component=component)
            for direction in kind.shared:
                yield Consequence(TILT, loop, side, place, direction)
                for component in (X, Y, Z):
                    yield Consequence(HEADING, loop, side, place, direction, component)
    for row in range(kind.rows):
        yield Consequence(ROW, loop, place=row)
    for row in range(0 if kind.meets else len(kind.apart)):
        yield Consequence(ASIDE, loop, place=row)


def evaluated(one: Consequence, cut: Cut[Any], where: Placing) -> Any:
    """Return what vanishes where the loop is closed."""
    if one.kind in (ROW, ASIDE):
        return _row(one, cut, where)
    own, other = cut.sides[one.side], cut.sides[1 - one.side]
    link = own[one.place]
    below = along(where, own[: one.place])
    at_joint, offset = where.placed(link)
    beyond = Frame(HERE.R, offset).then(along(where, own[one.place + 1 :])).then(cut.frames[one.side])
    around = along(where, other).then(cut.frames[1 - one.side])
    if one.kind in (DISTANCE, ALONG, COMPONENT):
        outer, inner = around.p - (below.p + below.R @ at_joint.p), beyond.p
    else:
        outer, inner = around.axis(one.direction), beyond.axis(one.direction)
    if one.kind == DISTANCE:
        return outer.dot(outer) - inner.dot(inner)
    if one.kind in (ALONG, TILT):
        axis = where.axis(link)
        return (below.R @ (at_joint.R @ axis)).dot(outer) - axis.dot(inner)
    return list(below.R.T @ outer)[one.component] - list(at_joint.R @ inner)[one.component]


def _row(one: Consequence, cut: Cut[Any], where: Placing) -> Any:
    first, second = (along(where, side).then(frame) for side, frame in zip(cut.sides, cut.frames, strict=True))
    kind, row = cut.kind, one.place
    if row >= len(kind.apart):
        i, j = kind.upright[row - len(kind.apart)]
        return first.axis(i).dot(second.axis(j))
    apart = second.p - first.p
    if kind.meets:
        return list(apart)[kind.apart[row]]
    return (second if one.kind == ASIDE else first).axis(kind.apart[row]).dot(apart)


def along(where: Placing, links: Sequence[int]) -> Frame[Any]:
    """Return the frame of the last of some links, each on the one before, in that of the link before the first."""
    key = tuple(links)
    if not key:
        return HERE
    if key not in where.chains:
        where.chains[key] = _chained(where, key)
    return where.chains[key]


def _chained(where: Placing, links: tuple[int, ...]) -> Frame[Any]:
    if where.beneath is not None and where.unknown_link not in links:
        return along(where.beneath, links).map(where.constant)
    at_joint, offset = where.placed(links[-1])
    return along(where, links[:-1]).then(at_joint).then(Frame(HERE.R, offset))
