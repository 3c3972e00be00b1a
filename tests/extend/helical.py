"""A joint kind that is not symdyn's, in one file: it turns its link about its axis and moves it along, as a nut moves.

travel = pitch * angle, the pitch in metres per radian
"""

from __future__ import annotations

from symdyn.algebra.exact import Exact
from symdyn.algebra.spatial import Vec3
from symdyn.joints.kind import Kind, Own
from symdyn.joints.registry import register
from symdyn.joints.turn import turn_about
from symdyn.joints.twist import Twist


def _twists(axis: Vec3[Exact], own: Own) -> tuple[Twist[Exact], ...]:
    return (Twist(axis, axis.scale(own["pitch"])),)


HELICAL = Kind(
    name="helical",
    letter="H",
    turns=True,
    slides=True,
    units=("rad", "N m"),
    twists=_twists,
    turn=turn_about,
    keys={"pitch": "metres of travel per radian"},
)
register(HELICAL)
