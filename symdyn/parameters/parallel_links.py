"""Which links keep their direction towards each other, because what closes the robot makes them: as in parallelograms.

Scalars: a finite field, at two random positions; what agrees at both agrees always, but for odds of about degree/p.
"""

from __future__ import annotations

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.spatial import Mat3
from symdyn.closure.door import closure_of
from symdyn.closure.drawn import closure_constants, drawn_turns
from symdyn.closure.linear_closure import LinearClosure
from symdyn.closure.reduced import tree_positions
from symdyn.mechanism.geometry_field import field_of
from symdyn.mechanism.kinematics import world_poses
from symdyn.mechanism.mechanism import Mechanism, poses
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.model.robot import Robot


def parallel_links(robot: Robot) -> dict[str, str]:
    """For every link that moves parallel to an earlier one, though joints between them turn: that one's name."""
    closure = closure_of(robot)
    if not isinstance(closure, LinearClosure):
        return {}
    embedding = field_of(robot, 0, closure_constants(robot, closure))
    mechanism = mechanism_over(robot.tree, embedding)
    one, other = (_directions(robot, closure, embedding, mechanism) for _ in range(2))
    names = [joint.link.name for joint in robot.joints]
    found: dict[str, str] = {}
    for j in range(len(names)):
        carriers = list(mechanism.ancestors(j))
        for i in range(j):
            between = carriers[: carriers.index(i)] if i in carriers else carriers
            turns = any(mechanism.joints[k].kind.turns for k in between)
            if turns and one[i].T @ one[j] == other[i].T @ other[j]:
                found[names[j]] = names[i]
                break
    return found


def _directions(
    robot: Robot, closure: LinearClosure, embedding: Embedding, mechanism: Mechanism[FieldElement]
) -> list[Mat3[FieldElement]]:
    turns = drawn_turns(robot, closure, embedding)
    q = tree_positions(closure, [embedding.random_element() for _ in range(closure.n)], embedding)
    at = poses(mechanism, q, [c for c, _ in turns], [s for _, s in turns])
    return [pose.R for pose in world_poses(mechanism, at)]
