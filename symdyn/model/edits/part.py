"""Part of a robot: what hangs on a link, which becomes the base, or the chain from one link to another.

Off the chain stays what is fixed to it, with its mass; what moves there goes, and a note says so. Gravity is given in
the frame of the base, so it is turned into that of the new one, the joints below it at zero.
"""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.errors import one_of
from symdyn.joints.fixed import FIXED
from symdyn.joints.kind import Kind
from symdyn.joints.registry import KINDS
from symdyn.model.edits.closed_parts import refuse_left_out
from symdyn.model.edits.following import follow_kept
from symdyn.model.edits.trees import (
    changed,
    entries_in,
    index_of,
    joint_names,
    joints_in,
    link_names,
    made,
    parent_names,
    with_joints,
    with_names_written,
)
from symdyn.model.notes import Note
from symdyn.model.robot import IDENTITY, Placement
from symdyn.model.robot_file.fields import items_of
from symdyn.model.robot_file.frames import EXPLICIT, joint_frames, placed_after, rotation_z
from symdyn.model.robot_file.kinds import FREE
from symdyn.model.robot_file.quantities import Reading, vector
from symdyn.model.robot_file.read import STANDARD_GRAVITY
from symdyn.model.robot_file.symbols import definitions_of, values_of
from symdyn.model.robot_file.topology import BASE_NAME
from symdyn.model.robot_tree import Aliases
from symdyn.model.text.tree import Node
from symdyn.model.written.pose import written_vector

FEW = 4  # names in a note


def rooted(root: Node, link: Node, aliases: Aliases) -> Node:
    """Return what hangs on a link, with that link as its base."""
    root = with_names_written(root)
    names, parents = link_names(root), parent_names(root)
    at = index_of(link, "link", [BASE_NAME, *names], aliases) - 1
    if at < 0:
        return root
    kept = [i for i in range(len(names)) if at in _path(i, parents, names)[1:]]
    if not kept:
        raise link.error(f"nothing hangs on link {link.value!r}; name one that carries joints")
    joints = [_on_base(joints_in(root)[i], names[at]) for i in kept]
    gravity = _turned_gravity(root, _path(at, parents, names), link)
    part = follow_kept(with_joints(changed(root, {"gravity": gravity}), joints), link)
    refuse_left_out(part, link, has_base=False)
    return _without_tips(part, [names[i] for i in kept])


def chain(root: Node, ends: Node, aliases: Aliases) -> tuple[Node, list[Note]]:
    """Return the chain between two links, the first its base, the second its tip, and a note on what was left out."""
    first, last = items_of(ends, 2)
    root = with_names_written(root)
    names, parents = link_names(root), parent_names(root)
    start = index_of(first, "link", [BASE_NAME, *names], aliases) - 1
    end = index_of(last, "link", names, aliases)
    path = _path(end, parents, names)
    if start == end or (start >= 0 and start not in path):
        below = [BASE_NAME, *(names[i] for i in path[-1:0:-1])]
        raise last.error(f"link {last.value!r} does not hang on {first.value!r}; those below it: {one_of(below)}")
    on_way = {i for i in path if start < 0 or start in _path(i, parents, names)[1:]}
    kept: list[int] = []
    for i, joint in enumerate(joints_in(root)):
        carrier = names.index(parents[i]) if parents[i] != BASE_NAME else -1
        if i in on_way or (not _moves(joint) and (carrier in kept or carrier == start)):
            kept.append(i)
    notes = _left_out(root, [i for i in range(len(names)) if i not in kept], ends)
    base = names[start] if start >= 0 else BASE_NAME
    joints = [_on_base(joints_in(root)[i], base) for i in kept]
    gravity = _turned_gravity(root, _path(start, parents, names), ends) if start >= 0 else None
    edited = with_joints(root if gravity is None else changed(root, {"gravity": gravity}), joints)
    edited = follow_kept(edited, ends)
    refuse_left_out(edited, ends, has_base=start < 0)
    return changed(_without_tips(edited, [names[i] for i in kept]), {"tip": made(names[end], last)}), notes


def _path(link: int, parents: Sequence[str], names: Sequence[str]) -> list[int]:
    """Return a link and those below it, down to the base."""
    path = []
    while link not in path:
        path.append(link)
        if parents[link] not in names:
            break
        link = names.index(parents[link])
    return path


def _moves(joint: Node) -> bool:
    kind = _kind(joint)
    return kind is None or kind.moves


def _kind(joint: Node) -> Kind | None:
    return KINDS.get(str(entries_in(joint)["type"].value)) if "type" in entries_in(joint) else None


def _on_base(joint: Node, base: str) -> Node:
    parent = entries_in(joint)["parent"]
    return changed(joint, {"parent": made(BASE_NAME, parent)}) if parent.value == base else joint


def _without_tips(root: Node, links: Sequence[str]) -> Node:
    tip, tips = (entries_in(root).get(key) for key in ("tip", "tips"))
    if tips is not None and isinstance(tips.value, tuple):
        kept = tuple(one for one in tips.value if one.value in links)
        root = changed(root, {"tips": Node(kept, tips.field, tips.file, tips.line) if kept else None})
    return root if tip is None or tip.value in links else changed(root, {"tip": None})


def _turned_gravity(root: Node, path: Sequence[int], asked: Node) -> Node | None:
    entries = entries_in(root)
    reading = Reading(symbols=values_of(definitions_of(entries.get("symbols"))))
    gravity = vector(entries["gravity"], reading) if "gravity" in entries else STANDARD_GRAVITY
    frames = str(entries["frames"].value) if "frames" in entries else EXPLICIT
    pose = IDENTITY
    for i in reversed(path):
        joint = joints_in(root)[i]
        kind = _kind(joint)
        if kind is None and str(entries_in(joint).get("type", joint).value) in FREE:
            kind = FIXED  # it stands where it is written
        if kind is None:
            return entries.get("gravity")  # the reader says what is wrong with it
        place = joint_frames(joint, entries_in(joint), frames, kind, reading)
        at_zero = Placement(place.before.rotation @ rotation_z(place.offset), place.before.position)
        pose = placed_after(pose, placed_after(at_zero, place.after))
    turned = pose.rotation.T @ gravity
    if any(x.symbols() for x in turned):
        raise asked.error("symbols turn this link's frame, and with it gravity, which is then no three numbers")
    return made(written_vector(turned), asked)


def _left_out(root: Node, gone: Sequence[int], asked: Node) -> list[Note]:
    moving = [joint_names(root)[i] for i in gone if _moves(joints_in(root)[i])]
    if not moving:
        return []
    named = ", ".join(moving[:FEW]) + (f" and {len(moving) - FEW} more" if len(moving) > FEW else "")
    return [asked.note(f"what moves beside the chain is left out, with its masses: {named}")]
