"""Join fixed links to the links that carry them: the same motion with fewer bodies.

Scalars: any commutative ring.

What is fixed to the base never moves and drops out; any other fixed link becomes part of the nearest moving link below
it. The joined inertias depend on parameters and geometry alone, so none of this is left in the work of a call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from symdyn.algebra.scalar import ONE, Scalar
from symdyn.algebra.spatial import NULL, Mat3, Vec3, diagonal
from symdyn.mechanism.mechanism import JointGeometry, Mechanism
from symdyn.mechanism.rigid_body import Inertia, joined, shifted, turned
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)

_IDENTITY: Mat3[Any] = diagonal(ONE, ONE, ONE)


def lump_fixed_links(
    mechanism: Mechanism[S], inertias: Sequence[Inertia[S]]
) -> tuple[Mechanism[S], tuple[Inertia[S], ...]]:
    """Return the mechanism of the moving joints alone, and the inertias of its links."""
    carriers: list[int] = []  # of every link: the moving link it belongs to, numbered among the moving ones
    placements: list[tuple[Mat3[S], Vec3[S]]] = []  # of every link in its carrier (or in the base)
    joints: list[JointGeometry[S]] = []
    lumped: list[Inertia[S]] = []
    for joint, inertia in zip(mechanism.joints, inertias, strict=True):
        carrier, (R, p) = (
            (BASE, (_IDENTITY, NULL)) if joint.parent == BASE else (carriers[joint.parent], placements[joint.parent])
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
            carrier, R, p = len(joints) - 1, _IDENTITY, NULL
        carriers.append(carrier)
        placements.append((R, p))
    R, p = placements[mechanism.last]
    moving = replace(mechanism, joints=tuple(joints), last=carriers[mechanism.last], tip=p + R @ mechanism.tip)
    return moving, tuple(lumped)


def _carried(joint: JointGeometry[S], carrier: int, R: Mat3[S], origin: Vec3[S]) -> JointGeometry[S]:
    """Re-express a moving joint in the frame of the moving link that carries it."""
    if R is _IDENTITY:
        return replace(joint, parent=carrier, parent_p_joint=origin)
    split = joint.shortcuts.split
    if split is not None:
        split = replace(split, before=R @ split.before, first=R @ split.first)
    K0, K1, K2 = (R @ K for K in (joint.K0, joint.K1, joint.K2))
    return replace(joint, parent=carrier, parent_p_joint=origin, K0=K0, K1=K1, K2=K2).knowing(split=split)
