"""Combinations of parameters that may have no effect on any torque, proposed from the geometry with exact coefficients.

Scalars: exact constants.
Frames:  a body is described about its joint's origin, in the axes of its link.

Two ideas produce every proposal:

- a body may be *invisible*: its link never moves in the way that would show it; without weight, so are all first
  moments about a point that rests, and about one that a screw moves along its axis, some with a product of inertia;
- a body may *belong to the parent as well*: carried by the link or by the link's parent, it does the same. Masses on
  the axis of a joint that only turns, and inertia that is the same all around an axis but zero about it, do so always;
  so does any inertia tensor behind a joint that does not turn its link.

Directions worth trying are the frame's axes, the joint's axis, and the direction about which all earlier joints turn
when they are parallel. Nothing here is trusted: each proposal is tested exactly by `minimal_parameters`.
"""

from __future__ import annotations

from collections.abc import Iterator

from symdyn.algebra.divisors import is_thin
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Sym3, Vec3, square, symmetric_product
from symdyn.mechanism.rigid_body import Inertia, shifted
from symdyn.model.robot import Robot
from symdyn.parameters.cut_relations import cut_relations
from symdyn.parameters.link_geometry import LinkGeometry, ZeroTest, link_geometries, reference
from symdyn.parameters.moved_bodies import Relation, body_vector, in_link_frame, taken_off_parent
from symdyn.parameters.rotor_relations import rotor_relations

ZERO_VECTOR = Vec3(exact(0), exact(0), exact(0))
NO_INERTIA = Sym3(*[exact(0)] * 6)
FRAME_AXES = tuple(Vec3(*(exact(int(i == j)) for j in range(3))) for i in range(3))


def proposed_relations(robot: Robot, vanishes: ZeroTest) -> Iterator[Relation]:
    """Yield candidates, simple ones first within each link; ``vanishes`` sees zeros that the canonical form hides."""
    mechanism, at_rest = reference(robot.tree)
    links = link_geometries(robot.tree, mechanism, at_rest, vanishes)
    for column in range(len(robot.tree.parameter_names)):
        yield {column: exact(1)}
    for link in links:
        bodies = list(_bodies(link))
        on_link = [body_vector(link.first, in_link_frame(body, link.pose)) for body in bodies]
        yield from on_link
        for body, vector in zip(bodies, on_link, strict=True):
            yield taken_off_parent(dict(vector), body, link, links)
        yield from _about_resting_point(link)
    yield from rotor_relations(robot.tree, links)
    if robot.closing is not None:
        yield from cut_relations(robot.closing.loops, links)


def _about_resting_point(link: LinkGeometry) -> Iterator[Relation]:
    """Yield first moments about a point that rests; behind a screw, with what they are felt as while it moves.

    A screw's turn about u and travel p u make of a first moment h, where the link's axis a crosses at a right angle,
    the energy p u·(a × h) of both rates. The product of inertia p (a (h × a)ᵀ + (h × a) aᵀ) takes it back.
    """
    if link.resting_point is None:
        return
    for h in (*FRAME_AXES, link.axis):
        for pitch in link.pitches_below:
            felt_as = symmetric_product(link.axis, h.cross(link.axis)).scale(pitch)
            yield body_vector(link.first, shifted(Inertia(exact(0), h, felt_as), link.resting_point))


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
