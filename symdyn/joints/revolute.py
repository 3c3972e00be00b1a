"""The revolute joint: it turns its link about its axis."""

from __future__ import annotations

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Vec3
from symdyn.joints.kind import Kind, Own
from symdyn.joints.turn import turn_about
from symdyn.joints.twist import Twist


def _twists(axis: Vec3[Exact], own: Own) -> tuple[Twist[Exact], ...]:
    return (Twist(axis, axis.map(lambda _: exact(0))),)


REVOLUTE = Kind(
    name="revolute",
    letter="R",
    turns=True,
    slides=False,
    units=("rad", "N m"),
    twists=_twists,
    turn=turn_about,
)
