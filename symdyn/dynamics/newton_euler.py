"""Recursive Newton-Euler inverse dynamics of a tree of revolute, prismatic and fixed joints.

Scalars: any commutative ring. Only +, - and * are used; cosines and sines arrive inside the poses.
Frames:  every vector of link i is expressed in frame i.

    paper   code        meaning
    ω_i     omega       angular velocity of link i
    ω̇_i     omega_dot   its time derivative
    v̇_i     v_dot       acceleration of the origin of frame i, gravity included
    f_i     f           force exerted on link i through its joint
    n_i     n           moment exerted on link i through its joint, about the joint's origin
    τ_i     tau         the part of that wrench along the joint's axis
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.spatial import Vec3, square
from symdyn.dynamics.mechanism import JointGeometry, Mechanism, Pose
from symdyn.dynamics.propagation import propagate_field
from symdyn.dynamics.rigid_body import Acceleration, Inertia, Wrench, acceleration_gradient, net_wrench
from symdyn.model.robot import BASE

S = TypeVar("S")
ZERO: Vec3[Any] = Vec3(0, 0, 0)
NO_MOMENT = ZERO


@dataclass(frozen=True, slots=True)
class Motion(Generic[S]):
    """Angular velocity and acceleration field of a link."""

    omega: Vec3[S]
    acceleration: Acceleration[S]


@dataclass(frozen=True, slots=True)
class InverseDynamics(Generic[S]):
    """Joint torques, and the motion and joint wrench of every link on the way."""

    tau: tuple[S, ...]
    motions: tuple[Motion[S], ...]
    wrenches: tuple[Wrench[S], ...]


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
    net, reactions = [], []
    for joint, inertia, pose, motion in zip(mechanism.joints, inertias, poses, motions, strict=True):
        wrench, reaction = net_wrench(inertia, motion.acceleration), NO_MOMENT
        if joint.axial_rotor:
            wrench, reaction = rotor_wrench(joint, inertia, pose, motion, parent_spin(joint, motions))
        net.append(wrench)
        reactions.append(reaction)
    if external and mechanism.last != BASE:
        net[mechanism.last] = net[mechanism.last] - on_last_link(mechanism, poses, external)
    wrenches = joint_wrenches(mechanism, poses, net, reactions)
    return InverseDynamics(joint_torques(mechanism, wrenches), tuple(motions), tuple(wrenches))


def link_motions(
    mechanism: Mechanism[Any], poses: Sequence[Pose[Any]], qd: Sequence[Any], qdd: Sequence[Any]
) -> list[Motion[Any]]:
    """Motion of every link, from the base outwards; gravity enters as an acceleration of the base."""
    base = Motion(ZERO, base_acceleration(mechanism))
    motions: list[Motion[Any]] = []
    for joint, pose in zip(mechanism.joints, poses, strict=True):
        parent = base if joint.parent == BASE else motions[joint.parent]
        i = joint.coordinate
        rate, rate_change = (0, 0) if i is None else (qd[i], qdd[i])
        motions.append(propagate_motion(parent, joint, pose, rate, rate_change))
    return motions


def base_acceleration(mechanism: Mechanism[Any]) -> Acceleration[Any]:
    """A base at rest under gravity is a base accelerating against it."""
    W = square(ZERO)
    return Acceleration(ZERO, W, acceleration_gradient(ZERO, W), -mechanism.gravity)


def propagate_motion(
    parent: Motion[Any], joint: JointGeometry[Any], pose: Pose[Any], rate: Any, rate_change: Any
) -> Motion[Any]:
    """Motion of a link from that of its parent."""
    omega = pose.to_link(parent.omega)
    cross = omega.cross(joint.axis.scale(rate if joint.is_revolute else 2 * rate))
    if joint.is_revolute:
        omega = omega + joint.axis.scale(rate)
    return Motion(omega, propagate_field(parent.acceleration, joint, pose, square(omega), cross, rate_change))


def rotor_wrench(
    joint: JointGeometry[Any], inertia: Inertia[Any], pose: Pose[Any], motion: Motion[Any], spin: Vec3[Any]
) -> tuple[Wrench[Any], Vec3[Any]]:
    """Net wrench of a link, with its inertia about the joint's axis seen as a rotor in the parent's bearings.

    Of the rotor the link keeps the moment about the axis; the gyroscopic moment J ω_a (ω × a) acts on the parent, whose
    angular velocity `spin` it depends on. On a parent that turns about one direction it does no work, and drops out.
    """
    k = joint.frame_axis
    assert k is not None
    J = (inertia.I.xx, inertia.I.yy, inertia.I.zz)[k]
    rest = Inertia(inertia.m, inertia.h, inertia.I.without_diagonal_entry(k))
    net = net_wrench(rest, motion.acceleration)
    about_axis = joint.axis.scale(J * joint.axis.dot(motion.acceleration.omega_dot))
    gyroscopic = spin.cross(pose.to_parent(joint.axis)).scale(J * joint.axis.dot(motion.omega))
    return Wrench(net.f, net.n + about_axis), gyroscopic


def parent_spin(joint: JointGeometry[Any], motions: Sequence[Motion[Any]]) -> Vec3[Any]:
    """Angular velocity of the link that carries a joint, in that link's frame."""
    return ZERO if joint.parent == BASE else motions[joint.parent].omega


def joint_wrenches(
    mechanism: Mechanism[Any],
    poses: Sequence[Pose[Any]],
    net: Sequence[Wrench[Any]],
    reactions: Sequence[Vec3[Any]] | None = None,
) -> list[Wrench[Any]]:
    """Wrench through every joint, about the joint's origin: what its link and all beyond it need.

    ``reactions`` are further moments that each joint's parent has to bear, in the parent's frame.
    """
    total = list(net)
    for i in reversed(range(len(total))):
        joint, pose = mechanism.joints[i], poses[i]
        total[i] = about_joint(total[i], pose)
        if joint.parent != BASE:
            total[joint.parent] = total[joint.parent] + on_parent(total[i], pose)
            if reactions is not None:
                total[joint.parent] = total[joint.parent] + Wrench(ZERO, reactions[i])
    return total


def about_joint(wrench: Wrench[Any], pose: Pose[Any]) -> Wrench[Any]:
    """Move a wrench's point from the link's origin to the joint's."""
    return Wrench(wrench.f, wrench.n + pose.joint_p_link.cross(wrench.f))


def on_parent(wrench: Wrench[Any], pose: Pose[Any]) -> Wrench[Any]:
    """Express a joint's wrench in its parent's frame, about the parent's origin."""
    f = pose.to_parent(wrench.f)
    return Wrench(f, pose.to_parent(wrench.n) + pose.parent_p_joint.cross(f))


def joint_torques(mechanism: Mechanism[Any], wrenches: Sequence[Wrench[Any]]) -> tuple[Any, ...]:
    """Along every moving joint's axis: the moment of a revolute, the force of a prismatic."""
    return tuple(
        along_axis(joint, wrench)
        for joint, wrench in zip(mechanism.joints, wrenches, strict=True)
        if joint.coordinate is not None
    )


def along_axis(joint: JointGeometry[Any], wrench: Wrench[Any]) -> Any:
    """Torque or force that the actuator of a joint supplies."""
    return joint.axis.dot(wrench.n if joint.is_revolute else wrench.f)


def on_last_link(mechanism: Mechanism[Any], poses: Sequence[Pose[Any]], wrench: Wrench[Any]) -> Wrench[Any]:
    """Turn a wrench at the tip from base axes into those of the last link, about that link's origin."""
    f, n = wrench.f, wrench.n
    for link in reversed(list(mechanism.ancestors(mechanism.last))):
        f, n = poses[link].to_link(f), poses[link].to_link(n)
    return Wrench(f, n + mechanism.tip.cross(f))
