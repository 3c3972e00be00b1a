"""Joints that turn about an axis of the parent's frame and of the link's: both have one column of Ω in common.

Scalars: exact constants.

Points on the axis of a joint that turns move with both links, but for what the joint slides; hence Ω a, how their
acceleration changes along the axis, is the same for both (see `propagation`).
"""

from __future__ import annotations

from symdyn.algebra.exact import Exact
from symdyn.mechanism.mechanism import Mechanism, placed_joints
from symdyn.mechanism.reformulate.frame_axes import frame_axis
from symdyn.model.robot import Robot


def find_shared_columns(mechanism: Mechanism[Exact], robot: Robot) -> Mechanism[Exact]:
    """Say whose axis is along one of the parent's axes, too."""
    joints = []
    for joint, placed in zip(mechanism.joints, placed_joints(robot), strict=True):
        in_parent = frame_axis(placed.before.rotation @ placed.axis)
        joints.append(joint.knowing(shares_column=joint.shortcuts.frame_axis is not None and in_parent is not None))
    return mechanism.with_joints(joints)
