"""Torques of velocities and gravity from composite bodies, for kernels that need these bodies anyway.

Scalars: any commutative ring.
Frames:  link i's in frame i or in held axes (see `held_axes`).

The wrench through joint i is that of its composite body, link i and all beyond it as one, moving as link i does; and
for every joint j beyond, that of j's composite in the excess of link j's field over its parent's. So a link needs the
component of its composite's wrench along its joint only, and passes on no more than excesses; at rest, nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import NULL
from symdyn.dynamics.held_axes import (
    about_axis,
    excess_of_turn,
    excess_wrench,
    field_in_held_axes,
    held_pose,
    turned_by_joint,
)
from symdyn.dynamics.newton_euler import Motion, about_joint, link_motions, on_parent
from symdyn.joints.twist import Twist
from symdyn.mechanism.mechanism import JointGeometry, Mechanism, Pose
from symdyn.mechanism.reformulate.outermost import can_be_held
from symdyn.mechanism.rigid_body import Acceleration, Inertia, Wrench, net_wrench, shifted
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Bias(Generic[S]):
    """Torques without acceleration, and the motion of every link on the way."""

    tau: tuple[S, ...]
    motions: tuple[Motion[S], ...]


def suits_composite_bias(mechanism: Mechanism[S]) -> bool:
    """Whether all turns are about axes of the links' frames: about others, excesses are as much work as fields."""
    return all(not joint.kind.turns or joint.shortcuts.frame_axis is not None for joint in mechanism.joints)


def composite_bias(
    mechanism: Mechanism[S],
    poses: Sequence[Pose[S]],
    qd: Sequence[S],
    composites: Sequence[Inertia[S]],
    turns: Sequence[tuple[S, S]],
) -> Bias[S]:
    """τ(q, q̇, 0); ``turns`` are the cosines and sines of all joints."""
    motions = link_motions(mechanism, poses, qd, [ZERO] * len(qd))
    beyond = [Wrench(NULL, NULL) for _ in mechanism.joints]  # of the excesses at joints that a link carries
    tau: list[S] = [ZERO] * len(qd)
    for link in reversed(range(len(beyond))):
        joint, pose, body = mechanism.joints[link], poses[link], composites[link]
        ((i, twist),) = joint.columns()
        passed = about_joint(beyond[link], pose)
        if _is_held(joint):
            parent, where = motions[joint.parent], held_pose(joint)
            body = turned_by_joint(shifted(body, joint.joint_p_link), *about_axis(joint, turns))
            excess = excess_wrench(joint, where, body, parent.omega, (qd[i], ZERO))
            own = net_wrench(body, field_in_held_axes(parent, where)) + excess
        else:
            where = pose
            own = about_joint(net_wrench(body, motions[link].acceleration), pose)
            excess = about_joint(net_wrench(body, _excess(twist, pose, motions[link], qd[i])), pose)
        tau[i] = twist.power(passed.f, passed.n) + twist.power(own.f, own.n)
        if joint.parent != BASE:
            beyond[joint.parent] = beyond[joint.parent] + on_parent(passed, pose) + on_parent(excess, where)
    return Bias(tuple(tau), tuple(motions))


def _is_held(joint: JointGeometry[S]) -> bool:
    """Whether to see a link in held axes: where these exchange the parent's, nothing of its field is computed anew."""
    return can_be_held(joint) and joint.shortcuts.permutes_axes and joint.parent != BASE


def _excess(twist: Twist[S], pose: Pose[S], motion: Motion[S], rate: S) -> Acceleration[S]:
    """Excess of a link's field over its parent's, about the link's origin and in its frame."""
    turn = excess_of_turn(twist.angular, motion.omega - twist.angular.scale(rate), rate, ZERO)
    travel = twist.linear.scale(rate)
    v_dot = turn.at(pose.joint_p_link) + motion.omega.cross(travel + travel)
    return Acceleration(turn.omega_dot, turn.W, turn.Omega, v_dot)
