"""The regressor: joint torques as a matrix times the inertial parameters.

Scalars: any commutative ring.
Frames:  of link k, everything in frame k.

    code        meaning
    Screw       unit motion of a joint as link k sees it: velocity of the link's origin, and angular velocity
    columns     wrench of link k per unit of each of its ten parameters
    Y           torque of joint i per unit parameter = screw · column (the power of the wrench on the joint's motion)

Passing the screws outwards costs far less than passing ten wrenches of every link inwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.spatial import Vec3
from symdyn.dynamics.newton_euler import ZERO
from symdyn.mechanism.mechanism import JointGeometry, Mechanism, Pose
from symdyn.mechanism.rigid_body import Acceleration
from symdyn.model.robot import BASE

S = TypeVar("S")
INERTIAL_COUNT = 10


@dataclass(frozen=True, slots=True)
class Screw(Generic[S]):
    """A unit motion seen from a link's frame."""

    linear: Vec3[S]
    angular: Vec3[S]


def link_regressors(
    mechanism: Mechanism[Any], poses: Sequence[Pose[Any]], fields: Sequence[Acceleration[Any]]
) -> list[list[list[Any]]]:
    """Return, for every link, n rows of ten entries: the torque of each joint per unit of the link's parameters."""
    n = sum(joint.coordinate is not None for joint in mechanism.joints)
    blocks = []
    for screws, field in zip(joint_screws(mechanism, poses), fields, strict=True):
        rows: list[list[Any]] = [[0] * INERTIAL_COUNT for _ in range(n)]
        for coordinate, screw in screws.items():
            rows[coordinate] = torque_row(screw, field)
        blocks.append(rows)
    return blocks


def joint_screws(mechanism: Mechanism[Any], poses: Sequence[Pose[Any]]) -> list[dict[int, Screw[Any]]]:
    """Return, for every link, the screws of the joints that move it."""
    seen: list[dict[int, Screw[Any]]] = []
    for joint, pose in zip(mechanism.joints, poses, strict=True):
        below = {} if joint.parent == BASE else seen[joint.parent]
        screws = {coordinate: _carried(screw, pose) for coordinate, screw in below.items()}
        if joint.coordinate is not None:
            screws[joint.coordinate] = _own_screw(joint, pose)
        seen.append(screws)
    return seen


def _carried(screw: Screw[Any], pose: Pose[Any]) -> Screw[Any]:
    """See a screw of the parent's frame from the link's."""
    angular = pose.to_link(screw.angular)
    at_joint = pose.to_link(screw.linear + screw.angular.cross(pose.parent_p_joint))
    return Screw(at_joint + angular.cross(pose.joint_p_link), angular)


def _own_screw(joint: JointGeometry[Any], pose: Pose[Any]) -> Screw[Any]:
    if joint.is_revolute:
        return Screw(joint.axis.cross(pose.joint_p_link), joint.axis)
    return Screw(joint.axis, ZERO)


def torque_row(screw: Screw[Any], field: Acceleration[Any]) -> list[Any]:
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
