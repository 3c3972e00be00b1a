"""URDF -> the mapping of a robot file with explicit frames, as a tree with the URDF's lines.

What URDF has and a robot file has not (meshes, collisions, transmissions, Gazebo's tags) is passed over. The root link
is the base: its inertia moves nothing and is left out.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from symdyn.errors import few_of, one_of
from symdyn.model.edits.hold import hold
from symdyn.model.edits.trees import renumbered
from symdyn.model.longest_chain import Step, branches, longest_chain_end, refuse_objects, tip_text
from symdyn.model.notes import Note, NoteKind, summed_up
from symdyn.model.robot_tree import RobotTree
from symdyn.model.text.mapping import Located, read_mapping
from symdyn.model.text.tree import quoted
from symdyn.model.urdf.inertia import link_inertia
from symdyn.model.urdf.links import by_name, depth_first, link_of, root_link
from symdyn.model.urdf.mimic import couplings_of, standing
from symdyn.model.urdf.words import URDF
from symdyn.model.xml.elements import Element
from symdyn.model.xml.names import Names, robot_name
from symdyn.model.xml.numbers import is_no_limit, origin_of, scalar, three

JOINT_TYPES = {"revolute": "revolute", "continuous": "revolute", "prismatic": "prismatic", "fixed": "fixed"}
WORLD = "world"
FREE = ("floating", "planar")  # read as they are, and refused unless somebody holds them


def read_urdf(robot: Element, file: str, *, snap: bool = False) -> RobotTree:
    """Return the tree of a URDF document, with notes on what was changed or left out."""
    _refuse_xacro(robot)
    URDF.refuse_misspelt(robot)
    links, joints = by_name(robot.all("link")), list(by_name(robot.all("joint")).values())
    if WORLD not in links and any(link_of(joint, "parent") == WORLD for joint in joints):
        links[WORLD] = Element("link", {"name": WORLD}, file, robot.line)  # many files count on it without saying so
    base = root_link(robot, links, joints)
    notes: list[Note] = []
    names = Names((name for name in links if name != base), (joint.name for joint in joints))
    link_names = {name: names.link(link) for name, link in links.items() if name != base} | {base: "base"}
    joint_names: dict[str, str] = {}
    entries, steps = [], []
    ordered = depth_first(base, joints)
    for joint in ordered:
        child = link_of(joint, "child")
        inertia = link_inertia(links[child], snap, notes)
        link = Located({"name": link_names[child], **inertia}, links[child].line)
        name = joint_names[joint.name] = names.joint(joint)
        parent = link_names[link_of(joint, "parent")]
        motion = _motion(joint, notes)
        steps.append(Step(link_names[child], parent, motion["type"] != "fixed"))
        entries.append(Located({"name": name, "parent": parent, **motion, "link": link}, joint.line))
    refuse_objects(robot, steps)
    data = {"symdyn": "1", "name": robot_name(robot, robot.name, notes), "frames": "explicit", "joints": entries}
    couplings = couplings_of({joint.name: joint for joint in ordered}, joint_names)
    if couplings:
        data["couplings"] = couplings
    for kind in (NoteKind.NEAR_ANGLE, NoteKind.ROUNDED_ANGLE):
        notes = summed_up(notes, kind, "angles of <inertial>")
    notes += names.notes()
    if branches(steps):
        data["tip"] = tip = longest_chain_end(steps)
        notes.append(robot.note(tip_text(tip), NoteKind.TIP))
    root, aliases = read_mapping(Located(data, robot.line), file), names.aliases | {("link", base): "base"}
    still = standing({joint.name: joint for joint in ordered}, joint_names)
    if still:
        notes.append(robot.note(f"<mimic> with the multiplier 0 holds {few_of(list(still))}"))
        held, _ = hold(root, read_mapping(Located(still, robot.line), file), aliases)
        root = renumbered(held)
    return RobotTree(root, tuple(notes), aliases)


def _refuse_xacro(robot: Element) -> None:
    for child in robot.children:
        if child.tag.startswith("xacro:"):
            raise child.error("the file holds xacro macros; --xacro expands it")


def _motion(joint: Element, notes: list[Note]) -> dict[str, Any]:
    """Return how a joint stands and moves: the entry of `joints` without its names and link."""
    kind = joint.attributes.get("type", "")
    if kind not in JOINT_TYPES and kind not in FREE:
        raise joint.error(f"joint {quoted(joint.name)}: type {quoted(kind)} is not supported; {one_of(JOINT_TYPES)}")
    entry: dict[str, Any] = {"type": JOINT_TYPES.get(kind, kind)}
    origin = joint.only("origin")
    if origin:
        entry["origin"] = origin_of(origin)
    if kind == "fixed" or kind in FREE:
        return entry  # what a fixed joint says about axis, limits and friction has no meaning
    axis = joint.only("axis")
    entry["axis"] = three(axis, "xyz") if axis else ["1", "0", "0"]  # URDF's default is x
    friction = _numbers(joint.only("dynamics"), {"viscous": "damping", "coulomb": "friction"})
    ends = () if kind == "continuous" else ("lower", "upper")
    limits = _limits(joint.only("limit"), (*ends, "velocity", "effort"))
    if {"lower", "upper"} <= limits.keys() and Fraction(limits["lower"].value) > Fraction(limits["upper"].value):
        written = f"{limits.pop('lower').value} to {limits.pop('upper').value}"
        notes.append(joint.note(f"joint {quoted(joint.name)}: limits from {written} leave no room, and are left out"))
    return entry | ({"friction": friction} if friction else {}) | ({"limits": limits} if limits else {})


def _limits(element: Element | None, words: tuple[str, ...]) -> dict[str, Located]:
    """Return the limits that are there; an infinite one, on the side where it is a limit, is none."""
    if element is None:
        return {}
    none = {word: _INFINITE[word == "lower"] for word in words}
    finite = {word: word for word in words if not none[word].fullmatch(element.attributes.get(word, ""))}
    return {word: limit for word, limit in _numbers(element, finite).items() if not is_no_limit(limit.value)}


_INFINITE = tuple(re.compile(rf"\s*{sign}inf(inity)?\s*", re.IGNORECASE) for sign in (r"\+?", "-"))


def _numbers(element: Element | None, words: dict[str, str]) -> dict[str, Located]:
    """Return those of our words whose attribute is there."""
    if element is None:
        return {}
    return {
        word: Located(scalar(element, attribute), element.line)
        for word, attribute in words.items()
        if attribute in element.attributes
    }
