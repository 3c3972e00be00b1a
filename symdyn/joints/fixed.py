"""The fixed joint: its link is a part of the link that carries it."""

from __future__ import annotations

from symdyn.algebra.exact import Exact
from symdyn.algebra.spatial import Vec3
from symdyn.joints.kind import Kind, Own
from symdyn.joints.turn import no_turn
from symdyn.joints.twist import Twist


def _twists(axis: Vec3[Exact], own: Own) -> tuple[Twist[Exact], ...]:
    return ()


FIXED = Kind(
    name="fixed",
    letter="F",
    turns=False,
    slides=False,
    units=("", ""),
    twists=_twists,
    turn=no_turn,
    coordinates=0,
)
