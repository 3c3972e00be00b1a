"""Describe outermost links about their joints: what lies between joint and link frame then costs nothing per call.

Scalars: any commutative ring.

A link that carries no other may have its frame's origin moved to its joint's: only its own inertia changes, by terms
that depend on parameters and geometry alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from symdyn.dynamics.mechanism import Mechanism
from symdyn.dynamics.newton_euler import ZERO
from symdyn.dynamics.rigid_body import Inertia, shifted

S = TypeVar("S")


def recentre_outermost_links(
    mechanism: Mechanism[S], inertias: Sequence[Inertia[S]]
) -> tuple[Mechanism[S], tuple[Inertia[S], ...]]:
    """Return the same mechanism with the frames of childless links at their joints."""
    parents = {joint.parent for joint in mechanism.joints}
    joints, bodies = list(mechanism.joints), list(inertias)
    tip: Any = mechanism.tip
    for link, joint in enumerate(mechanism.joints):
        if link in parents:
            continue
        bodies[link] = shifted(inertias[link], joint.joint_p_link)
        joints[link] = replace(joint, joint_p_link=ZERO)
        if link == mechanism.last:
            tip = tip + joint.joint_p_link
    return replace(mechanism, joints=tuple(joints), tip=tip), tuple(bodies)
