"""Bodies that may be on either side of a cut joint: proposals of relations that closing a loop makes.

Scalars: exact constants.
Frames:  a body is described in a cut joint's first frame, or its second, about that one's origin.

A point that both links share may carry mass for either; about an axis that they share lie first moments, and inertia
that is the same all around it; links that do not turn against each other may exchange any inertia:

    revolute, fixed, universal, spherical    mass at the origins
    revolute, fixed                          first moment along z, inertia all around z
    fixed                                    all first moments
    fixed, prismatic                         any inertia tensor

Axes that a cut joint holds parallel may be opposite, as the loop was closed: either sense is proposed. Nothing here is
trusted, as in `relations`.
"""

from __future__ import annotations

from collections.abc import Iterator

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Mat3, Sym3, Vec3, diagonal, square, symmetric_product
from symdyn.joints.cut import EVERYWHERE, CutKind, Z
from symdyn.mechanism.rigid_body import Inertia, shifted, turned
from symdyn.model.closing import CutJoint
from symdyn.model.parts import Placement
from symdyn.model.robot import BASE
from symdyn.parameters.link_geometry import LinkGeometry
from symdyn.parameters.moved_bodies import Relation, body_vector, subtract

ZERO_VECTOR = Vec3(exact(0), exact(0), exact(0))
NO_INERTIA = Sym3(*[exact(0)] * 6)
AXES = tuple(Vec3(*(exact(int(i == j)) for j in range(3))) for i in range(3))
SENSES = ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))


def cut_relations(loops: tuple[CutJoint, ...], links: list[LinkGeometry]) -> Iterator[Relation]:
    """Yield candidates for every cut joint."""
    for loop in loops:
        for sense in SENSES if loop.kind.shared else SENSES[:1]:
            axes: Mat3[Exact] = diagonal(*map(exact, sense))
            for body in _bodies(loop.kind):
                relation = _on_link(body, loop.parent, loop.parent_frame, links)
                subtract(relation, _on_link(turned(body, axes), loop.child, loop.child_frame, links))
                yield relation


def _on_link(body: Inertia[Exact], link: int, frame: Placement, links: list[LinkGeometry]) -> Relation:
    """Return a body that is given in a frame as one of a link; nothing of the base, which never moves."""
    if link == BASE:
        return {}
    return body_vector(links[link].first, shifted(turned(body, frame.rotation), frame.position))


def _bodies(kind: CutKind) -> Iterator[Inertia[Exact]]:
    """Yield what two links may exchange."""
    shared = kind.shared
    if kind.meets:
        yield Inertia(exact(1), ZERO_VECTOR, NO_INERTIA)
        for k in shared:
            yield Inertia(exact(0), AXES[k], NO_INERTIA)
    if shared == (Z,):
        yield Inertia(exact(0), ZERO_VECTOR, square(AXES[0]) + square(AXES[1]))
    if shared == EVERYWHERE:
        for i in range(3):
            for j in range(i, 3):
                tensor = square(AXES[i]) if i == j else symmetric_product(AXES[i], AXES[j])
                yield Inertia(exact(0), ZERO_VECTOR, tensor)
