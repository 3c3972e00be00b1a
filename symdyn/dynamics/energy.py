"""Kinetic and potential energy, rotor inertias and springs included.

Scalars: any commutative ring that holds one half.
Frames:  velocities of link i in frame i; the potential is zero for mass at the base's origin.

    paper   code    meaning
    ω_i     omega   angular velocity of link i
    v_i     v       velocity of the origin of frame i
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.joints.twist import STILL, Twist
from symdyn.mechanism.kinematics import world_poses
from symdyn.mechanism.mechanism import Mechanism, Pose
from symdyn.mechanism.rigid_body import Inertia
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)


def kinetic_energy(
    mechanism: Mechanism[S], poses: Sequence[Pose[S]], qd: Sequence[S], inertias: Sequence[Inertia[S]]
) -> S:
    """½ Σ (m |v|² + 2 v·(ω × h) + ω·I ω)."""
    twice: S = ZERO
    for velocity, body in zip(link_velocities(mechanism, poses, qd), inertias, strict=True):
        omega, v = velocity.angular, velocity.linear
        twice = twice + v.dot(v) * body.m + v.dot(omega.cross(body.h)) * 2 + omega.dot(body.I @ omega)
    return twice * mechanism.half


def link_velocities(mechanism: Mechanism[S], poses: Sequence[Pose[S]], qd: Sequence[S]) -> list[Twist[S]]:
    """ω and v of every link."""
    velocities: list[Twist[S]] = []
    for joint, pose in zip(mechanism.joints, poses, strict=True):
        parent = STILL if joint.parent == BASE else velocities[joint.parent]
        velocities.append(propagate_velocity(parent, pose, joint.motion(qd)))
    return velocities


def propagate_velocity(parent: Twist[S], pose: Pose[S], own: Twist[S]) -> Twist[S]:
    """ω and v of a link from those of its parent and its joint's own motion."""
    v = pose.to_link(parent.linear + parent.angular.cross(pose.parent_p_joint))  # of the joint's origin
    omega = pose.to_link(parent.angular) + own.angular
    return Twist(omega, v + own.linear + omega.cross(pose.joint_p_link))


def potential_energy(mechanism: Mechanism[S], poses: Sequence[Pose[S]], inertias: Sequence[Inertia[S]]) -> S:
    """-Σ gravity · (m p + R h)."""
    total: S = ZERO
    for pose, body in zip(world_poses(mechanism, poses), inertias, strict=True):
        total = total - mechanism.gravity.dot(pose.p.scale(body.m) + pose.R @ body.h)
    return total
