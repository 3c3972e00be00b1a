"""Accelerations whose torque is M(q) a + C(q, u) w + g(q): linear in each of two velocities, C Christoffel's.

Scalars: any commutative ring that holds one half.
Frames:  as in `newton_euler`.

The velocity torque h(u) of Newton-Euler is a quadratic form, and Christoffel's symbols are symmetric in their two
velocity indices. So C(q, u) w is the polar form of h: wherever h has a product of velocities, put the mean of the
two mixed products. Then C(q, u) w = C(q, w) u, C(q, u) u = h(u), and Ṁ - 2C is skew by construction.

    code      meaning
    u, w      the two velocities (q̇ and q̇_r in adaptive control)
    spins     the links' angular velocities for each of them
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symdyn.algebra.spatial import Vec3, symmetric_product
from symdyn.dynamics.newton_euler import ZERO, base_acceleration
from symdyn.dynamics.propagation import propagate_field
from symdyn.joints.twist import Twist
from symdyn.mechanism.mechanism import JointGeometry, Mechanism, Pose
from symdyn.mechanism.rigid_body import Acceleration
from symdyn.model.robot import BASE

PolarMotion = tuple[tuple[Vec3[Any], Vec3[Any]], Acceleration[Any]]  # of a link: both angular velocities, and the field


def polar_accelerations(
    mechanism: Mechanism[Any],
    poses: Sequence[Pose[Any]],
    u: Sequence[Any],
    w: Sequence[Any],
    rate_changes: Sequence[Any],
) -> list[Acceleration[Any]]:
    """Acceleration field of every link, its velocity products polarised between u and w."""
    base: PolarMotion = (ZERO, ZERO), base_acceleration(mechanism)
    states: list[PolarMotion] = []
    for joint, pose in zip(mechanism.joints, poses, strict=True):
        parent = base if joint.parent == BASE else states[joint.parent]
        own = joint.motion(u), joint.motion(w)
        states.append(propagate_polar(parent, joint, pose, own, joint.motion(rate_changes), mechanism.half))
    return [field for _, field in states]


def propagate_polar(
    parent: PolarMotion,
    joint: JointGeometry[Any],
    pose: Pose[Any],
    own: tuple[Twist[Any], Twist[Any]],
    change: Twist[Any],
    half: Any,
) -> PolarMotion:
    """Angular velocities and acceleration field of a link from those of its parent; ``own`` are its joint's motions."""
    spins, field = parent
    of_u, of_w = own
    spin_u, spin_w = (pose.to_link(spin) for spin in spins)
    turning = (spin_u.cross(of_w.angular) + spin_w.cross(of_u.angular)).scale(half)
    sliding = spin_u.cross(of_w.linear) + spin_w.cross(of_u.linear)
    spin_u, spin_w = spin_u + of_u.angular, spin_w + of_w.angular
    W = symmetric_product(spin_u, spin_w).scale(half)
    return (spin_u, spin_w), propagate_field(field, joint, pose, W, Twist(turning, sliding), change)
