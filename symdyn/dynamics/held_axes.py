"""Links seen in axes that stand still in their parents, and what their motion has beyond their parents'.

Scalars: any commutative ring.
Frames:  the held axes of a link are those of its frame with its joint at zero; they stand still in the parent.

    code     meaning
    body     inertia of a link (and what it carries) at this instant, in held axes about its joint's origin
    excess   what a link's acceleration field has beyond the parent's: nothing on the axis of a joint that only turns

The wrench of a body is linear in the field, so that the parent may bear the body as a part of its own, and only the
excess needs a wrench apart. With the axis along z, rate r and the parent's ω, the excess of Ω is

    ⎡ -γ      -ṙ       0 ⎤
    ⎢  ṙ      -γ       0 ⎥     γ = r (2 ω_z + r)
    ⎣ 2 r ω_x  2 r ω_y  0 ⎦
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import (
    NULL,
    Sym3,
    Vec3,
    square,
    symmetric_product,
    turned_about_axis,
    turned_vector_about_axis,
)
from symdyn.dynamics.newton_euler import Motion
from symdyn.mechanism.mechanism import JointGeometry, Pose
from symdyn.mechanism.rigid_body import Acceleration, Inertia, Wrench, acceleration_gradient, net_wrench

S = TypeVar("S", bound=Scalar)


def held_pose(joint: JointGeometry[S]) -> Pose[S]:
    """Where the held axes stand in the parent, at the joint's origin."""
    split = joint.shortcuts.split
    factors = (split.before, split.after) if split is not None and split.sparse else ()
    return Pose(joint.K0 + joint.K1, joint.parent_p_joint, NULL, factors)


def about_axis(joint: JointGeometry[S], turns: Sequence[tuple[S, S]]) -> tuple[int, S, S]:
    """Which axis of the link's frame a joint turns about, and the turn's cosine and sine."""
    k = joint.shortcuts.frame_axis
    assert k is not None
    (i,) = joint.coordinates
    c, s = turns[i]
    return k, c, s * list(joint.axis)[k]


def turned_by_joint(inertia: Inertia[S], k: int, c: S, s: S) -> Inertia[S]:
    """Express the inertia of a link in held axes."""
    return Inertia(inertia.m, turned_vector_about_axis(inertia.h, k, c, s), turned_about_axis(inertia.I, k, c, s))


def field_in_held_axes(parent: Motion[S], pose: Pose[S]) -> Acceleration[S]:
    """Field of the parent about the joint's origin, in held axes that exchange the parent's."""
    field = parent.acceleration
    W = square(pose.to_link(parent.omega))
    Omega = pose.R.T @ field.Omega @ pose.R  # the same entries in other places
    return Acceleration(pose.to_link(field.omega_dot), W, Omega, pose.to_link(field.at(pose.parent_p_joint)))


def excess_of_turn(axis: Vec3[S], omega: Vec3[S], rate: S, rate_change: S) -> Acceleration[S]:
    """Excess of a link that turns about an axis through the origin; omega is the parent's, in the axes wanted."""
    omega_dot = omega.cross(axis.scale(rate)) + axis.scale(rate_change)
    W = (symmetric_product(omega, axis) + square(axis).scale(rate)).scale(rate)
    return Acceleration(omega_dot, W, acceleration_gradient(omega_dot, W), NULL)


def excess_wrench(
    joint: JointGeometry[S], pose: Pose[S], body: Inertia[S], parent_omega: Vec3[S], rates: tuple[S, S]
) -> Wrench[S]:
    """Wrench of the excess, in held axes. It is zero on the axis, and what is spread along that needs none."""
    excess = excess_of_turn(joint.axis, pose.to_link(parent_omega), *rates)
    return net_wrench(replace(body, I=_without_line(body.I, joint)), excess)


def _without_line(I: Sym3[S], joint: JointGeometry[S]) -> Sym3[S]:
    """Take as much off the moments of inertia across the axis as leaves the second of them zero."""
    k = joint.shortcuts.frame_axis
    assert k is not None
    j = (k + 2) % 3
    diagonal = [I.xx, I.yy, I.zz]
    across = diagonal[j]
    xx, yy, zz = (entry if i == k else ZERO if i == j else entry - across for i, entry in enumerate(diagonal))
    return Sym3(xx, I.xy, yy, I.xz, I.yz, zz)
