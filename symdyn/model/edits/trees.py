"""Make and change the trees of robot files: nodes keep their lines, and get the fields of where they stand now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from symdyn.errors import unknown_name
from symdyn.model.robot_file.fields import items_of
from symdyn.model.robot_file.topology import BASE_NAME
from symdyn.model.robot_tree import Aliases
from symdyn.model.text.mapping import read_mapping
from symdyn.model.text.tree import Node, child_field

Entries = dict[str, Node]
OPTION = "--"  # how the field of a node begins that a command's option made


def made(data: Any, at: Node) -> Node:
    """Return the tree of Python data, which stands where ``at`` does."""
    return _stamped(read_mapping(data), at)


def _stamped(node: Node, at: Node) -> Node:
    value = node.value
    if isinstance(value, dict):
        value = {key: _stamped(child, at) for key, child in value.items()}
    elif isinstance(value, tuple):
        value = tuple(_stamped(child, at) for child in value)
    return Node(value, at.field, at.file, at.line)


def changed(node: Node, changes: Mapping[str, Node | None]) -> Node:
    """Return a mapping with other entries; those that become None are taken away."""
    assert isinstance(node.value, dict)
    entries = {**node.value, **changes}
    return Node({key: child for key, child in entries.items() if child is not None}, node.field, node.file, node.line)


def entries_in(node: Node | None) -> Entries:
    """Return the entries of a mapping; none of what is no mapping, of which the reader tells later."""
    return node.value if node is not None and isinstance(node.value, dict) else {}


def joints_in(root: Node) -> tuple[Node, ...]:
    """Return the entries of `joints`."""
    joints = entries_in(root).get("joints")
    return items_of(joints) if joints is not None else ()


def with_joints(root: Node, joints: Iterable[Node]) -> Node:
    """Return a robot with other joints."""
    old = entries_in(root)["joints"]
    return changed(root, {"joints": Node(tuple(joints), old.field, old.file, old.line)})


def joint_names(root: Node) -> list[str]:
    """Return the names of all joints, as the reader will have them."""
    return [_name(entries_in(joint), f"joint{i + 1}") for i, joint in enumerate(joints_in(root))]


def link_names(root: Node) -> list[str]:
    """Return the names of all links, as the reader will have them."""
    return [_name(entries_in(entries_in(joint).get("link")), f"link{i + 1}") for i, joint in enumerate(joints_in(root))]


def parent_names(root: Node) -> list[str]:
    """Return of every joint the link that it stands on."""
    before = [BASE_NAME, *link_names(root)]
    parents = []
    for i, joint in enumerate(joints_in(root)):
        written = entries_in(joint).get("parent")
        parents.append(written.value if written is not None and isinstance(written.value, str) else before[i])
    return parents


def _name(entries: Entries, default: str) -> str:
    written = entries.get("name")
    return written.value if written is not None and isinstance(written.value, str) else default


def with_names_written(root: Node) -> Node:
    """Return a robot in which every default that depends on an entry's place is written: names and parents."""
    named = zip(joints_in(root), joint_names(root), link_names(root), parent_names(root), strict=True)
    return with_joints(root, [_named(*entry) for entry in named])


def _named(joint: Node, name: str, link_name: str, parent: str) -> Node:
    link = entries_in(joint).get("link")
    old = link if link is not None and isinstance(link.value, dict) else Node({}, joint.field, joint.file, joint.line)
    link = changed(old, {"name": made(link_name, old)})
    return changed(joint, {"name": made(name, joint), "parent": made(parent, joint), "link": link})


def index_of(node: Node, kind: str, names: list[str], aliases: Aliases) -> int:
    """Return which of the ``names`` a node has, by this name or the one that it had in an imported file."""
    name = aliases.get((kind, str(node.value)), str(node.value))
    if name not in names:
        raise node.error(unknown_name(kind, str(node.value)[:60], names))
    return names.index(name)


def renumbered(node: Node, field: str = "") -> Node:
    """Return a tree whose nodes have the fields of where they stand; those of options keep the option's."""
    own = node.field if node.field.startswith(OPTION) else field
    value = node.value
    if isinstance(value, dict):
        value = {key: renumbered(child, child_field(field, key)) for key, child in value.items()}
    elif isinstance(value, tuple):
        value = tuple(renumbered(child, f"{field}[{i}]") for i, child in enumerate(value))
    return Node(value, own, node.file, node.line)
