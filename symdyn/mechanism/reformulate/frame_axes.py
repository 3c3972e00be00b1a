"""Joints that turn about an axis of their link's frame: most of an axis's components are then zero.

Scalars: exact constants.
"""

from __future__ import annotations

from symdyn.algebra.exact import Exact
from symdyn.algebra.spatial import Vec3
from symdyn.mechanism.mechanism import Mechanism
from symdyn.model.robot import Robot


def find_frame_axes(mechanism: Mechanism[Exact], robot: Robot) -> Mechanism[Exact]:
    """Say of every joint that turns which axis of its link's frame it turns about."""
    return mechanism.with_joints(
        joint.knowing(frame_axis=frame_axis(joint.axis) if joint.kind.turns else None) for joint in mechanism.joints
    )


def frame_axis(axis: Vec3[Exact]) -> int | None:
    """Return 0, 1 or 2 for an axis along x, y or z."""
    along = [k for k, component in enumerate(axis) if component]
    return along[0] if len(along) == 1 else None
