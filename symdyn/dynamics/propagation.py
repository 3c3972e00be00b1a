"""Acceleration field of a link from that of its parent.

Scalars: any commutative ring.
Frames:  the parent's field in the parent's frame; everything else in the link's.

    code      meaning
    W         products of the link's angular velocity
    carried   what the parent's turning does to the joint's motion: ω × (its angular part), 2 ω × (its linear part)
    change    the joint's own acceleration, the twists of its q̈
    slip      where parent and link do not share the acceleration of the axis that a joint turns about: what the link's
              has in excess, at the joint's origin and per length along the axis (see `walker_motion`)

Linear in (field, W, carried, change, slip), so that velocity products may be polarised (see `coriolis`).
"""

from __future__ import annotations

from typing import TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import Mat3, Sym3, Vec3
from symdyn.joints.twist import Twist
from symdyn.mechanism.mechanism import JointGeometry, Pose
from symdyn.mechanism.rigid_body import Acceleration, acceleration_gradient

S = TypeVar("S", bound=Scalar)


def propagate_field(
    field: Acceleration[S],
    joint: JointGeometry[S],
    pose: Pose[S],
    W: Sym3[S],
    carried: Twist[S],
    change: Twist[S],
    slip: tuple[Vec3[S], Vec3[S]] | None = None,
) -> Acceleration[S]:
    """Return the acceleration field of a link."""
    v_dot = pose.to_link(field.at(pose.parent_p_joint))  # of the joint's origin
    along_axis = None
    if slip is not None:
        v_dot, along_axis = v_dot + slip[0], slip[1]
    if joint.shortcuts.shares_column:
        omega_dot, Omega = _through_axis(field, joint, pose, W, change, along_axis)
    else:
        omega_dot = pose.to_link(field.omega_dot) + carried.angular + change.angular
        Omega = acceleration_gradient(omega_dot, W)
        if joint.shortcuts.keeps_gradient:
            Omega = pose.R.T @ field.Omega @ pose.R
    v_dot = v_dot + carried.linear + change.linear
    return Acceleration(omega_dot, W, Omega, v_dot + Omega @ pose.joint_p_link)


def _through_axis(
    field: Acceleration[S],
    joint: JointGeometry[S],
    pose: Pose[S],
    W: Sym3[S],
    change: Twist[S],
    slip: Vec3[S] | None,
) -> tuple[Vec3[S], Mat3[S]]:
    """ω̇ and Ω of a link that turns about axis k of its frame.

    Points on the axis a accelerate with parent and link alike, but for what the joint slides, which is the same for
    all of them. So Ω a is the parent's, turned: one column of Ω for nothing. The rest of ω̇ follows from it, since
    Ω a = ω̇ × a + (W - trace(W) 1) a; and so may one of the diagonal entries, since Ω_jj - Ω_kk = W_jj - W_kk.
    """
    axis, k = joint.axis, joint.shortcuts.frame_axis
    assert k is not None
    axis_in_parent = pose.to_parent(axis)  # constant
    shared = pose.to_link(field.Omega @ axis_in_parent)
    if slip is not None:
        shared = shared + slip
    about_axis = axis_in_parent.dot(field.omega_dot) + axis.dot(change.angular)
    omega_dot = axis.scale(about_axis) + axis.cross(shared - W @ axis)
    sign = list(axis)[k]
    column = shared.scale(sign)
    j = (k + 2) % 3
    squares = (W.xx, W.yy, W.zz)
    Omega = acceleration_gradient(omega_dot, W).with_column(k, column)
    if joint.shortcuts.shares_diagonal:
        Omega = Omega.with_entry(j, j, list(column)[k] + (squares[j] - squares[k]))
    return omega_dot, Omega
