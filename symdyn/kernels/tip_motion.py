"""How the tip moves: its pose, its Jacobian J and the rate of J along a motion.

Scalars: any commutative ring.
Frames:  results are in the base frame; the tip is the origin of the file's last entry, fixed ones included.

    symbol   code      meaning
    z        axis      a joint's axis
    J        J         (v, ω) of the tip = J q̇
    J̇        J_dot     (v̇, ω̇) of the tip = J q̈ + J̇ q̇

The rate is exact: every axis turns with the link that carries the joint, every origin moves with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import Vec3
from symdyn.dynamics.setting import Setting
from symdyn.kernels.kernel import Computation, Kernel, flat
from symdyn.mechanism.kinematics import WorldPose, homogeneous, jacobian, world_poses
from symdyn.mechanism.mechanism import JointGeometry, Mechanism
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)
STILL: Vec3[Any] = Vec3(ZERO, ZERO, ZERO)


@dataclass(frozen=True, slots=True)
class MovingJoint(Generic[S]):
    """How a joint's frame and the link that it carries move: velocities of their origins, and how fast they turn."""

    p_joint_dot: Vec3[S]
    axis_dot: Vec3[S]
    p_dot: Vec3[S]
    omega: Vec3[S]


def kernel_tip_motion(at: Setting[S]) -> Computation[S]:
    """Pose of the tip, J and J̇."""
    world = world_poses(at.whole, at.whole_poses)
    J = jacobian(at.whole, at.whole_poses)
    outputs = (homogeneous(world[at.whole.last]), J, jacobian_rate(at.whole, world, at.qd))
    return Computation(tuple(flat(rows) for rows in outputs), (world,))


def jacobian_rate(mechanism: Mechanism[S], world: list[WorldPose[S]], qd: Sequence[S]) -> tuple[tuple[S, ...], ...]:
    """J̇ by rows, 6 x n."""  # [VanWinssen85 (A.6)]
    columns: list[tuple[S, ...]] = [(ZERO,) * 6] * len(qd)
    moving = chain_motions(mechanism, world, qd)
    tip, tip_dot = world[mechanism.last].p, moving[mechanism.last].p_dot
    for link, motion in moving.items():
        joint = mechanism.joints[link]
        if joint.coordinate is None:
            continue
        axis = world[link].R @ joint.axis
        if joint.is_revolute:
            arm, arm_dot = tip - world[link].p_joint, tip_dot - motion.p_joint_dot
            columns[joint.coordinate] = (*(motion.axis_dot.cross(arm) + axis.cross(arm_dot)), *motion.axis_dot)
        else:
            columns[joint.coordinate] = (*motion.axis_dot, ZERO, ZERO, ZERO)
    return tuple(zip(*columns, strict=True))


def chain_motions(mechanism: Mechanism[S], world: list[WorldPose[S]], qd: Sequence[S]) -> dict[int, MovingJoint[S]]:
    """Motions of the links from the base to the tip, outwards."""
    motions: dict[int, MovingJoint[S]] = {}
    for link in reversed(list(mechanism.ancestors(mechanism.last))):
        joint, here = mechanism.joints[link], world[link]
        axis = here.R @ joint.axis
        if joint.parent == BASE:
            omega, p_joint_dot = STILL, STILL
        else:
            below, carrier = motions[joint.parent], world[joint.parent]
            omega, p_joint_dot = below.omega, below.p_dot + below.omega.cross(here.p_joint - carrier.p)
        axis_dot = omega.cross(axis)
        turning, sliding = _rates(joint, axis, qd)
        omega = omega + turning
        p_dot = p_joint_dot + omega.cross(here.p - here.p_joint) + sliding
        motions[link] = MovingJoint(p_joint_dot, axis_dot, p_dot, omega)
    return motions


def _rates(joint: JointGeometry[S], axis: Vec3[S], qd: Sequence[S]) -> tuple[Vec3[S], Vec3[S]]:
    """Return what a joint adds to the turning and to the sliding of its link."""
    if joint.coordinate is None:
        return STILL, STILL
    rate = axis.scale(qd[joint.coordinate])
    return (rate, STILL) if joint.is_revolute else (STILL, rate)


TIP = (
    Kernel(
        "tip_motion",
        "Pose of the last link, 4 x 4, its Jacobian, and the Jacobian's rate along the motion, base frame.",
        ("q", "qd"),
        (("T", ("4", "4")), ("J", ("6", "n")), ("J_dot", ("6", "n"))),
        kernel_tip_motion,
        on_request=True,
    ),
)
