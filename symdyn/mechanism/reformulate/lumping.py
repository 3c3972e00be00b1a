"""Join fixed links to the links that carry them: the same motion with fewer bodies.

Scalars: any commutative ring.

What is fixed to the base never moves and drops out; any other fixed link becomes part of the nearest moving link below
it. The joined inertias depend on parameters and geometry alone, so none of this is left in the work of a call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import ONE, Scalar
from symdyn.algebra.spatial import NULL, Mat3, Vec3, diagonal
from symdyn.mechanism.mechanism import JointGeometry, Mechanism
from symdyn.mechanism.rigid_body import Inertia, joined, shifted, turned
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)

_IDENTITY: Mat3[Any] = diagonal(ONE, ONE, ONE)


@dataclass(frozen=True, slots=True)
class Lumping(Generic[S]):
    """A mechanism of the moving joints alone, and where each link of the whole one has gone.

    mechanism   the moving joints, and their links
    moves       whether a link of the whole has a joint that moves, and stays
    carriers    the moving link that it is or belongs to, numbered among the moving ones
    placements  its frame in its carrier, or in the base
    """

    mechanism: Mechanism[S]
    moves: tuple[bool, ...]
    carriers: tuple[int, ...]
    placements: tuple[tuple[Mat3[S], Vec3[S]], ...]

    def bodies(self, inertias: Sequence[Inertia[S]]) -> tuple[Inertia[S], ...]:
        """Return the inertias of the moving links, each with what is fixed to it."""
        lumped: list[Inertia[S]] = []
        for moves, carrier, (R, p), inertia in zip(self.moves, self.carriers, self.placements, inertias, strict=True):
            if moves:
                lumped.append(inertia)
            elif carrier != BASE:
                lumped[carrier] = joined(lumped[carrier], shifted(turned(inertia, R), p))
        return tuple(lumped)


def lump_fixed_links(mechanism: Mechanism[S]) -> Lumping[S]:
    """Return the mechanism of the moving joints alone."""
    carriers: list[int] = []
    placements: list[tuple[Mat3[S], Vec3[S]]] = []
    joints: list[JointGeometry[S]] = []
    for joint in mechanism.joints:
        carrier, (R, p) = (
            (BASE, (_IDENTITY, NULL)) if joint.parent == BASE else (carriers[joint.parent], placements[joint.parent])
        )
        origin = joint.parent_p_joint if R is _IDENTITY else p + R @ joint.parent_p_joint
        if not joint.kind.moves:
            R = R @ joint.K0
            p = origin + R @ joint.joint_p_link
        else:
            joints.append(_carried(joint, carrier, R, origin))
            carrier, R, p = len(joints) - 1, _IDENTITY, NULL
        carriers.append(carrier)
        placements.append((R, p))
    R, p = placements[mechanism.last]
    moving = replace(mechanism, joints=tuple(joints), last=carriers[mechanism.last], tip=p + R @ mechanism.tip)
    moves = tuple(joint.kind.moves for joint in mechanism.joints)
    return Lumping(moving, moves, tuple(carriers), tuple(placements))


def _carried(joint: JointGeometry[S], carrier: int, R: Mat3[S], origin: Vec3[S]) -> JointGeometry[S]:
    """Re-express a moving joint in the frame of the moving link that carries it."""
    if R is _IDENTITY:
        return replace(joint, parent=carrier, parent_p_joint=origin)
    split = joint.shortcuts.split
    if split is not None:
        split = replace(split, before=R @ split.before, first=R @ split.first)
    K0, K1, K2 = (R @ K for K in (joint.K0, joint.K1, joint.K2))
    return replace(joint, parent=carrier, parent_p_joint=origin, K0=K0, K1=K1, K2=K2).knowing(split=split)
