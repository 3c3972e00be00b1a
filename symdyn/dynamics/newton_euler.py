"""Recursive Newton-Euler inverse dynamics of a tree of joints.

Scalars: any commutative ring. Only +, - and * are used; cosines and sines arrive inside the poses.
Frames:  every vector of link i is expressed in frame i.

    paper   code        meaning
    ω_i     omega       angular velocity of link i
    ω̇_i     omega_dot   its time derivative
    v̇_i     v_dot       acceleration of the origin of frame i, gravity included
    f_i     f           force exerted on link i through its joint
    n_i     n           moment exerted on link i through its joint, about the joint's origin
    τ_i     tau         its power per unit rate of the joint: what of it the actuator supplies
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import NULL, Vec3, square
from symdyn.dynamics.propagation import propagate_field
from symdyn.joints.twist import Twist
from symdyn.mechanism.mechanism import JointGeometry, Mechanism, Pose
from symdyn.mechanism.rigid_body import Acceleration, Inertia, Wrench, acceleration_gradient, net_wrench
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Motion(Generic[S]):
    """Angular velocity and acceleration field of a link."""

    omega: Vec3[S]
    acceleration: Acceleration[S]


@dataclass(frozen=True, slots=True)
class InverseDynamics(Generic[S]):
    """Joint torques, and the motion and joint wrench of every link on the way that is seen in its own frame."""

    tau: tuple[S, ...]
    motions: tuple[Motion[S] | None, ...]
    wrenches: tuple[Wrench[S] | None, ...]


def inverse_dynamics(
    mechanism: Mechanism[S],
    poses: Sequence[Pose[S]],
    qd: Sequence[S],
    qdd: Sequence[S],
    inertias: Sequence[Inertia[S]],
    external: Wrench[S] | None = None,
) -> InverseDynamics[S]:
    """τ(q, q̇, q̈); ``external`` is exerted at the mechanism's tip, in base axes."""
    motions = link_motions(mechanism, poses, qd, qdd)
    net = [
        (rotor_wrench if joint.shortcuts.axial_rotor else link_wrench)(joint, inertia, motion.acceleration)
        for joint, inertia, motion in zip(mechanism.joints, inertias, motions, strict=True)
    ]
    if external and mechanism.last != BASE:
        net[mechanism.last] = net[mechanism.last] - on_last_link(mechanism, poses, external)
    wrenches = joint_wrenches(mechanism, poses, net)
    return InverseDynamics(joint_torques(mechanism, wrenches), tuple(motions), tuple(wrenches))


def link_motions(
    mechanism: Mechanism[S], poses: Sequence[Pose[S]], qd: Sequence[S], qdd: Sequence[S]
) -> list[Motion[S]]:
    """Motion of every link, from the base outwards; gravity enters as an acceleration of the base."""
    base = Motion(NULL, base_acceleration(mechanism))
    motions: list[Motion[S]] = []
    for joint, pose in zip(mechanism.joints, poses, strict=True):
        parent = base if joint.parent == BASE else motions[joint.parent]
        motions.append(propagate_motion(parent, joint, pose, joint.motion(qd), joint.motion(qdd)))
    return motions


def base_acceleration(mechanism: Mechanism[S]) -> Acceleration[S]:
    """A base at rest under gravity is a base accelerating against it."""
    W = square(NULL)
    return Acceleration(NULL, W, acceleration_gradient(NULL, W), -mechanism.gravity)


def propagate_motion(
    parent: Motion[S], joint: JointGeometry[S], pose: Pose[S], own: Twist[S], change: Twist[S]
) -> Motion[S]:
    """Motion of a link from that of its parent, its joint's own motion, and the change of that."""
    omega = pose.to_link(parent.omega)
    carried = Twist(omega.cross(own.angular), omega.cross(own.linear + own.linear))
    omega = omega + own.angular
    return Motion(omega, propagate_field(parent.acceleration, joint, pose, square(omega), carried, change))


def link_wrench(joint: JointGeometry[S], inertia: Inertia[S], field: Acceleration[S]) -> Wrench[S]:
    """Net wrench of a link, about its origin."""
    return net_wrench(inertia, field)


def rotor_wrench(joint: JointGeometry[S], inertia: Inertia[S], field: Acceleration[S]) -> Wrench[S]:
    """Net wrench of a link whose parent turns about one direction only, but for a moment that does no work.

    Inertia J about the joint's axis a is that of a rotor in the parent's bearings. Beside J ω̇_a about the axis it
    needs the gyroscopic moment J ω_a (ω × a) of the parent's ω: across ω, hence across every axis below, and never
    felt there.
    """
    k = joint.shortcuts.frame_axis
    assert k is not None
    J = (inertia.I.xx, inertia.I.yy, inertia.I.zz)[k]
    rest = net_wrench(Inertia(inertia.m, inertia.h, inertia.I.without_diagonal_entry(k)), field)
    return Wrench(rest.f, rest.n + joint.axis.scale(J * joint.axis.dot(field.omega_dot)))


def joint_wrenches(mechanism: Mechanism[S], poses: Sequence[Pose[S]], net: Sequence[Wrench[S]]) -> list[Wrench[S]]:
    """Wrench through every joint, about the joint's origin: what its link and all beyond it need."""
    total = list(net)
    for i in reversed(range(len(total))):
        joint, pose = mechanism.joints[i], poses[i]
        total[i] = about_joint(total[i], pose)
        if joint.parent != BASE:
            total[joint.parent] = total[joint.parent] + on_parent(total[i], pose)
    return total


def about_joint(wrench: Wrench[S], pose: Pose[S]) -> Wrench[S]:
    """Move a wrench's point from the link's origin to the joint's."""
    return Wrench(wrench.f, wrench.n + pose.joint_p_link.cross(wrench.f))


def on_parent(wrench: Wrench[S], pose: Pose[S]) -> Wrench[S]:
    """Express a joint's wrench in its parent's frame, about the parent's origin."""
    f = pose.to_parent(wrench.f)
    return Wrench(f, pose.to_parent(wrench.n) + pose.parent_p_joint.cross(f))


def joint_torques(mechanism: Mechanism[S], wrenches: Sequence[Wrench[S]]) -> tuple[S, ...]:
    """What the actuators of all joints supply, coordinate by coordinate."""
    return tuple(
        twist.power(wrench.f, wrench.n)
        for joint, wrench in zip(mechanism.joints, wrenches, strict=True)
        for twist in joint.twists
    )


def on_last_link(mechanism: Mechanism[S], poses: Sequence[Pose[S]], wrench: Wrench[S]) -> Wrench[S]:
    """Turn a wrench at the tip from base axes into those of the last link, about that link's origin."""
    f, n = wrench.f, wrench.n
    for link in reversed(list(mechanism.ancestors(mechanism.last))):
        f, n = poses[link].to_link(f), poses[link].to_link(n)
    return Wrench(f, n + mechanism.tip.cross(f))
