"""Join fixed links to the links that carry them: the same motion with fewer bodies.

Scalars: any commutative ring.

What is fixed to the base never moves and drops out; any other fixed link becomes part of the nearest moving link below
it. The joined inertias depend on parameters and geometry alone, so none of this is left in the work of a call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.mechanism.mechanism import JointGeometry, Mechanism
from symdyn.mechanism.rigid_body import Inertia, joined, shifted, turned
from symdyn.model.robot import BASE

S = TypeVar("S")

_IDENTITY: Mat3[Any] = Mat3(Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1))
_ZERO: Vec3[Any] = Vec3(0, 0, 0)


def lump_fixed_links(
    mechanism: Mechanism[S], inertias: Sequence[Inertia[S]]
) -> tuple[Mechanism[S], tuple[Inertia[S], ...]]:
    """Return the mechanism of the moving joints alone, and the inertias of its links."""
    carriers: list[int] = []  # of every link: the moving link it belongs to, numbered among the moving ones
    placements: list[tuple[Mat3[Any], Vec3[Any]]] = []  # of every link in its carrier (or in the base)
    joints: list[JointGeometry[Any]] = []
    lumped: list[Inertia[Any]] = []
    for joint, inertia in zip(mechanism.joints, inertias, strict=True):
        carrier, (R, p) = (
            (BASE, (_IDENTITY, _ZERO)) if joint.parent == BASE else (carriers[joint.parent], placements[joint.parent])
        )
        origin = joint.parent_p_joint if R is _IDENTITY else p + R @ joint.parent_p_joint
        if not joint.kind.moves:
            R = R @ joint.K0
            p = origin + R @ joint.joint_p_link
            if carrier != BASE:
                lumped[carrier] = joined(lumped[carrier], shifted(turned(inertia, R), p))
        else:
            joints.append(_carried(joint, carrier, R, origin))
            lumped.append(inertia)
            carrier, R, p = len(joints) - 1, _IDENTITY, _ZERO
        carriers.append(carrier)
        placements.append((R, p))
    R, p = placements[mechanism.last]
    moving = replace(mechanism, joints=tuple(joints), last=carriers[mechanism.last], tip=p + R @ mechanism.tip)
    return moving, tuple(lumped)


def _carried(joint: JointGeometry[Any], carrier: int, R: Mat3[Any], origin: Vec3[Any]) -> JointGeometry[Any]:
    """Re-express a moving joint in the frame of the moving link that carries it."""
    if R is _IDENTITY:
        return replace(joint, parent=carrier, parent_p_joint=origin)
    split = joint.shortcuts.split
    if split is not None:
        split = replace(split, before=R @ split.before, first=R @ split.first)
    K0, K1, K2 = (R @ K for K in (joint.K0, joint.K1, joint.K2))
    return replace(joint, parent=carrier, parent_p_joint=origin, K0=K0, K1=K1, K2=K2).knowing(split=split)
