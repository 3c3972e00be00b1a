"""What follows from a loop being closed: scalar equations, each between some of its joints only.

Scalars: any commutative ring.
Frames:  a loop's fork, unless said otherwise.

Every joint of a loop lies on one side of it. From its origin the cut point is reached in two ways: outwards along its
own side (`inner`), and around through the fork along the other side (`outer`). Where the two origins of a cut joint are
one point, and where its frames have directions in common,

    kind         equation                                                         does not depend on
    DISTANCE     half of |outer|² = |inner|²                                      the joint's own turn
    ALONG        axis · outer = axis · inner                                      the joint's own turn
    COMPONENT    outer = R inner, by components in the frame of the link's group  joints below, on the same side
    TILT         axis · direction, from both sides                                the joint's own turn
    HEADING      direction from outside = R direction from inside                 joints below, on the same side
    ROW          the cut joint's own rows, as `joints.cut` has them               -
    ASIDE        the same where origins may be apart, with the second frame's axes
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from symdyn.closure.along import Placing, along
from symdyn.closure.hinge import Hinge, hinge_between
from symdyn.closure.stance import HERE, Cut, Frame, Stance
from symdyn.joints.cut import FIRST, SECOND, CutKind, X, Y, Z

DISTANCE, ALONG, COMPONENT, TILT, HEADING, ROW, ASIDE = range(7)


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
        half_squares = (vector.dot(vector) * where.half for vector in (outer, inner))
        outer_half, inner_half = (
            hinge.half_square(where.half) if hinge else square
            for hinge, square in zip(_hinges(one, cut, where), half_squares, strict=True)
        )
        return outer_half - inner_half
    if one.kind in (ALONG, TILT):
        axis = where.axis(link)
        return (below.R @ (at_joint.R @ axis)).dot(outer) - axis.dot(inner)
    first = where.first_of_group(link)
    if first in own[: one.place + 1]:  # nothing of the group turns what is outside
        root = along(where, own[: own.index(first)])
        return list(root.R.T @ outer)[one.component] - list(where.direction(link) @ inner)[one.component]
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


def turning_square(one: Consequence, cut: Cut[Any], where: Placing, value: Any) -> Any:
    """Return a² + b² of an equation a c + b s = k in an unknown joint, with the least work."""
    hinge = next((h for h in _hinges(one, cut, where) if h), None) if one.kind == DISTANCE else None
    return hinge.turning() if hinge else value.a * value.a + value.b * value.b


def _hinges(one: Consequence, cut: Cut[Any], where: Placing) -> tuple[Hinge | None, Hinge | None]:
    """Return the unknown joint where it is on the outer way of a distance, and where it is on the inner one."""
    if where.beneath is None:
        return None, None
    own, other = cut.sides[one.side], cut.sides[1 - one.side]
    at_joint, offset = where.placed(own[one.place])
    outer = hinge_between(where, own[: one.place], at_joint.p, other, cut.frames[1 - one.side].p)
    inner = hinge_between(where, (), -offset, own[one.place + 1 :], cut.frames[one.side].p)
    return outer, inner


def is_of_whole_turns(one: Consequence, cut: Cut[Any], where: Stance[Any], unknown: int) -> bool:
    """Whether all ways of an equation that hold an unknown link hold all of its group: sums are simpler then."""
    first = where.first_of_group(unknown)
    own, other = cut.sides[one.side], cut.sides[1 - one.side]
    ways = (own, other) if one.kind in (ROW, ASIDE) else (own[: one.place + 1], own[one.place + 1 :], other)
    return all(first in way for way in ways if unknown in way)
