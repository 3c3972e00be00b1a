"""The edits that the keys of a robot file or the options of a command ask for, in their order.

overlay   what differs, joint by joint           fix      joints that are held
root      the link that becomes the base         chain    two links, and nothing but what is between them
name, gravity, unknown, load, tip, tips          as in the robot file
"""

from __future__ import annotations

from collections.abc import Mapping

from symdyn.model.edits.hold import hold
from symdyn.model.edits.overlay import laid_over
from symdyn.model.edits.part import chain, rooted
from symdyn.model.edits.trees import changed, entries_in, index_of, link_names, made, renumbered
from symdyn.model.notes import NoteKind
from symdyn.model.robot_file.topology import BASE_NAME
from symdyn.model.robot_tree import Aliases, RobotTree
from symdyn.model.text.tree import Node

EDIT_KEYS = ("fix", "root", "chain")  # of a robot file, beside those of the schema
PLAIN = ("name", "gravity", "unknown", "load")


def edited(tree: RobotTree, edits: Mapping[str, Node]) -> RobotTree:
    """Return a robot with edits, each a node by its name above."""
    if not edits:
        return tree
    root, notes, aliases = tree.root, list(tree.notes), tree.aliases
    if "overlay" in edits:
        root = laid_over(root, edits["overlay"], aliases)
    if "fix" in edits:
        root, said = hold(root, edits["fix"], aliases)
        notes += said
    if "root" in edits:
        root = rooted(root, edits["root"], aliases)
    if "chain" in edits:
        root, said = chain(root, edits["chain"], aliases)
        notes += said
    root = changed(root, {key: edits[key] for key in PLAIN if key in edits})
    root = _with_links_found(changed(root, {key: edits[key] for key in ("tip", "tips") if key in edits}), aliases)
    if any("tip" in entries_in(laid) for laid in (edits.get("overlay"),)) or {"tip", "chain", "root"} & edits.keys():
        notes = [note for note in notes if note.kind is not NoteKind.TIP]  # somebody has chosen
    return RobotTree(renumbered(root), tuple(notes), aliases)


def _with_links_found(root: Node, aliases: Aliases) -> Node:
    """Return a robot whose tips are called as its links are, where they were called as the imported file does."""
    names, entries = link_names(root), entries_in(root)

    def found(link: Node) -> Node:
        known = not isinstance(link.value, str) or link.value == BASE_NAME  # what the reader has words for
        return link if known else made(names[index_of(link, "link", names, aliases)], link)

    tips = {"tip": found(entries["tip"])} if entries.get("tip") else {}
    if (several := entries.get("tips")) and isinstance(several.value, tuple):
        tips["tips"] = Node(tuple(map(found, several.value)), several.field, several.file, several.line)
    return changed(root, tips)


def own_edits(root: Node) -> tuple[Node, dict[str, Node]]:
    """Return a robot file without the edits among its keys, and those."""
    entries = entries_in(root)
    edits = {key: entries[key] for key in EDIT_KEYS if key in entries}
    return (changed(root, dict.fromkeys(edits)), edits) if edits else (root, {})
