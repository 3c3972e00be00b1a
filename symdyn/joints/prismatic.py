"""The prismatic joint: it slides its link along its axis."""

from __future__ import annotations

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Vec3
from symdyn.joints.kind import Kind, Own
from symdyn.joints.turn import no_turn
from symdyn.joints.twist import Twist


def _twists(axis: Vec3[Exact], own: Own) -> tuple[Twist[Exact], ...]:
    return (Twist(axis.map(lambda _: exact(0)), axis),)


PRISMATIC = Kind(
    name="prismatic",
    letter="P",
    turns=False,
    slides=True,
    units=("m", "N"),
    twists=_twists,
    turn=no_turn,
)
