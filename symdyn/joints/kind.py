"""What a joint kind answers: all that the rest of symdyn wants to know of how a joint moves its link.

Scalars: exact constants.
Frames:  twists are in the axes in which the joint's axis is given, about the joint's origin, which is on the axis.

With the coordinate q, a link's pose in its joint's frame is turn(q + offset) and then travel by q times the twist's
linear part; both are along the same axis, so their order does not matter. Every algorithm works on twists: what it
does with a joint's turning and with its sliding is a sum, and of most kinds one of the two is zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Vec3
from symdyn.joints.turn import Turn
from symdyn.joints.twist import Twist

X, Y, Z = (Vec3(*(exact(int(i == j)) for j in range(3))) for i in range(3))

Own = Mapping[str, Exact]
"""The numbers that a kind has of its own, by their keys in the robot file."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of joint.

    name         what robot files call it
    letter       how lists of joints abbreviate it
    turns        whether it turns its link: then its coordinates are angles, and have cosines and sines
    slides       whether it moves its link along its axis
    units        of a coordinate, and of the force that does work on it
    twists       what a unit rate of each coordinate does, for a unit axis; constant in the link's axes
    turn         how cosine and sine of a coordinate turn the link about a unit axis
    coordinates  how many it has
    keys         its own numbers in the robot file, none of which is zero, with a few words on each
    """

    name: str
    letter: str
    turns: bool
    slides: bool
    units: tuple[str, str]
    twists: Callable[[Vec3[Exact], Own], tuple[Twist[Exact], ...]]
    turn: Callable[[Vec3[Exact]], Turn]
    coordinates: int = 1
    keys: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        """Return the name."""
        return self.name

    @property
    def moves(self) -> bool:
        """Whether it has a coordinate."""
        return self.coordinates > 0

    @property
    def turns_back(self) -> bool:
        """Whether its angle grows the other way round than turns about its axis are counted."""
        return self.turns and self.turn(Z).by_sine @ X != Y

    @property
    def keeps_its_axis(self) -> bool:
        """Whether it turns and does nothing else: points on its axis belong to both links."""
        return self.turns and not self.slides


@cache
def about_its_turn(kind: Kind) -> Kind:
    """Return a kind that moves, on the same axis reversed, as one does that turns back: all else may count on turns."""
    return replace(kind, twists=partial(_reversed_twists, kind.twists), turn=partial(_reversed_turn, kind.turn))


def _reversed_twists(
    twists: Callable[[Vec3[Exact], Own], tuple[Twist[Exact], ...]], axis: Vec3[Exact], own: Own
) -> tuple[Twist[Exact], ...]:
    return twists(axis.scale(-1), own)


def _reversed_turn(turn: Callable[[Vec3[Exact]], Turn], axis: Vec3[Exact]) -> Turn:
    return turn(axis.scale(-1))
