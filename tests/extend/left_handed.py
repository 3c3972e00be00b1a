"""Joint kinds that are not symdyn's, in one file: a nut with a left-hand thread, and a joint that turns that way.

travel = lead * turns, the lead in metres per turn; both turn their links about minus the joint's axis.
"""

from __future__ import annotations

from symdyn.algebra.exact import EXACT_PI, Exact
from symdyn.algebra.spatial import Vec3
from symdyn.joints.kind import Kind, Own
from symdyn.joints.registry import register
from symdyn.joints.turn import Turn, turn_about
from symdyn.joints.twist import Twist
from symdyn.reference import joints as witnesses


def _twists(axis: Vec3[Exact], own: Own) -> tuple[Twist[Exact], ...]:
    return (Twist(axis.scale(-1), axis.scale(own["lead"] / (EXACT_PI * 2))),)


def _back(axis: Vec3[Exact], own: Own) -> tuple[Twist[Exact], ...]:
    return (Twist(axis.scale(-1), axis.scale(0)),)


def _turn(axis: Vec3[Exact]) -> Turn:
    return turn_about(axis.scale(-1))


LEFT_HANDED = Kind(
    name="left_handed",
    letter="L",
    turns=True,
    slides=True,
    units=("rad", "N m"),
    twists=_twists,
    turn=_turn,
    keys={"lead": "metres of travel per turn"},
)


BACKWARDS = Kind("backwards", "B", True, False, ("rad", "N m"), _back, _turn)
register(LEFT_HANDED)
register(BACKWARDS)
witnesses.register(
    "left_handed", lambda entry, number: (-1, number(f"({entry['lead']})/(2*pi)"))
)  # apart from the above, in the words of the file: proofs hold the kind to it
witnesses.register("backwards", lambda entry, number: (-1, 0))
