"""What of a closed robot cannot be held or left out, told by the edit that would do so.

`actuated` and `closed_at` name joints that move, and `loops` join links: an edit does not guess what becomes of those.
"""

from __future__ import annotations

from symdyn.model.edits.trees import entries_in, joint_names, link_names
from symdyn.model.robot_file.topology import BASE_NAME
from symdyn.model.text.tree import Node

KEYS = ("actuated", "closed_at")


def refuse_held(root: Node, names: list[str], asked: Node) -> None:
    """Refuse to hold joints that the file names among those that move."""
    for key in KEYS:
        for name in names:
            if name in _named(root, key):
                what = f"joint {name!r} would be held, and is named in {key}"
                raise asked.error(f"{what}; make it fixed in the file, and leave it out there")


def refuse_left_out(root: Node, asked: Node, *, has_base: bool) -> None:
    """Refuse a part of a robot that misses what its loops join or its closing names."""
    links, joints = [*link_names(root), *([BASE_NAME] if has_base else [])], joint_names(root)
    loops = entries_in(root).get("loops")
    for loop in loops.value if loops is not None and isinstance(loops.value, tuple) else ():
        for end in (entries_in(loop).get(key) for key in ("parent", "child")):
            if end is not None and end.value not in links:
                what = f"a loop joins {str(end.value)[:60]!r}, which is none of the links that are left"
                raise asked.error(f"{what}; keep all of a loop, or write the part as a file of its own")
    for key in KEYS:
        gone = [name for name in _named(root, key) if name not in joints]
        if gone:
            what = f"{key} names {gone[0][:60]!r}, which is none of the joints that are left"
            raise asked.error(f"{what}; write the part as a file of its own")


def _named(root: Node, key: str) -> list[str]:
    """Return the names of joints under a key; none of what is no list or mapping, which the reader tells."""
    node = entries_in(root).get(key)
    if node is None:
        return []
    if isinstance(node.value, tuple):
        return [str(one.value) for one in node.value]
    return list(entries_in(node))
