"""What sentences about a link's parameters say of it: how it can move, and from where.

Scalars: exact constants for what is shown, a finite field for what is decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symdyn.algebra.finite_field import FieldElement
from symdyn.joints.kind import Kind
from symdyn.mechanism.kinematics import WorldPose, world_poses
from symdyn.mechanism.mechanism import Mechanism
from symdyn.mechanism.rest_in_field import rest_in_field
from symdyn.model.robot import BASE, Robot
from symdyn.parameters.link_geometry import LinkGeometry, link_geometries, reference

NO_PARENT = "the base"


@dataclass(frozen=True, slots=True)
class LinkFacts:
    """A link, the joint that carries it, and how it can move."""

    name: str
    joint: str
    kind: Kind
    parent: str  # "the base" where there is no other link
    geometry: LinkGeometry
    turning_joint: str  # the last one that turns it; empty where none does
    spin_along_gravity: bool  # whether the one direction about which it turns is gravity's
    moves: bool  # whether any joint below moves it
    origin_moves: bool


def link_facts(robot: Robot) -> list[LinkFacts]:
    """Describe every link, the load included."""
    robot = robot.tree
    rest = rest_in_field(robot)
    mechanism, at_rest = reference(robot)
    geometries = link_geometries(robot, mechanism, at_rest, rest.vanishes)
    names = [joint.link.name for joint in robot.joints] + ([robot.load.body.name] if robot.load else [])
    joints = [joint.name for joint in robot.joints] + (["load"] if robot.load else [])
    world = world_poses(rest.mechanism, rest.poses)
    moving_origins = _moving_origins(rest.mechanism, world)
    facts: list[LinkFacts] = []
    for i, (joint, geometry) in enumerate(zip(mechanism.joints, geometries, strict=True)):
        below = None if joint.parent == BASE else facts[joint.parent]
        gravity = world[i].R.T @ rest.mechanism.gravity
        spin = None if geometry.spin is None else geometry.spin.map(rest.embedding)
        facts.append(
            LinkFacts(
                name=names[i],
                joint=joints[i],
                kind=joint.kind,
                parent=below.name if below else NO_PARENT,
                geometry=geometry,
                turning_joint=joints[i] if joint.kind.turns else below.turning_joint if below else "",
                spin_along_gravity=spin is not None and any(gravity) and not any(gravity.cross(spin)),
                moves=joint.kind.moves or bool(below and below.moves),
                origin_moves=moving_origins[i],
            )
        )
    return facts


def _moving_origins(mechanism: Mechanism[FieldElement], world: Sequence[WorldPose[FieldElement]]) -> list[bool]:
    """Of every link: whether its origin ever moves. On all axes below it stays, unless something below slides."""
    found = []
    for link in range(len(mechanism.joints)):
        moves = False
        for below in mechanism.ancestors(link):
            joint = mechanism.joints[below]
            if joint.kind.slides:
                moves = True
            elif joint.kind.turns:
                axis = world[below].R @ joint.axis
                moves = moves or any((world[link].p - world[below].p_joint).cross(axis))
        found.append(moves)
    return found
