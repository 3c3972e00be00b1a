"""Joints by name, where only those that move can be meant: as indices of the tree's coordinates."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.errors import unknown_name
from symdyn.model.robot import Joint
from symdyn.model.robot_file.fields import text_of
from symdyn.model.text.tree import Node


def moving_index(node: Node, joints: Sequence[Joint]) -> int:
    """Read the name of a joint that moves."""
    return moving_name(text_of(node, "the name of a joint"), node, joints)


def moving_name(name: str, node: Node, joints: Sequence[Joint]) -> int:
    """Return the coordinate of a joint that ``node`` names, as a text or as its key."""
    moving = [joint.name for joint in joints if joint.moves]
    if name in moving:
        return moving.index(name)
    kinds = {joint.name: joint.kind for joint in joints}
    if name in kinds:
        raise node.error(f"{name!r} is a {kinds[name]} joint, which has no coordinate; name one that moves")
    raise node.error(unknown_name("joint", name[:60], moving))
