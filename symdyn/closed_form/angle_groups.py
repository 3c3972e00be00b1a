"""Joints that turn about parallel axes: their angles occur in sums, as in cos(q2 + q3)."""

from __future__ import annotations

from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.spatial import Vec3
from symdyn.mechanism.rest_in_field import rest_in_field
from symdyn.model.robot import BASE, Robot


def angle_groups(robot: Robot) -> list[tuple[int, ...]]:
    """Return the groups of two and more coordinates whose joints are parallel and turn one another."""
    if robot.closing is not None:
        return []  # the tree's angles are sums of the coordinates already
    rest = rest_in_field(robot)
    # of every link: the group of the last joint that turned it, and that joint's axis in the link's frame
    turned_by: list[tuple[list[int], Vec3[FieldElement]] | None] = []
    groups: list[list[int]] = []
    for joint, pose in zip(rest.mechanism.joints, rest.poses, strict=True):
        below = None if joint.parent == BASE else turned_by[joint.parent]
        if below is not None:
            below = below[0], pose.R.T @ below[1]
        if joint.kind.turns:
            if below is None or any(joint.axis.cross(below[1])):
                groups.append([])
                below = groups[-1], joint.axis
            below[0].extend(joint.coordinates)
            below = below[0], joint.axis
        turned_by.append(below)
    return [tuple(group) for group in groups if len(group) > 1]
