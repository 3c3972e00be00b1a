"""The screw joint: it turns its link about its axis and moves it along, as a nut on a spindle moves.

travel = pitch * angle, the pitch in metres per radian
"""

from __future__ import annotations

from symdyn.algebra.exact import Exact
from symdyn.algebra.spatial import Vec3
from symdyn.joints.kind import Kind, Own
from symdyn.joints.turn import turn_about
from symdyn.joints.twist import Twist


def _twists(axis: Vec3[Exact], own: Own) -> tuple[Twist[Exact], ...]:
    return (Twist(axis, axis.scale(own["pitch"])),)


SCREW = Kind(
    name="screw",
    letter="H",  # of a helical pair
    turns=True,
    slides=True,
    units=("rad", "N m"),
    twists=_twists,
    turn=turn_about,
    keys={"pitch": "metres of travel per radian, lead/(2*pi)"},
)
