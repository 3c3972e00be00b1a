"""A rigid body on the last link: mass, centre of mass and inertia -> ten parameters about the last link's frame.

Frames: `placement` places the body's frame in the last link's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from symdyn.algebra.decimals import to_float
from symdyn.errors import InputError
from symdyn.model import Robot, bind_symbols
from symdyn.model.robot import BASE, IDENTITY, Body
from symdyn.model.robot_file.bodies import BODY_KEYS, TEN, body
from symdyn.model.robot_file.fields import entries_of
from symdyn.model.robot_file.frames import origin, placed_after
from symdyn.model.robot_file.quantities import Reading
from symdyn.model.text.tree import Node
from symdyn.simulate.motion.motion import Array


def read_rigid_load(node: Node, entries: dict[str, Node], reading: Reading) -> tuple[float, ...]:
    """Read a body that has a value for everything; a centre of mass or inertia that is left out is zero."""
    if "mass" not in entries:
        raise node.error("the field 'mass' is missing; a load has a mass, and may have com, inertia and origin")
    filled = dict(entries)
    for key, default in (("com", _list(node, 3)), ("inertia", _tensor(node))):
        filled.setdefault(key, default)
    found = body("load", node, {key: filled[key] for key in BODY_KEYS if key in filled}, False, reading)
    ten = [reading.decimal(parameter.value) for parameter in found.parameters]
    if any(value is None for value in ten):
        raise node.error("the load leaves numbers out; give it a mass, com and inertia in full")
    placement = origin(entries["origin"], reading) if "origin" in entries else IDENTITY
    rotation = np.array([[reading.decimal(x) for x in row] for row in placement.rotation.rows], dtype=float)
    position = np.array([reading.decimal(x) for x in placement.position], dtype=float)
    return tuple(float(x) for x in moved_body(np.array(ten, dtype=float), rotation, position))


def _list(node: Node, count: int) -> Node:
    return Node(tuple(Node("0", node.field, node.file, node.line) for _ in range(count)), node.field, node.file)


def _tensor(node: Node) -> Node:
    zero = Node("0", node.field, node.file, node.line)
    return Node(dict.fromkeys(("xx", "xy", "xz", "yy", "yz", "zz"), zero), node.field, node.file, node.line)


def moved_body(ten: Array, rotation: Array, position: Array) -> Array:
    """Return the ten parameters of a body about another frame, in which its own has this place."""
    m, first, second = ten[0], ten[1:4], _distribution(ten)
    first_moved = rotation @ first + m * position
    crossed = np.outer(rotation @ first, position)
    second_moved = rotation @ second @ rotation.T + crossed + crossed.T + m * np.outer(position, position)
    inertia = np.trace(second_moved) * np.eye(3) - second_moved
    return np.array([m, *first_moved, *(inertia[i, j] for i, j in _ENTRIES)])


_ENTRIES = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))  # the order of Ixx Ixy Iyy Ixz Iyz Izz


def _distribution(ten: Array) -> Array:
    """Return the integral of r rᵀ dm, from which the inertia is trace - itself, and which moves like a tensor."""
    inertia = np.zeros((3, 3))
    for (i, j), value in zip(_ENTRIES, ten[4:], strict=True):
        inertia[i, j] = inertia[j, i] = value
    return np.asarray(np.trace(inertia) / 2 * np.eye(3) - inertia)


def with_load(robot: Robot, full: Array, ten: Sequence[float]) -> Array:
    """Return the full parameter vector with a body added to the tip."""
    link, ten = _carrier(robot, ten)
    names = list(robot.parameter_names)
    at = names.index(f"{link.name}.{TEN[0]}")
    for parameter, value in zip(link.parameters, ten, strict=True):
        if parameter.vanishes and value:
            what = f"the robot file makes {parameter.name} structurally zero, so {link.name} cannot carry a load"
            raise InputError(f"{what}; use 'zeros: values' in the robot file", field="loads")
    loaded = full.copy()
    loaded[at : at + len(TEN)] += ten
    return loaded


def _carrier(robot: Robot, ten: Sequence[float]) -> tuple[Body, Sequence[float]]:
    """Return the link with a body that the tip belongs to, and a load on the tip as seen from there."""
    robot = bind_symbols(robot)
    joint = robot.joints[robot.tip]
    while not joint.link.parameters:
        if joint.moves or joint.parent == BASE:
            what = f"{joint.link.name} is massless and belongs to no body, so it cannot carry one for a time"
            raise InputError(f"{what}; give it a mass, if only 0, or name another tip", field="loads")
        place = placed_after(joint.before, joint.after)
        R = np.array([[to_float(x) for x in row] for row in place.rotation.rows])
        moved = moved_body(np.array(ten), R, np.array([to_float(x) for x in place.position]))
        ten = [float(x) for x in moved]
        joint = robot.joints[joint.parent]
    return joint.link, ten


def load_entries(node: Node) -> dict[str, Node]:
    """Return the entries of a load."""
    return entries_of(node, ("from", "to", "origin", *BODY_KEYS))
