"""Describe links about points that make less work: their joints, or points that rest.

Scalars: any commutative ring.

A link that carries no other may have its frame's origin moved to its joint's; one that turns about a point that rests,
to that point, which has no acceleration but gravity's and needs no force. Inertias change by terms that depend on
parameters and geometry alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import NULL, Vec3
from symdyn.mechanism.mechanism import Mechanism
from symdyn.mechanism.rigid_body import Inertia, shifted

S = TypeVar("S", bound=Scalar)
Shifts = Mapping[int, Vec3[S]]
"""Where the old origins of links that were moved are, from the new ones."""


def shifted_bodies(inertias: Sequence[Inertia[S]], shifts: Shifts[S]) -> tuple[Inertia[S], ...]:
    """Return inertias about the origins to which their links were moved."""
    return tuple(shifted(body, shifts[link]) if link in shifts else body for link, body in enumerate(inertias))


def recentre_outermost_links(mechanism: Mechanism[S]) -> tuple[Mechanism[S], Shifts[S]]:
    """Return the same mechanism with the frames of childless links at their joints."""
    parents = {joint.parent for joint in mechanism.joints}
    joints, shifts = list(mechanism.joints), dict[int, Vec3[S]]()
    tip = mechanism.tip
    for link, joint in enumerate(mechanism.joints):
        if link in parents:
            continue
        shifts[link] = joint.joint_p_link
        point = joint.shortcuts.resting_point
        if point is not None:  # it rests where it is, and is told from the frame's new origin
            point = point + joint.joint_p_link
        joints[link] = replace(joint, joint_p_link=NULL).knowing(resting_point=point)
        if link == mechanism.last:
            tip = tip + joint.joint_p_link
    return replace(mechanism, joints=tuple(joints), tip=tip), shifts


def recentre_links_at_rest(mechanism: Mechanism[S]) -> tuple[Mechanism[S], Shifts[S]]:
    """Return the same mechanism with the frames of links that turn about a resting point at that point."""
    joints, shifts = list(mechanism.joints), dict[int, Vec3[S]]()
    tip = mechanism.tip
    for link, joint in enumerate(joints):
        if (point := joint.shortcuts.resting_point) is None:
            continue
        shifts[link] = -point
        along = joint.axis.dot(joint.joint_p_link + point)
        origin = joint.parent_p_joint + (joint.K0 @ joint.axis).scale(along)
        joints[link] = replace(joint, parent_p_joint=origin, joint_p_link=NULL)
        for child, other in enumerate(joints):
            if other.parent == link:
                joints[child] = replace(other, parent_p_joint=other.parent_p_joint - point)
        if link == mechanism.last:
            tip = tip - point
    return replace(mechanism, joints=tuple(joints), tip=tip), shifts
