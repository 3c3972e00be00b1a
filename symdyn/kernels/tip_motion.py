"""How the tip moves: its pose, its Jacobian J and the rate of J along a motion.

Scalars: any commutative ring.
Frames:  results are in the base frame; the tip is the origin of the file's last entry, fixed ones included.

    symbol   code      meaning
    J        J         (v, ω) of the tip = J q̇
    J̇        J_dot     (v̇, ω̇) of the tip = J q̈ + J̇ q̇

The rate is exact: every joint's unit motion turns with the link that carries it, every origin moves with that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import Vec3
from symdyn.dynamics.setting import Setting
from symdyn.joints.twist import STILL, Twist
from symdyn.kernels.kernel import Computation, Kernel, flat
from symdyn.mechanism.kinematics import WorldPose, homogeneous, jacobian, world_poses
from symdyn.mechanism.mechanism import Mechanism
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class MovingJoint(Generic[S]):
    """How a joint's frame and the link that it carries move: velocities of their origins, and how fast they turn."""

    p_joint_dot: Vec3[S]
    omega_below: Vec3[S]
    p_dot: Vec3[S]
    omega: Vec3[S]


def kernel_tip_pose(at: Setting[S]) -> Computation[S]:
    """Pose of the tip."""
    world = world_poses(at.whole, at.whole_poses)
    return Computation((flat(homogeneous(world[at.whole.last])),), (world,))


def kernel_tip_motion(at: Setting[S]) -> Computation[S]:
    """Pose of the tip, J and J̇."""
    world = world_poses(at.whole, at.whole_poses)
    J = jacobian(at.whole, at.whole_poses)
    J_dot = jacobian_rate(at.whole, world, at.qd)
    outputs = (homogeneous(world[at.whole.last]), at.seen_rows(J), at.with_seen_drift(at.seen_rows(J_dot), J))
    return Computation(tuple(flat(rows) for rows in outputs), (world,))


def jacobian_rate(mechanism: Mechanism[S], world: list[WorldPose[S]], qd: Sequence[S]) -> tuple[tuple[S, ...], ...]:
    """J̇ by rows, 6 x n."""  # [VanWinssen85 (A.6)]
    columns: list[tuple[S, ...]] = [(ZERO,) * 6] * len(qd)
    moving = chain_motions(mechanism, world, qd)
    tip, tip_dot = world[mechanism.last].p, moving[mechanism.last].p_dot
    for link, motion in moving.items():
        arm, arm_dot = tip - world[link].p_joint, tip_dot - motion.p_joint_dot
        for i, twist in mechanism.joints[link].columns():
            seen = world[link].seen(twist)
            rate = Twist(motion.omega_below.cross(seen.angular), motion.omega_below.cross(seen.linear))
            columns[i] = (*(rate.angular.cross(arm) + seen.angular.cross(arm_dot) + rate.linear), *rate.angular)
    return tuple(zip(*columns, strict=True))


def chain_motions(mechanism: Mechanism[S], world: list[WorldPose[S]], qd: Sequence[S]) -> dict[int, MovingJoint[S]]:
    """Motions of the links from the base to the tip, outwards."""
    motions: dict[int, MovingJoint[S]] = {}
    for link in reversed(list(mechanism.ancestors(mechanism.last))):
        joint, here = mechanism.joints[link], world[link]
        if joint.parent == BASE:
            below_omega, p_joint_dot = STILL.angular, STILL.linear
        else:
            below, carrier = motions[joint.parent], world[joint.parent]
            below_omega, p_joint_dot = below.omega, below.p_dot + below.omega.cross(here.p_joint - carrier.p)
        own = sum((here.seen(twist).scale(qd[i]) for i, twist in joint.columns()), start=STILL)
        omega = below_omega + own.angular
        p_dot = p_joint_dot + omega.cross(here.p - here.p_joint) + own.linear
        motions[link] = MovingJoint(p_joint_dot, below_omega, p_dot, omega)
    return motions


TIP = (
    Kernel(
        "tip_pose",
        "Pose of the last link in the base frame, 4 x 4.",
        ("q",),
        (("T", ("4", "4")),),
        kernel_tip_pose,
        on_request=True,
    ),
    Kernel(
        "tip_motion",
        "Pose of the last link, 4 x 4, its Jacobian, and the Jacobian's rate along the motion, base frame.",
        ("q", "qd"),
        (("T", ("4", "4")), ("J", ("6", "n")), ("J_dot", ("6", "n"))),
        kernel_tip_motion,
        on_request=True,
    ),
)
