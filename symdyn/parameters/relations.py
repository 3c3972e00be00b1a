"""Combinations of parameters that may have no effect on any torque, proposed from the geometry with exact coefficients.

Scalars: exact constants.
Frames:  a body is described about its joint's origin, in the axes of its link.

Two ideas produce every proposal:

- a body may be *invisible*: its link never moves in the way that would show it; without weight, so are all first
  moments about a point that rests;
- a body may *belong to the parent as well*: carried by the link or by the link's parent, it does the same. Masses on
  the axis of a joint that only turns, and inertia that is the same all around an axis but zero about it, do so always;
  so does any inertia tensor behind a joint that does not turn its link.

Directions worth trying are the frame's axes, the joint's axis, and the direction about which all earlier joints turn
when they are parallel. Nothing here is trusted: each proposal is tested exactly by `minimal_parameters`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from symdyn.algebra.compact import compact
from symdyn.algebra.divisors import is_thin
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Sym3, Vec3, square, symmetric_product
from symdyn.mechanism.mechanism import Mechanism, Pose, poses
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.mechanism.reformulate.resting_points import resting_points
from symdyn.mechanism.rigid_body import Inertia, shifted, turned
from symdyn.model.robot import BASE, Robot

Relation = dict[int, Exact]  # entries of a vector over the full parameters, zeros left out
ZeroTest = Callable[[Exact], bool]

MOST_TERMS = 10
ZERO_VECTOR = Vec3(exact(0), exact(0), exact(0))
NO_INERTIA = Sym3(*[exact(0)] * 6)
FRAME_AXES = tuple(Vec3(*(exact(int(i == j)) for j in range(3))) for i in range(3))


@dataclass(frozen=True, slots=True)
class LinkGeometry:
    """A link at the reference configuration, and where its parameters stand in the full vector."""

    first: int  # index of its mass
    parent: int
    pose: Pose[Exact]
    axis: Vec3[Exact]
    gravity: Vec3[Exact]  # in the link's frame
    spin: Vec3[Exact] | None  # the one direction about which the link can turn, in its frame; None if several or none
    turns: bool  # whether any joint below turns it
    resting_point: Vec3[Exact] | None  # in the link's frame, the one point that it turns about


def proposed_relations(robot: Robot, vanishes: ZeroTest) -> Iterator[Relation]:
    """Yield candidates, simple ones first within each link; ``vanishes`` sees zeros that the canonical form hides."""
    mechanism, at_rest = reference(robot)
    links = link_geometries(robot, mechanism, at_rest, vanishes)
    for column in range(len(robot.parameter_names)):
        yield {column: exact(1)}
    for link in links:
        for body in _bodies(link):
            yield _vector(link.first, in_link_frame(body, link.pose))
        for body in _bodies(link):
            yield moved_to_parent(body, link, links)
        if link.resting_point is not None:
            for h in (*FRAME_AXES, link.axis):
                yield _vector(link.first, shifted(Inertia(exact(0), h, NO_INERTIA), link.resting_point))
    yield from _joint_relations(robot, links)


def reference(robot: Robot) -> tuple[Mechanism[Exact], tuple[Pose[Exact], ...]]:
    """Return the mechanism over exact constants, and its poses with every joint's angle and travel zero."""
    mechanism: Mechanism[Exact] = mechanism_over(robot, manageable)
    zero, one = [exact(0)] * robot.n, [exact(1)] * robot.n
    return mechanism, poses(mechanism, zero, one, zero)


def manageable(constant: Exact) -> Exact:
    """Take a constant with many terms as one: products of such sums would fill pages."""
    return compact(constant, MOST_TERMS)


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
        at += 10 + len(entry.effects)
    if robot.load:
        firsts.append(at)
    links: list[LinkGeometry] = []
    resting = resting_points(robot, far=True)
    for joint, pose, first, rest in zip(mechanism.joints, at_rest, firsts, resting, strict=True):
        inherited = None if joint.parent == BASE else links[joint.parent].spin
        gravity = mechanism.gravity if joint.parent == BASE else links[joint.parent].gravity
        gravity = carried(gravity, pose)
        turns = joint.parent != BASE and links[joint.parent].turns
        spin = None if inherited is None else carried(inherited, pose)
        if joint.kind.turns:
            parallel = spin is not None and all(map(vanishes, joint.axis.cross(spin)))
            spin = joint.axis if parallel or not turns else None
            turns = True
        links.append(LinkGeometry(first, joint.parent, pose, joint.axis, gravity, spin, turns, rest))
    return links


def _bodies(link: LinkGeometry) -> Iterator[Inertia[Exact]]:
    """Yield bodies worth trying: points, first moments and inertias in the directions that matter."""
    directions = [link.axis] + ([link.spin] if link.spin is not None else [])
    yield Inertia(exact(1), ZERO_VECTOR, NO_INERTIA)
    across = [d.cross(e) for d in directions for e in FRAME_AXES]
    for h in (*FRAME_AXES, *directions, *across):
        yield Inertia(exact(0), h, NO_INERTIA)
    tensors = [square(e) for e in FRAME_AXES]
    tensors += [symmetric_product(FRAME_AXES[i], FRAME_AXES[j]) for i, j in ((0, 1), (0, 2), (1, 2))]
    tensors += [_all_around(d) for d in directions]
    tensors += [tensor for d in directions for tensor in _nothing_about(d)]
    for tensor in tensors:
        yield Inertia(exact(0), ZERO_VECTOR, tensor)


def _all_around(axis: Vec3[Exact]) -> Sym3[Exact]:
    """1 - a aᵀ: the same about every direction across the axis, nothing about the axis."""
    identity = Sym3(exact(1), exact(0), exact(1), exact(0), exact(0), exact(1))
    return identity - square(axis)


def _nothing_about(axis: Vec3[Exact]) -> Iterator[Sym3[Exact]]:
    """Yield tensors A with aᵀ A a = 0: one entry each, balanced by the diagonal entry where the axis is simplest."""
    components = list(axis)
    usable = (i for i in range(3) if components[i] and not is_thin(components[i], components))
    k = min(usable, key=lambda i: len((components[i] * components[i]).terms), default=None)
    if k is None:
        return
    balance = square(FRAME_AXES[k])
    for i in range(3):
        for j in range(i, 3):
            if (i, j) != (k, k):
                entry = symmetric_product(FRAME_AXES[i], FRAME_AXES[j])
                about = 2 * components[i] * components[j]
                yield entry.scale(components[k] * components[k]) - balance.scale(about)


def in_link_frame(body: Inertia[Exact], pose: Pose[Exact]) -> Inertia[Exact]:
    """Describe a body given about the joint's origin about the link's."""
    return shifted(body, -pose.joint_p_link)


def in_parent_frame(body: Inertia[Exact], pose: Pose[Exact]) -> Inertia[Exact]:
    """Describe a body given about the joint's origin in the parent's frame."""
    return shifted(turned(body, pose.R), pose.parent_p_joint)


def moved_to_parent(body: Inertia[Exact], link: LinkGeometry, links: list[LinkGeometry]) -> Relation:
    """Take a body off the parent and put it on the link."""
    vector = _vector(link.first, in_link_frame(body, link.pose))
    if link.parent != BASE:
        _subtract(vector, _vector(links[link.parent].first, in_parent_frame(body, link.pose)))
    return vector


def _joint_relations(robot: Robot, links: list[LinkGeometry]) -> Iterator[Relation]:
    """Yield what rotor inertias and springs may share with the links."""
    for index, entry in enumerate(robot.joints):
        at = {effect.name.rpartition(".")[2]: links[index].first + 10 + i for i, effect in enumerate(entry.effects)}
        if not entry.moves:
            continue
        link = links[index]
        if entry.kind.turns:
            own = _vector(link.first, in_link_frame(Inertia(exact(0), ZERO_VECTOR, square(link.axis)), link.pose))
        else:
            own = moved_to_parent(Inertia(exact(1), ZERO_VECTOR, NO_INERTIA), link, links)
        if "Ia" in at:
            _subtract(own, {at["Ia"]: exact(1)})
            yield dict(own)
            if "kr" in at:  # the weight of a sliding mass is a constant force, as a spring's rest length makes one
                _subtract(own, {at["kr"]: link.gravity.dot(link.axis)})
                yield own


def _vector(first: int, body: Inertia[Any]) -> Relation:
    ten = (body.m, *body.h, *body.I)
    return {first + i: manageable(exact(value)) for i, value in enumerate(ten) if value}


def _subtract(vector: Relation, other: Relation) -> None:
    for column, value in other.items():
        rest = manageable(vector.get(column, exact(0)) - value)
        if rest:
            vector[column] = rest
        else:
            vector.pop(column, None)
