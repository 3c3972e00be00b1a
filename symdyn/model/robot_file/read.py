"""Tree -> Robot: the schema of the robot file, version 1, from top to bottom."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.algebra.exact import exact
from symdyn.algebra.spatial import Vec3
from symdyn.joints.kind import about_its_turn
from symdyn.joints.registry import own_keys
from symdyn.model.notes import Note, NoteKind, summed_up
from symdyn.model.robot import IDENTITY, Joint, Load, Robot
from symdyn.model.robot_file.bodies import BODY_KEYS, MASSLESS, body
from symdyn.model.robot_file.closing import CLOSING_KEYS, closing_of
from symdyn.model.robot_file.effects import EFFECT_KEYS, effects, limits
from symdyn.model.robot_file.fields import choice_of, entries_of, items_of, required
from symdyn.model.robot_file.frames import EXPLICIT, FRAMES, joint_frames, origin
from symdyn.model.robot_file.hairs import hair_notes
from symdyn.model.robot_file.kinds import kind_of, own_numbers
from symdyn.model.robot_file.names import part_name, robot_name
from symdyn.model.robot_file.quantities import Reading, number, vector
from symdyn.model.robot_file.symbols import definitions_of, recognise_angles, values_of
from symdyn.model.robot_file.topology import parent_index, tip_index, tip_indices
from symdyn.model.robot_file.unknown import unknown_parameters
from symdyn.model.text.tree import Node, plain_data

SCHEMA_VERSION = 1
STANDARD_GRAVITY = Vec3(exact(0), exact(0), exact("-9.80665"))

TOP_KEYS = (
    *("symdyn", "name", "gravity", "frames", "symbols", "zeros", "joints", "tip", "tips", "load"),
    *(*CLOSING_KEYS, "unknown"),
)
JOINT_KEYS = ("name", "type", "parent", "dh", "origin", "axis", "link", *EFFECT_KEYS)
LINK_KEYS = ("name", MASSLESS, *BODY_KEYS)
LOAD_KEYS = ("origin", *BODY_KEYS)


def read_robot(root: Node, *, snap: bool = False, notes: Sequence[Note] = ()) -> Robot:
    """Return the robot that a tree describes; ``notes`` are those of the reader that made the tree."""
    entries = entries_of(root, TOP_KEYS)
    _check_version(required(root, entries, "symdyn", "a robot file starts with 'symdyn: 1'"))
    name = robot_name(required(root, entries, "name", "give the robot a name"))
    symbols = definitions_of(entries.get("symbols"))
    reading = Reading(snap, values_of(symbols), list(notes))
    gravity = vector(entries["gravity"], reading) if "gravity" in entries else STANDARD_GRAVITY
    frames = choice_of(entries["frames"], "frames", FRAMES) if "frames" in entries else EXPLICIT
    structural_zeros = _structural_zeros(entries.get("zeros"))
    joint_list = required(root, entries, "joints", "list the joints from the base")
    joints = _joints(joint_list, frames, structural_zeros, reading)
    load = _load(entries.get("load"), structural_zeros, reading)
    closing = closing_of(root, entries, joints, structural_zeros, reading)
    recognise_angles(symbols, reading)
    return Robot(
        name=name,
        gravity=gravity,
        joints=joints,
        load=load,
        symbols=reading.symbols,
        structural_zeros=structural_zeros,
        unknown=unknown_parameters(entries.get("unknown"), joints, closing, load),
        source=plain_data(root, reading.rewrites),
        tip=tip_index(entries.get("tip"), [joint.link.name for joint in joints]),
        tips=tip_indices(entries.get("tips"), [joint.link.name for joint in joints]),
        notes=(*summed_up(reading.notes, NoteKind.IMPLAUSIBLE, "bodies"), *hair_notes(reading.hairs, snap)),
        closing=closing,
    )


def _check_version(node: Node) -> None:
    if number(node, Reading()) != SCHEMA_VERSION:
        raise node.error(f"schema version {node.value} is not known; this symdyn reads version {SCHEMA_VERSION}")


def _structural_zeros(node: Node | None) -> bool:
    return node is not None and choice_of(node, "meaning of zeros", ("values", "structural")) == "structural"


def _joints(node: Node, frames: str, structural_zeros: bool, reading: Reading) -> tuple[Joint, ...]:
    nodes = items_of(node)
    entries = [entries_of(item, (*JOINT_KEYS, *own_keys())) for item in nodes]
    link_entries = [_link_entries(entry) for entry in entries]
    names = _names([entry.get("name") for entry in entries], "joint")
    links = _names([entry.get("name") for entry in link_entries], "link")
    parents = [entry.get("parent") for entry in entries]
    joints = []
    for index, entry in enumerate(entries):
        kind = kind_of(nodes[index], entry)
        place, back = joint_frames(nodes[index], entry, frames, kind, reading), kind.turns_back
        joint = Joint(
            name=names[index],
            kind=about_its_turn(kind) if back else kind,
            parent=parent_index(index, parents, links),
            before=place.before,
            axis=place.axis.scale(-1) if back else place.axis,
            offset=place.offset,
            after=place.after,
            own=own_numbers(nodes[index], entry, kind, reading),
            link=body(links[index], entry.get("link", nodes[index]), link_entries[index], structural_zeros, reading),
            effects=effects(names[index], entry, kind, structural_zeros, reading),
            limits=limits(entry.get("limits"), kind, reading),
        )
        joints.append(joint)
    if not any(joint.moves for joint in joints):
        raise node.error("no joint moves; a robot needs at least one that is not fixed")
    return tuple(joints)


def _link_entries(entries: dict[str, Node]) -> dict[str, Node]:
    """Return the entries of a joint's link; a link that is left out has nothing but unknowns."""
    node = entries.get("link")
    return {} if node is None or node.value is None else entries_of(node, LINK_KEYS)


def _names(nodes: Sequence[Node | None], kind: str) -> list[str]:
    """Return the names of all joints or links, with the default where none is written."""
    names: list[str] = []
    for index, node in enumerate(nodes):
        name = f"{kind}{index + 1}" if node is None else part_name(node)
        if name in names:
            where = node or next(node for node in nodes if node is not None and node.value == name)
            raise where.error(f"two {kind}s are called {name!r} (entries {names.index(name) + 1} and {index + 1})")
        names.append(name)
    return names


def _load(node: Node | None, structural_zeros: bool, reading: Reading) -> Load | None:
    if node is None:
        return None
    entries = entries_of(node, LOAD_KEYS)
    placement = origin(entries["origin"], reading) if "origin" in entries else IDENTITY
    return Load(placement, body("load", node, entries, structural_zeros, reading))
