"""Acceleration field of a link from that of its parent.

Scalars: any commutative ring.
Frames:  the parent's field in the parent's frame; everything else in the link's.

    code          meaning
    W             products of the link's angular velocity
    cross         (parent's angular velocity) × axis · rate, twice that behind a prismatic joint
    rate_change   q̈ of the joint
    slip          where parent and link do not share the acceleration of a revolute joint's axis: what the link's has
                  in excess, at the joint's origin and per length along the axis (see `walker_motion`)

Linear in (field, W, cross, rate_change, slip), so that velocity products may be polarised (see `coriolis`).
"""

from __future__ import annotations

from typing import Any

from symdyn.algebra.spatial import Mat3, Sym3, Vec3
from symdyn.mechanism.mechanism import JointGeometry, Pose
from symdyn.mechanism.rigid_body import Acceleration, acceleration_gradient


def propagate_field(
    field: Acceleration[Any],
    joint: JointGeometry[Any],
    pose: Pose[Any],
    W: Sym3[Any],
    cross: Vec3[Any],
    rate_change: Any,
    slip: tuple[Vec3[Any], Vec3[Any]] | None = None,
) -> Acceleration[Any]:
    """Return the acceleration field of a link."""
    v_dot = pose.to_link(field.at(pose.parent_p_joint))  # of the joint's origin
    along_axis = None
    if slip is not None:
        v_dot, along_axis = v_dot + slip[0], slip[1]
    own = joint.axis.scale(rate_change)
    if not joint.is_revolute:
        omega_dot = pose.to_link(field.omega_dot)
        v_dot = v_dot + cross + own
        Omega = acceleration_gradient(omega_dot, W)
        if joint.permutes_axes:  # the parent's field in other letters
            Omega = pose.R.T @ field.Omega @ pose.R
    elif joint.frame_axis is None or not joint.shares_column:
        omega_dot = pose.to_link(field.omega_dot) + cross + own
        Omega = acceleration_gradient(omega_dot, W)
    else:
        omega_dot, Omega = _through_axis(field, joint, joint.frame_axis, pose, W, rate_change, along_axis)
    return Acceleration(omega_dot, W, Omega, v_dot + Omega @ pose.joint_p_link)


def _through_axis(
    field: Acceleration[Any],
    joint: JointGeometry[Any],
    k: int,
    pose: Pose[Any],
    W: Sym3[Any],
    rate_change: Any,
    slip: Vec3[Any] | None,
) -> tuple[Vec3[Any], Mat3[Any]]:
    """ω̇ and Ω of a link that turns about axis k of its frame.

    Points on a revolute joint's axis belong to parent and link alike, so Ω a is the parent's, turned: one column of
    Ω for nothing. The rest of ω̇ follows from it, since Ω a = ω̇ × a + (W - trace(W) 1) a; and so may one of
    the diagonal entries, since Ω_jj - Ω_kk = W_jj - W_kk.
    """
    axis = joint.axis
    axis_in_parent = pose.to_parent(axis)  # constant
    shared = pose.to_link(field.Omega @ axis_in_parent)
    if slip is not None:
        shared = shared + slip
    about_axis = axis_in_parent.dot(field.omega_dot) + rate_change
    omega_dot = axis.scale(about_axis) + axis.cross(shared - W @ axis)
    sign = list(axis)[k]
    column = shared.scale(sign)
    j = (k + 2) % 3
    squares = (W.xx, W.yy, W.zz)
    Omega = acceleration_gradient(omega_dot, W).with_column(k, column)
    if joint.shares_diagonal:
        Omega = Omega.with_entry(j, j, list(column)[k] + (squares[j] - squares[k]))
    return omega_dot, Omega
