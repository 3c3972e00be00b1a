"""A joint's kind, and the numbers that kinds have of their own, such as the pitch of a screw."""

from __future__ import annotations

from symdyn.algebra.exact import Exact
from symdyn.joints.kind import Kind
from symdyn.joints.registry import KINDS, own_keys
from symdyn.model.robot_file.fields import choice_of, required
from symdyn.model.robot_file.quantities import Reading, number
from symdyn.model.text.tree import Node

FREE = {  # what other formats have and nobody here moves, with what to do about it
    "floating": "moves freely, which is not supported",
    "planar": "slides in a plane, which is not supported",
    "ball": "turns about a point, which is not supported",
}


def kind_of(node: Node, entries: dict[str, Node]) -> Kind:
    """Read the type of a joint."""
    written = required(node, entries, "type", f"write one of {', '.join(KINDS)}")
    if isinstance(written.value, str) and written.value in FREE:
        name = entries["name"].value if "name" in entries else "the joint"
        advice = f"hold it with --fix {name}, or make its link the base with --root LINK"
        raise written.error(f"joint {name} {FREE[str(written.value)]}; {advice}")
    return KINDS[choice_of(written, "type of joint", KINDS)]


def own_numbers(node: Node, entries: dict[str, Node], kind: Kind, reading: Reading) -> tuple[tuple[str, Exact], ...]:
    """Read the numbers of a joint's kind; those of other kinds are refused."""
    for key in own_keys():
        if key in entries and key not in kind.keys:
            raise entries[key].error(f"a {kind} joint has no {key}; leave it out")
    return tuple((key, _own_number(node, entries, kind, key, reading)) for key in kind.keys)


def _own_number(node: Node, entries: dict[str, Node], kind: Kind, key: str, reading: Reading) -> Exact:
    needed = f"a {kind} joint needs it: {kind.keys[key]}"
    written = required(node, entries, key, needed)
    value = number(written, reading)
    if not value or reading.decimal(value) == 0:
        raise written.error(f"the {key} is 0; {needed}, other than 0")
    return value
