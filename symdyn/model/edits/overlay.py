"""Lay a mapping over a robot's: what it says replaces what the robot says, key by key; the rest stays.

Joints are found by their names, in a mapping of names to what differs or in a list of entries that have names. What is
laid over keeps its own file and lines, so that whatever is wrong with it is told there.
"""

from __future__ import annotations

from collections.abc import Iterator

from symdyn.model.edits.trees import changed, entries_in, index_of, joint_names, joints_in, with_joints
from symdyn.model.robot_file.bodies import BODY_KEYS, MASSLESS
from symdyn.model.robot_file.fields import entries_of, items_of, required
from symdyn.model.robot_file.read import TOP_KEYS
from symdyn.model.robot_tree import Aliases
from symdyn.model.text.tree import Node

SAME = ("symdyn", "frames")  # keys that give every number its meaning


def laid_over(root: Node, over: Node, aliases: Aliases) -> Node:
    """Return a robot with a mapping laid over it."""
    entries = entries_of(over, TOP_KEYS)
    for key in SAME:
        _refuse_other(entries_in(root).get(key), entries.get(key), key)
    plain = {key: node for key, node in entries.items() if key not in (*SAME, "joints")}
    merged = {key: _merged(entries_in(root).get(key), node) for key, node in plain.items()}
    root = changed(root, merged)
    return _over_joints(root, entries["joints"], aliases) if "joints" in entries else root


def _refuse_other(old: Node | None, new: Node | None, key: str) -> None:
    if new is None:
        return
    there = old.value if old is not None else "explicit"
    if new.value != there:
        raise new.error(f"contradicts the robot, whose {key} is {there}; leave it out")


def _over_joints(root: Node, over: Node, aliases: Aliases) -> Node:
    joints, names = list(joints_in(root)), joint_names(root)
    for name, entry in _by_name(over):
        i = index_of(name, "joint", names, aliases)
        joints[i] = _with_body(_merged(joints[i], entry))
    return with_joints(root, joints)


def _by_name(over: Node) -> Iterator[tuple[Node, Node]]:
    if isinstance(over.value, dict):
        for name, entry in over.value.items():
            yield Node(name, over.field, entry.file, entry.line), entry
        return
    for entry in items_of(over):
        written = required(entry, entries_in(entry), "name", "it says which joint of the robot is meant")
        yield written, changed(entry, {"name": None})


def _with_body(joint: Node) -> Node:
    """Return an entry whose link has a body again, where one was laid over a link without."""
    link = entries_in(joint).get("link")
    if link is None or not any(key in entries_in(link) for key in BODY_KEYS):
        return joint
    return changed(joint, {"link": changed(link, {MASSLESS: None})})


def _merged(old: Node | None, new: Node) -> Node:
    if old is None or not isinstance(old.value, dict) or new.value is None:
        return new
    if not isinstance(new.value, dict):
        raise new.error(f"contradicts the robot, which has a mapping here, not {new.kind}")
    return changed(old, {key: _merged(old.value.get(key), child) for key, child in new.value.items()})
