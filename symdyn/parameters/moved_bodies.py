"""Bodies as vectors over the full parameters: on a link, and taken off its parent.

Scalars: exact constants.
Frames:  a body is described about its joint's origin, in the axes of its link.
"""

from __future__ import annotations

from typing import Any

from symdyn.algebra.exact import Exact, exact
from symdyn.mechanism.mechanism import Pose
from symdyn.mechanism.rigid_body import Inertia, shifted, turned
from symdyn.model.robot import BASE
from symdyn.parameters.link_geometry import LinkGeometry, manageable

Relation = dict[int, Exact]  # entries of a vector over the full parameters, zeros left out


def in_link_frame(body: Inertia[Exact], pose: Pose[Exact]) -> Inertia[Exact]:
    """Describe a body given about the joint's origin about the link's."""
    return shifted(body, -pose.joint_p_link)


def in_parent_frame(body: Inertia[Exact], pose: Pose[Exact]) -> Inertia[Exact]:
    """Describe a body given about the joint's origin in the parent's frame."""
    return shifted(turned(body, pose.R), pose.parent_p_joint)


def moved_to_parent(body: Inertia[Exact], link: LinkGeometry, links: list[LinkGeometry]) -> Relation:
    """Take a body off the parent and put it on the link."""
    return taken_off_parent(body_vector(link.first, in_link_frame(body, link.pose)), body, link, links)


def taken_off_parent(vector: Relation, body: Inertia[Exact], link: LinkGeometry, links: list[LinkGeometry]) -> Relation:
    """Take a body off the parent, in place, that a vector has on the link."""
    if link.parent != BASE:
        subtract(vector, body_vector(links[link.parent].first, in_parent_frame(body, link.pose)))
    return vector


def body_vector(first: int, body: Inertia[Any]) -> Relation:
    """Return the ten of a body, given about the link's origin, whose first stands at an index."""
    ten = (body.m, *body.h, *body.I)
    return {first + i: manageable(exact(value)) for i, value in enumerate(ten) if value}


def subtract(vector: Relation, other: Relation) -> None:
    """Subtract in place."""
    for column, value in other.items():
        rest = manageable(vector.get(column, exact(0)) - value)
        if rest:
            vector[column] = rest
        else:
            vector.pop(column, None)
