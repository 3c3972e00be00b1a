"""Mass matrix by composite bodies: each joint in turn accelerates all that it carries as one rigid body.

Scalars: any commutative ring.
Frames:  the composite of link i is expressed in frame i, about its origin.

    code         meaning
    composites   inertia of link i and all links beyond it, as one body
    M            kinetic energy = ½ q̇ᵀ M q̇, rotor inertias not included (see `joint_effects`)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import Sym3, turned_about_axis
from symdyn.dynamics.newton_euler import about_joint, on_parent
from symdyn.joints.twist import Twist
from symdyn.mechanism.mechanism import Mechanism, Pose
from symdyn.mechanism.rigid_body import Inertia, Wrench, joined, shifted
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class MassMatrix(Generic[S]):
    """The matrix, by rows, and the composite bodies it was made of."""

    M: tuple[tuple[S, ...], ...]
    composites: tuple[Inertia[S], ...]


def mass_matrix(mechanism: Mechanism[S], poses: Sequence[Pose[S]], inertias: Sequence[Inertia[S]]) -> MassMatrix[S]:
    """M(q)."""
    bodies = composite_inertias(mechanism, poses, inertias)
    M: list[list[S]] = [[ZERO] * mechanism.n for _ in range(mechanism.n)]
    for link, joint in enumerate(mechanism.joints):
        for i, twist in joint.columns():
            wrench = about_joint(wrench_of_unit_acceleration(twist, poses[link], bodies[link]), poses[link])
            for ancestor in mechanism.ancestors(link):
                if ancestor != link:
                    wrench = about_joint(wrench, poses[ancestor])
                for j, below in mechanism.joints[ancestor].columns():
                    M[i][j] = M[j][i] = below.power(wrench.f, wrench.n)
                wrench = on_parent(wrench, poses[ancestor])
    return MassMatrix(tuple(tuple(row) for row in M), tuple(bodies))


def composite_inertias(
    mechanism: Mechanism[S], poses: Sequence[Pose[S]], inertias: Sequence[Inertia[S]]
) -> list[Inertia[S]]:
    """Inertia of every link together with all links beyond it."""
    bodies = list(inertias)
    for link in reversed(range(len(bodies))):
        parent = mechanism.joints[link].parent
        if parent != BASE:
            bodies[parent] = joined(bodies[parent], seen_from_parent(bodies[link], poses[link]))
    return bodies


def seen_from_parent(inertia: Inertia[S], pose: Pose[S]) -> Inertia[S]:
    """Carry an inertia from a link's frame to its parent's: first to the joint, then turned, then to the parent."""
    at_joint = shifted(inertia, pose.joint_p_link)
    in_parent_axes = Inertia(at_joint.m, pose.to_parent(at_joint.h), turned_tensor(at_joint.I, pose))
    return shifted(in_parent_axes, pose.parent_p_joint)


def turned_tensor(tensor: Sym3[S], pose: Pose[S]) -> Sym3[S]:
    """R I Rᵀ, in steps where the joint turns about an axis of its frame."""
    turn = pose.turn
    if turn is None:
        return tensor.rotated(pose.R)
    return turned_about_axis(tensor.rotated(turn.after), turn.k, turn.c, turn.s).rotated(turn.before)


def wrench_of_unit_acceleration(twist: Twist[S], pose: Pose[S], body: Inertia[S]) -> Wrench[S]:
    """Wrench about the link's origin that accelerates a body at rest with q̈ = 1 of one coordinate."""
    v_dot = twist.at(pose.joint_p_link)
    f = v_dot.scale(body.m) + twist.angular.cross(body.h)
    return Wrench(f, body.I @ twist.angular + body.h.cross(v_dot))
