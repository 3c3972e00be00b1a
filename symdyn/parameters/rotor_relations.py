"""What rotor inertias and springs may share with the links.

Scalars: exact constants.

At the unit rate of a joint alone, an inertia J about its axis and a mass M on it have the energies J/2 and p² M/2, p
being the joint's travel; a rotor has Ia/2. While joints below move too, J and M also share with their rates, the one in
proportion to how these turn about the same direction, the other to how they travel along it: where all that turn have
the pitch p', M less p p' J shares nothing, and is felt as the inertia p (p - p') of a rotor.
"""

from __future__ import annotations

from collections.abc import Iterator

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Sym3, Vec3, square
from symdyn.mechanism.rigid_body import Inertia
from symdyn.model.robot import Robot
from symdyn.parameters.link_geometry import LinkGeometry, travel_of
from symdyn.parameters.moved_bodies import Relation, body_vector, in_link_frame, moved_to_parent, subtract

ZERO_VECTOR = Vec3(exact(0), exact(0), exact(0))
UNIT_MASS = Inertia(exact(1), ZERO_VECTOR, Sym3(*[exact(0)] * 6))


def rotor_relations(robot: Robot, links: list[LinkGeometry]) -> Iterator[Relation]:
    """Yield candidates for every joint."""
    for link, entry in zip(links, robot.joints, strict=False):  # the load stands on no joint of its own
        if not entry.moves:
            continue
        at = {effect.name.rpartition(".")[2]: link.first + 10 + i for i, effect in enumerate(entry.effects)}
        travel = travel_of(entry)
        if entry.kind.turns:
            alone = body_vector(link.first, in_link_frame(_about_axis(link, exact(1)), link.pose))
            yield from _like_a_rotor(alone, exact(1), exact(0), at)
        if entry.kind.slides:
            weight = link.gravity.dot(link.axis) * travel
            pitches = dict.fromkeys((travel, *link.pitches_below)) if entry.kind.turns else (exact(0),)
            for pitch in pitches:
                share = moved_to_parent(UNIT_MASS, link, links)
                subtract(share, moved_to_parent(_about_axis(link, travel * pitch), link, links))
                yield from _like_a_rotor(share, travel * (travel - pitch), weight, at)


def _about_axis(link: LinkGeometry, inertia: Exact) -> Inertia[Exact]:
    return Inertia(exact(0), ZERO_VECTOR, square(link.axis).scale(inertia))


def _like_a_rotor(share: Relation, inertia: Exact, weight: Exact, at: dict[str, int]) -> Iterator[Relation]:
    """Yield what a share is felt as: some inertia of a rotor, and a weight, as a spring's rest length makes one."""
    if inertia and "Ia" not in at:
        return
    if inertia:
        subtract(share, {at["Ia"]: inertia})
    yield dict(share)
    if "kr" in at:
        subtract(share, {at["kr"]: weight})
        yield share
