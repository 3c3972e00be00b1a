"""The regressor: joint torques as a matrix times the inertial parameters.

Scalars: any commutative ring.
Frames:  of link k, everything in frame k.

    code        meaning
    screws      unit motions of joints as link k sees them: angular velocity, and velocity of the link's origin
    columns     wrench of link k per unit of each of its ten parameters
    Y           torque of joint i per unit parameter = screw · column (the power of the wrench on the joint's motion)

Passing the screws outwards costs far less than passing ten wrenches of every link inwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.joints.twist import Twist
from symdyn.mechanism.mechanism import Mechanism, Pose
from symdyn.mechanism.rigid_body import Acceleration
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)
INERTIAL_COUNT = 10


def link_regressors(
    mechanism: Mechanism[S], poses: Sequence[Pose[S]], fields: Sequence[Acceleration[S]]
) -> list[list[list[S]]]:
    """Return, for every link, n rows of ten entries: the torque of each joint per unit of the link's parameters."""
    blocks = []
    for screws, field in zip(joint_screws(mechanism, poses), fields, strict=True):
        rows: list[list[S]] = [[ZERO] * INERTIAL_COUNT for _ in range(mechanism.n)]
        for coordinate, screw in screws.items():
            rows[coordinate] = torque_row(screw, field)
        blocks.append(rows)
    return blocks


def joint_screws(mechanism: Mechanism[S], poses: Sequence[Pose[S]]) -> list[dict[int, Twist[S]]]:
    """Return, for every link, the screws of the joints that move it."""
    seen: list[dict[int, Twist[S]]] = []
    for joint, pose in zip(mechanism.joints, poses, strict=True):
        below = {} if joint.parent == BASE else seen[joint.parent]
        screws = {coordinate: _carried(screw, pose) for coordinate, screw in below.items()}
        for i, twist in joint.columns():
            screws[i] = Twist(twist.angular, twist.at(pose.joint_p_link))
        seen.append(screws)
    return seen


def _carried(screw: Twist[S], pose: Pose[S]) -> Twist[S]:
    """See a screw of the parent's frame from the link's."""
    angular = pose.to_link(screw.angular)
    at_joint = pose.to_link(screw.linear + screw.angular.cross(pose.parent_p_joint))
    return Twist(angular, at_joint + angular.cross(pose.joint_p_link))


def torque_row(screw: Twist[S], field: Acceleration[S]) -> list[S]:
    """Torque per unit of m mx my mz Ixx Ixy Iyy Ixz Iyz Izz: `net_wrench` read column by column."""
    v, w = screw.linear, screw.angular
    a, W = field.v_dot, field.W
    wx, wy, wz = field.omega_dot
    (Oxx, Oxy, Oxz), (Oyx, Oyy, Oyz), (Ozx, Ozy, Ozz) = field.Omega.rows
    return [
        v.dot(a),
        v.x * Oxx + v.y * Oyx + v.z * Ozx + (w.z * a.y - w.y * a.z),
        v.x * Oxy + v.y * Oyy + v.z * Ozy + (w.x * a.z - w.z * a.x),
        v.x * Oxz + v.y * Oyz + v.z * Ozz + (w.y * a.x - w.x * a.y),
        w.x * wx + w.y * W.xz - w.z * W.xy,
        w.y * Ozy - w.x * Ozx + w.z * (Oxx - Oyy),
        w.y * wy + w.z * W.xy - w.x * W.yz,
        w.x * Oyx - w.z * Oyz + w.y * (Ozz - Oxx),
        w.z * Oxz - w.y * Oxy + w.x * (Oyy - Ozz),
        w.z * wz + w.x * W.yz - w.y * W.xz,
    ]
