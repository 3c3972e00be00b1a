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
from typing import TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import NULL, Vec3, symmetric_product
from symdyn.dynamics.newton_euler import base_acceleration
from symdyn.dynamics.propagation import propagate_field
from symdyn.joints.twist import Twist
from symdyn.mechanism.mechanism import JointGeometry, Mechanism, Pose
from symdyn.mechanism.rigid_body import Acceleration
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)

PolarMotion = tuple[tuple[Vec3[S], Vec3[S]], Acceleration[S]]  # of a link: both angular velocities, and the field


def polar_accelerations(
    mechanism: Mechanism[S],
    poses: Sequence[Pose[S]],
    u: Sequence[S],
    w: Sequence[S],
    rate_changes: Sequence[S],
) -> list[Acceleration[S]]:
    """Acceleration field of every link, its velocity products polarised between u and w."""
    base: PolarMotion[S] = (NULL, NULL), base_acceleration(mechanism)
    states: list[PolarMotion[S]] = []
    for joint, pose in zip(mechanism.joints, poses, strict=True):
        parent = base if joint.parent == BASE else states[joint.parent]
        own = joint.motion(u), joint.motion(w)
        states.append(propagate_polar(parent, joint, pose, own, joint.motion(rate_changes), mechanism.half))
    return [field for _, field in states]


def propagate_polar(
    parent: PolarMotion[S],
    joint: JointGeometry[S],
    pose: Pose[S],
    own: tuple[Twist[S], Twist[S]],
    change: Twist[S],
    half: S,
) -> PolarMotion[S]:
    """Angular velocities and acceleration field of a link from those of its parent; ``own`` are its joint's motions."""
    spins, field = parent
    of_u, of_w = own
    spin_u, spin_w = (pose.to_link(spin) for spin in spins)
    turning = (spin_u.cross(of_w.angular) + spin_w.cross(of_u.angular)).scale(half)
    sliding = spin_u.cross(of_w.linear) + spin_w.cross(of_u.linear)
    spin_u, spin_w = spin_u + of_u.angular, spin_w + of_w.angular
    W = symmetric_product(spin_u, spin_w).scale(half)
    return (spin_u, spin_w), propagate_field(field, joint, pose, W, Twist(turning, sliding), change)
