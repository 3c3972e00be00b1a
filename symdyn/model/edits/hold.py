"""Hold joints at a value: they are fixed from then on, and their links belong to those that carry them.

    DH         the value is added to theta, of a joint that turns, and to d or the pitch's travel of one that slides
    explicit   origin -> origin * motion(value), which at 0 is the origin itself

Axis, limits, friction, rotor and spring of a joint that is held mean nothing any more and go. Joints that follow it
alone are held with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from symdyn.algebra.exact import Exact
from symdyn.algebra.trigonometry import cos_sin
from symdyn.joints.kind import Kind
from symdyn.joints.registry import KINDS, own_keys
from symdyn.model.edits.closed_parts import refuse_held
from symdyn.model.edits.following import Held, follow_held, followed_no_more
from symdyn.model.edits.trees import changed, entries_in, index_of, joint_names, joints_in, made, with_joints
from symdyn.model.notes import Note
from symdyn.model.robot import IDENTITY, Placement
from symdyn.model.robot_file.angles import recognised
from symdyn.model.robot_file.effects import EFFECT_KEYS
from symdyn.model.robot_file.fields import items_of, text_of
from symdyn.model.robot_file.frames import EXPLICIT, origin, unit_axis
from symdyn.model.robot_file.kinds import FREE, own_numbers
from symdyn.model.robot_file.quantities import Reading, number
from symdyn.model.robot_file.symbols import definitions_of, values_of
from symdyn.model.robot_tree import Aliases
from symdyn.model.text.tree import Node
from symdyn.model.written.pose import written_pose


def hold(root: Node, asked: Node, aliases: Aliases) -> tuple[Node, list[Note]]:
    """Return a robot whose joints in ``asked`` are fixed, and whom they follow no more.

    ``asked`` holds names, `name=value`, or is a mapping of names to values.
    """
    joints, names = list(joints_in(root)), joint_names(root)
    entries = entries_in(root)
    frames = entries["frames"].value if "frames" in entries else EXPLICIT
    reading = Reading(symbols=values_of(definitions_of(entries.get("symbols"))))
    named: Held = {}
    for who, value in _asked(asked):
        i = index_of(who, "joint", names, aliases)
        joints[i] = _held(joints[i], who, value, str(frames), reading)
        named[names[i]] = value
    notes = followed_no_more(root, named, asked)
    root, held = follow_held(root, named)
    refuse_held(root, list(held), asked)
    for name in held.keys() - named.keys():
        i = names.index(name)
        joints[i] = _held(joints[i], made(name, asked), held[name], str(frames), reading)
    return with_joints(root, joints), notes


def _asked(asked: Node) -> Iterator[tuple[Node, Node | None]]:
    if isinstance(asked.value, dict):
        for name, value in asked.value.items():
            yield Node(name, asked.field, value.file, value.line), value
        return
    for item in (asked,) if isinstance(asked.value, str) else items_of(asked):
        who, equals, text = text_of(item, "the name of a joint, or name=value").partition("=")
        at = (item.field, item.file, item.line)
        yield Node(who.strip(), *at), Node(text.strip(), *at) if equals else None


def _held(joint: Node, who: Node, value: Node | None, frames: str, reading: Reading) -> Node:
    entries = entries_in(joint)
    written = str(entries["type"].value) if "type" in entries else ""
    kind = KINDS.get(written)
    if kind is None and (written not in FREE or value is not None):
        return joint  # the reader says what is wrong with it
    if kind is not None and not kind.moves:
        raise who.error(f"joint {who.value!r} is fixed already; leave it out")
    gone: dict[str, Node | None] = dict.fromkeys((*EFFECT_KEYS, *own_keys(), "axis"))
    fixed = changed(joint, {**gone, "type": made("fixed", who)})
    if value is None or kind is None or not number(value, reading):
        return fixed
    if frames != EXPLICIT:
        return _held_in_dh(fixed, value, kind)
    before = origin(entries["origin"], reading) if "origin" in entries else IDENTITY
    axis = unit_axis(entries.get("axis"), Reading(symbols=reading.symbols))
    q = recognised(number(value, reading))
    (twist,) = kind.twists(axis, dict(own_numbers(joint, entries, kind, reading)))
    turn, (c, s) = kind.turn(axis), cos_sin(q)
    R = before.rotation @ (turn.constant + turn.by_cosine.scale(c) + turn.by_sine.scale(s))
    pose = Placement(R, before.position + before.rotation @ twist.linear.scale(q))
    _refuse_symbols(pose, who)
    return changed(fixed, {"origin": made(written_pose(pose), value)})


def _held_in_dh(joint: Node, value: Node, kind: Kind) -> Node:
    dh = entries_in(joint).get("dh") or made({}, joint)
    if kind.turns and kind.slides:
        raise value.error("a screw is held at 0 only, where frames are those of DH; add its travel to d yourself")
    key, sign = "theta" if kind.turns else "d", "-" if kind.turns_back else "+"
    old = entries_in(dh).get(key)
    if old is not None:
        total = f"({old.value}) {sign} ({value.value})"
    else:
        total = f"-({value.value})" if kind.turns_back else f"{value.value}"
    return changed(joint, {"dh": changed(dh, {key: made(total, value)})})


def _refuse_symbols(pose: Placement, who: Node) -> None:
    numbers: list[Exact] = [*pose.position, *(entry for row in pose.rotation.rows for entry in row)]
    if any(entry.symbols() for entry in numbers):
        what = f"joint {who.value!r} has symbols in its origin or axis, so it is held at 0 only"
        raise who.error(f"{what}; give them numbers, or write the pose yourself")
