"""What to know of a robot's loops before anything is made of them: numbers that were hardly meant as they are.

Scalars: numbers with sixty digits.

Lengths of links that differ by less than anybody builds make a mechanism that is special for its eyes, a parallelogram
or a kite, into one that is not: with roots, other parameters, and positions in which a root loses all its digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from symdyn.algebra.decimals import mp_context
from symdyn.algebra.spatial import Vec3
from symdyn.closure.stance import sides_of
from symdyn.closure.start import Number, Start, start_of, unclosed_note
from symdyn.errors import InputError
from symdyn.mechanism.kinematics import WorldPose
from symdyn.model.closing import CutJoint
from symdyn.model.equal_robots import shared
from symdyn.model.parts import Placement
from symdyn.model.robot import BASE, Robot

SHORT = 1e-6  # metres: what nobody builds
EXACT = mp_context.mpf(10) ** -35  # metres, of numbers that keep about fifty digits


@dataclass(frozen=True, slots=True)
class Pin:
    """A joint that turns, where it is and about which axis; cut joints of several axes have none."""

    name: str
    at: Vec3[Number]
    axis: Vec3[Number] | None


@dataclass(frozen=True, slots=True)
class Length:
    """How far two pins of a link are apart, across the first one's axis."""

    size: Number
    between: str


def loop_notes(robot: Robot) -> tuple[str, ...]:
    """Return one line on each doubt; none of a tree, nor of loops that cannot be closed, which is told elsewhere."""
    if robot.closing is None or not robot.closing.loops:
        return ()
    try:
        return shared(robot, "loop notes", lambda: tuple(note for note in (unclosed_note(robot), _hair(robot)) if note))
    except InputError:
        return ()


def _hair(robot: Robot) -> str:
    """Say of lengths that are equal but for a hair by how much they differ."""
    lengths = sorted(_lengths(robot, start_of(robot)), key=lambda one: one.size)
    apart = [
        (one, other) for one, other in pairwise(lengths) if EXACT < other.size - one.size < SHORT and one.size > SHORT
    ]
    if not apart:
        return ""
    one, other = apart[0]
    by = mp_context.nstr(other.size - one.size, 2)
    more = f"; likewise {len(apart) - 1} other pair{'s' * (len(apart) > 2)} of lengths" if len(apart) > 1 else ""
    digits = max(3, int(-mp_context.log10((other.size - one.size) / other.size)) + 2)
    sizes = [mp_context.nstr(length.size, digits) for length in (one, other)]
    what = f"{one.between} are {sizes[0]} m apart, {other.between} {sizes[1]} m: {by} m more"
    return (
        f"lengths of loops: {what}; write them equal if that is meant, for nothing is special where they differ{more}"
    )


def _lengths(robot: Robot, start: Start) -> list[Length]:
    """Return how far pins of one link are apart, all around every loop; a link of two loops once."""
    places = _Places(robot, start)
    found = {}
    for loop in start.numeric.closing.loops:  # where symbols have their values
        for one, other in places.around(loop):
            name = f"{one.name} and {other.name}"
            found[name] = Length(_apart(one, other), name)
    return list(found.values())


def _apart(one: Pin, other: Pin) -> Number:
    axis, way = one.axis or other.axis, other.at - one.at
    across = way - axis.scale(axis.dot(way)) if axis else way
    return mp_context.sqrt(across.dot(across))


class _Places:
    """Where a closed robot's joints are."""

    def __init__(self, robot: Robot, start: Start) -> None:
        self._robot, self._numeric = robot, start.numeric
        self._world: list[WorldPose[Number]] = start.numeric.world(start.q)

    def around(self, loop: CutJoint) -> Iterator[tuple[Pin, Pin]]:
        """Yield pairs of pins of one link; a joint that slides is none, and nothing across it is a length."""
        ends = ((loop.parent, loop.parent_frame), (loop.child, loop.child_frame))
        near, far = (
            [*self._pins(side), self._end(loop, link, frame)]
            for side, (link, frame) in zip(sides_of(self._robot, loop), ends, strict=True)
        )
        for one, other in (*pairwise(near), *pairwise(far), (near[0], far[0])):
            if one and other and one.name != other.name:
                yield one, other

    def _pins(self, side: Sequence[int]) -> Iterator[Pin | None]:
        for link in side:
            joint, pose = self._numeric.mechanism.joints[link], self._world[link]
            if joint.kind.keeps_its_axis:
                yield Pin(self._robot.joints[link].name, pose.p_joint, pose.R @ joint.axis)
            elif joint.coordinates:
                yield None

    def _end(self, loop: CutJoint, link: int, frame: Placement) -> Pin | None:
        if not loop.kind.meets:
            return None
        p = frame.position.map(self._numeric.lift)
        return Pin(loop.name, p if link == BASE else self._world[link].p + self._world[link].R @ p, None)
