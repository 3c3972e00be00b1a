"""Points that no joint moves: where the axes of the first joints meet, as in a shoulder.

Scalars: exact constants.
Frames:  what belongs to a link is in its frame, from its origin.
"""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.algebra.decimals import to_float
from symdyn.algebra.divisors import THIN
from symdyn.algebra.exact import Exact, reciprocal
from symdyn.algebra.spatial import Vec3
from symdyn.mechanism.mechanism import Mechanism, placed_joints
from symdyn.model.robot import BASE, ZERO_VECTOR, Joint, Robot

MOST_TERMS = 12  # of a component; longer ones are not worth recognising


@dataclass(frozen=True, slots=True)
class Resting:
    """The points of a link that rest: one alone, or the line through it along `direction`."""

    point: Vec3[Exact]
    direction: Vec3[Exact] | None = None


def find_resting_points(mechanism: Mechanism[Exact], robot: Robot) -> Mechanism[Exact]:
    """Say which links turn about a point that rests, and where it is."""
    return mechanism.with_joints(
        joint.knowing(resting_point=point) for joint, point in zip(mechanism.joints, resting_points(robot), strict=True)
    )


def resting_points(robot: Robot, *, far: bool = False, screwed: bool = False) -> list[Vec3[Exact] | None]:
    """Return, for every entry that turns about a single resting point, that point; None for the others and the load.

    With ``far`` also those where nearly parallel axes meet, which are no place to describe a link about. With
    ``screwed`` also those that do not rest, but move with a joint on the base along its axis as it turns.
    """
    resting: list[Resting | None] = []
    stands: list[bool] = []  # whether an entry is fixed to the base, and rests as a whole
    joints = placed_joints(robot)
    for joint in joints:
        on_base = joint.parent == BASE or stands[joint.parent]
        below = None if joint.parent == BASE else resting[joint.parent]
        stands.append(on_base and not joint.moves)
        resting.append(_resting(joint, below, on_base, far, screwed))
    return [
        rest.point if joint.moves and rest is not None and rest.direction is None else None
        for rest, joint in zip(resting, joints, strict=True)
    ]


def _resting(joint: Joint, below: Resting | None, on_base: bool, far: bool, screwed: bool) -> Resting | None:
    """Return what rests of a link; what its joint stands on rests at ``below``, or all of it if that is the base."""
    if not joint.moves:
        return below and _carried(joint, below)
    if not joint.kind.keeps_its_axis and not (screwed and on_base and joint.kind.turns):
        return None  # not searched beyond what slides
    axis = joint.after.rotation.T @ joint.axis
    if on_base:
        return Resting(_on_axis(joint, ZERO_VECTOR), axis)
    if below is None:
        return None
    if _turns_about_the_line(joint, below):
        return Resting(_on_axis(joint, ZERO_VECTOR), axis)
    along = _distance_along_axis(joint, below, far)
    return None if along is None else Resting(_on_axis(joint, joint.axis.scale(along)))


def _turns_about_the_line(joint: Joint, below: Resting) -> bool:
    """Tell whether a joint's axis lies on the line that rests of what it stands on: then it goes on resting."""
    if below.direction is None:
        return False
    a: Vec3[Exact] = joint.before.rotation @ joint.axis
    return not any(a.cross(below.direction)) and not any(a.cross(below.point - joint.before.position))


def _carried(joint: Joint, below: Resting) -> Resting | None:
    """Express what rests of a link in the frame of another that is fixed to it."""
    R = joint.before.rotation
    point: Vec3[Exact] = R.T @ (below.point - joint.before.position)
    direction: Vec3[Exact] | None = None if below.direction is None else R.T @ below.direction
    if any(len(component.terms) > MOST_TERMS for component in (*point, *(direction or ()))):
        return None
    return Resting(point, direction)


def _on_axis(joint: Joint, p: Vec3[Exact]) -> Vec3[Exact]:
    """Express a point of the joint's axis, given from the joint's origin, in the link's frame."""
    point: Vec3[Exact] = joint.after.rotation.T @ (p - joint.after.position)
    return point


def _distance_along_axis(joint: Joint, below: Resting, far: bool) -> Exact | None:
    """Tell how far from the joint's origin its axis a meets a resting point r, or the line along u through it."""
    a: Vec3[Exact] = joint.before.rotation @ joint.axis
    r = below.point - joint.before.position
    if any(len(component.terms) > MOST_TERMS or component.symbols() for component in (*a, *r)):
        return None
    if below.direction is None:
        return None if any(a.cross(r)) else r.dot(a)
    normal = a.cross(below.direction)
    if not any(normal) or r.dot(normal) or (_are_nearly_parallel(normal) and not far):
        return None
    return r.cross(below.direction).dot(normal) * reciprocal(normal.dot(normal))


def _are_nearly_parallel(normal: Vec3[Exact]) -> bool:
    """Tell whether two axes, whose unit vectors have this product, meet so flatly that they meet far away."""
    return all(abs(to_float(component)) < THIN for component in normal)
