"""About how many directions the links below a joint can turn: none, one, or many.

Scalars: exact constants.
"""

from __future__ import annotations

from enum import Enum, auto

from symdyn.algebra.exact import Exact
from symdyn.algebra.spatial import Vec3
from symdyn.mechanism.mechanism import placed_joints
from symdyn.model.robot import BASE, Robot

MOST_TERMS = 12  # of a direction's components; longer ones are not worth recognising


class Turning(Enum):
    """How a link can turn."""

    NOT = auto()
    ABOUT_ONE_DIRECTION = auto()
    MANY = auto()


def turning_below(robot: Robot) -> list[Turning]:
    """Return, for every entry and the load, how the link that carries its joint can turn."""
    below: list[Turning] = []
    turning: list[Turning] = []
    directions: list[Vec3[Exact] | None] = []  # in the frames of the links, where there is one
    for joint in placed_joints(robot):
        on_base = joint.parent == BASE
        below.append(Turning.NOT if on_base else turning[joint.parent])
        direction = None if on_base else directions[joint.parent]
        how = below[-1]
        if direction is not None:
            R = joint.before.rotation @ joint.after.rotation
            direction = R.T @ direction
            if any(len(component.terms) > MOST_TERMS for component in direction):
                how, direction = Turning.MANY, None
        if joint.kind.turns and how is not Turning.MANY:
            axis = joint.after.rotation.T @ joint.axis
            if direction is None or not any(axis.cross(direction)):
                how, direction = Turning.ABOUT_ONE_DIRECTION, axis
            else:
                how, direction = Turning.MANY, None
        turning.append(how)
        directions.append(direction)
    return below
