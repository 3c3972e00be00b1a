"""Every link at the reference configuration: what proposals of relations, and sentences about them, start from.

Scalars: exact constants.
Frames:  what belongs to a link is in its frame.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from symdyn.algebra.atom import LET
from symdyn.algebra.compact import as_one, compact
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Vec3
from symdyn.mechanism.mechanism import Mechanism, Pose, placed_joints, poses
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.mechanism.reformulate.resting_points import resting_points
from symdyn.model.robot import BASE, Joint, Robot

ZeroTest = Callable[[Exact], bool]

MOST_TERMS = 10


@dataclass(frozen=True, slots=True)
class LinkGeometry:
    """A link at the reference configuration, and where its parameters stand in the full vector."""

    first: int  # index of its mass, if it has one
    parent: int
    pose: Pose[Exact]
    axis: Vec3[Exact]
    gravity: Vec3[Exact]  # in the link's frame
    spin: Vec3[Exact] | None  # the one direction about which the link can turn, in its frame; None if several or none
    turns: bool  # whether any joint below turns it
    resting_point: Vec3[Exact] | None  # in the link's frame, the one point that it turns about
    pitches_below: tuple[Exact, ...]  # travel per unit of turn of the joints that turn its parent, 0 among them


def manageable(constant: Exact) -> Exact:
    """Take a constant with many terms as one: products of such sums would fill pages."""
    return compact(constant, MOST_TERMS)


def manageable_product(a: Exact, b: Exact) -> Exact:
    """Multiply sums that are short; take long ones, and those that hide terms already, as one before."""
    if len(a.terms) * len(b.terms) <= 2 * MOST_TERMS and not (hides_terms(a) or hides_terms(b)):
        return a * b
    return _as_one_factor(a) * _as_one_factor(b)


def hides_terms(constant: Exact) -> bool:
    """Tell whether some of a constant's terms stand for many."""
    return any(atom.kind == LET for monomial in constant.terms for atom, _ in monomial)


def _as_one_factor(constant: Exact) -> Exact:
    is_one = all(len(monomial) <= 1 for monomial in constant.terms) and len(constant.terms) <= 1
    return constant if is_one else as_one(constant)


def reference(robot: Robot) -> tuple[Mechanism[Exact], tuple[Pose[Exact], ...]]:
    """Return the mechanism over exact constants, and its poses with every joint's angle and travel zero."""
    mechanism: Mechanism[Exact] = mechanism_over(robot, manageable)
    zero, one = [exact(0)] * robot.n, [exact(1)] * robot.n
    return mechanism, poses(mechanism, zero, one, zero)


def link_geometries(
    robot: Robot, mechanism: Mechanism[Exact], at_rest: tuple[Pose[Exact], ...], vanishes: ZeroTest
) -> list[LinkGeometry]:
    """Describe every link of the whole mechanism, the load included."""

    def carried(vector: Vec3[Exact], pose: Pose[Exact]) -> Vec3[Exact]:
        in_link: Vec3[Exact] = pose.R.T @ vector
        return in_link.map(lambda x: exact(0) if vanishes(x) else manageable(x))

    firsts, at = [], 0
    for entry in robot.joints:
        firsts.append(at)
        at += len(entry.link.parameters) + len(entry.effects)
    if robot.load:
        firsts.append(at)
    links: list[LinkGeometry] = []
    resting = resting_points(robot, far=True, screwed=True)
    entries = placed_joints(robot)
    for i, (joint, pose, first, rest) in enumerate(zip(mechanism.joints, at_rest, firsts, resting, strict=True)):
        inherited = None if joint.parent == BASE else links[joint.parent].spin
        gravity = mechanism.gravity if joint.parent == BASE else links[joint.parent].gravity
        gravity = carried(gravity, pose)
        turns = joint.parent != BASE and links[joint.parent].turns
        spin = None if inherited is None else carried(inherited, pose)
        if joint.kind.turns:
            parallel = spin is not None and all(map(vanishes, joint.axis.cross(spin)))
            spin = joint.axis if parallel or not turns else None
            turns = True
        pitches = _pitches_below(entries, i)
        links.append(LinkGeometry(first, joint.parent, pose, joint.axis, gravity, spin, turns, rest, pitches))
    return links


def travel_of(entry: Joint) -> Exact:
    """How far a joint slides along its axis per unit of its coordinate."""
    (twist,) = entry.kind.twists(entry.axis, dict(entry.own))
    return twist.linear.dot(entry.axis)


def _pitches_below(entries: Sequence[Joint], index: int) -> tuple[Exact, ...]:
    """Return the travel per unit of turn of the joints that turn a joint's parent, 0 among them."""
    found = {exact(0): None}
    while (index := entries[index].parent) != BASE:
        if entries[index].kind.turns:
            found[travel_of(entries[index])] = None
    return tuple(found)
