"""Cut joints: what joins two links of the tree a second time, each with a frame on either of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from symdyn.errors import unknown_name
from symdyn.joints.cut import CUT_KINDS, CutKind
from symdyn.model.closing import CutJoint
from symdyn.model.parts import BASE, IDENTITY, Parameter
from symdyn.model.robot import Joint
from symdyn.model.robot_file.effects import FRICTION, friction
from symdyn.model.robot_file.fields import choice_of, entries_of, items_of, required, text_of
from symdyn.model.robot_file.frames import origin
from symdyn.model.robot_file.names import names_beside
from symdyn.model.robot_file.quantities import Reading
from symdyn.model.robot_file.topology import BASE_NAME
from symdyn.model.text.tree import Node

LOOP_KEYS = ("name", "type", "parent", "child", "parent_origin", "child_origin", "friction")


def cut_joints(
    node: Node | None, joints: Sequence[Joint], taken: Collection[str], reading: Reading
) -> tuple[CutJoint, ...]:
    """Read `loops`; ``taken`` are names that no loop may have."""
    if node is None:
        return ()
    items = items_of(node)
    entries = [entries_of(item, LOOP_KEYS) for item in items]
    places = [entry.get("name") for entry in entries]
    names = names_beside(places, items, "loop", taken)
    return tuple(_cut_joint(*of, joints, reading) for of in zip(names, items, entries, strict=True))


def path_between(parent: int, child: int, joints: Sequence[Joint]) -> tuple[int, ...]:
    """Return the entries on the way from one link to another: those that carry one of the two and not both."""
    one, other = _ancestry(parent, joints), _ancestry(child, joints)
    return tuple(sorted(one ^ other))


def _ancestry(link: int, joints: Sequence[Joint]) -> set[int]:
    found = set()
    while link != BASE:
        found.add(link)
        link = joints[link].parent
    return found


def _cut_joint(name: str, node: Node, entries: dict[str, Node], joints: Sequence[Joint], reading: Reading) -> CutJoint:
    written = required(node, entries, "type", f"write one of {', '.join(CUT_KINDS)}")
    kind = CUT_KINDS[choice_of(written, "type of cut joint", CUT_KINDS)]
    hint = "a cut joint joins two links; write the name of a link, or base"
    parent = _link(required(node, entries, "parent", hint), joints)
    child = _link(required(node, entries, "child", hint), joints)
    _refuse_rigid(entries["child"], parent, child, joints)
    first, second = (
        origin(entries[key], reading) if key in entries else IDENTITY for key in ("parent_origin", "child_origin")
    )
    effects = _effects(name, kind, entries.get("friction"), reading)
    return CutJoint(name, kind, parent, child, first, second, effects)


def _link(node: Node, joints: Sequence[Joint]) -> int:
    name = text_of(node, "the name of a link, or base")
    links = [joint.link.name for joint in joints]
    if name == BASE_NAME:
        return BASE
    if name not in links:
        raise node.error(unknown_name("link", name[:60], [BASE_NAME, *links]))
    return links.index(name)


def _refuse_rigid(node: Node, parent: int, child: int, joints: Sequence[Joint]) -> None:
    if parent == child:
        raise node.error(f"the cut joint would join {node.value!r} to itself; parent and child are two links")
    if not any(joints[index].moves for index in path_between(parent, child, joints)):
        first = BASE_NAME if parent == BASE else joints[parent].link.name
        what = f"{first!r} and {node.value!r} are fixed to each other"
        raise node.error(f"{what}; join links that move against each other, or leave the loop out")


def _effects(name: str, kind: CutKind, node: Node | None, reading: Reading) -> tuple[Parameter, ...]:
    if node is None:
        return ()
    if not kind.friction:
        raise node.error(f"a {kind} cut joint has no friction; leave it out")
    refused = {
        key: f"a {kind} cut joint has no {key} friction; valid: {', '.join(kind.friction)}"
        for key in FRICTION
        if key not in kind.friction
    }
    return tuple(friction(name, node, reading, refused=refused))
