"""Bodies of a closed robot's links in the base's axes, as these stand where the coordinates are zero.

Scalars: exact constants.
Frames:  a body stays about its link's origin; only its axes are others.

Between links whose directions follow each other relations hold that are simple in common axes. In the links' own axes
the constant parts of couplings and the turns of frames take part in them, and these have cosines that are no fractions.
So relations are looked for in common axes, and written in the links' own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Sym3, Vec3
from symdyn.algebra.trigonometry import cos_sin
from symdyn.closure.drawn import rest_angles
from symdyn.closure.linear_closure import LinearClosure
from symdyn.mechanism.kinematics import world_poses
from symdyn.mechanism.mechanism import poses
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.mechanism.rigid_body import Inertia, turned
from symdyn.model.robot import Robot
from symdyn.parameters.link_geometry import manageable
from symdyn.parameters.moved_bodies import Relation, body_vector, subtract
from symdyn.parameters.regressor_samples import RowSpace

TEN = 10
LONGEST = 40  # terms of a direction's component; beyond, no relation would be short enough to be read


class AxesAtRest:
    """What the full parameters are of those in common axes: of links' tens, and unchanged of all others."""

    def __init__(self, robot: Robot, closure: LinearClosure) -> None:
        """Turn the bodies of all links; every link has one, the load too."""
        mechanism = mechanism_over(robot.tree, lambda constant: constant)
        turns = [cos_sin(angle) for angle in rest_angles(robot, closure)]
        at = poses(mechanism, closure.b, [c for c, _ in turns], [s for _, s in turns], eased=False)
        self._columns: dict[int, Relation] = {i: {i: exact(1)} for i in range(len(robot.parameter_names))}
        for first, pose in zip(_first_columns(robot), world_poses(mechanism, at), strict=True):
            if max(len(entry.terms) for row in pose.R.rows for entry in row) > LONGEST:
                continue
            for k in range(TEN):
                self._columns[first + k] = body_vector(first, turned(_unit(k), pose.R.T.map(manageable)))

    def seen(self, space: RowSpace) -> RowSpace:
        """Return a row space with columns of the parameters in common axes."""
        embedding = space.embedding
        carried = [[(i, embedding(x).value) for i, x in column.items()] for column in self._columns.values()]
        modulus = embedding.modulus
        rows = tuple([sum(row[i] * x for i, x in column) % modulus for column in carried] for row in space.rows)
        return replace(space, rows=rows)

    def in_own_axes(self, relation: Relation) -> Relation:
        """Return a relation between parameters in common axes as one between the links' own."""
        found: Relation = {}
        for column, weight in relation.items():
            subtract(found, {i: -weight * x for i, x in self._columns[column].items()})
        return found


def _first_columns(robot: Robot) -> list[int]:
    found, at = [], 0
    for joint in robot.joints:
        found.append(at)
        at += len(joint.link.parameters) + len(joint.effects)
    return found if robot.load is None else [*found, len(robot.parameter_names) - TEN]


def _unit(k: int) -> Inertia[Exact]:
    ten: Sequence[Exact] = [exact(int(i == k)) for i in range(TEN)]
    return Inertia(ten[0], Vec3(*ten[1:4]), Sym3(*ten[4:]))
