"""MJCF -> the mapping of a robot file with explicit frames, as a tree with the lines of the MJCF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from symdyn.model.longest_chain import branches, longest_chain_end, refuse_objects, tip_text
from symdyn.model.mjcf.bodies import Bodies
from symdyn.model.mjcf.compiler import read_compiler, read_gravity
from symdyn.model.mjcf.couplings import couplings_of
from symdyn.model.mjcf.defaults import read_defaults
from symdyn.model.mjcf.include import with_included
from symdyn.model.mjcf.passed_over import notes_on_rest
from symdyn.model.mjcf.words import MJCF
from symdyn.model.notes import Note, NoteKind
from symdyn.model.robot_file.topology import BASE_NAME
from symdyn.model.robot_tree import RobotTree
from symdyn.model.text.mapping import Located, read_mapping
from symdyn.model.xml.elements import Element
from symdyn.model.xml.names import LINK, Names, robot_name, safe_robot_name

TAG = "mujoco"
WORLD = "world"  # what MuJoCo calls the base


def read_mjcf(document: Element, file: str, package_path: Sequence[Path] = ()) -> RobotTree:
    """Return the tree of an MJCF document, with notes on what was changed or left out."""
    root = with_included(document, Path(file).parent, package_path)
    MJCF.refuse_misspelt(root)
    notes: list[Note] = []
    worlds = root.all("worldbody")
    names = Names(*([name for world in worlds for name in _names_in(world, tag)] for tag in ("body", "joint")))
    bodies = Bodies(read_compiler(root), read_defaults(root), names)
    for world in worlds:
        bodies.read(world)
    refuse_objects(root, bodies.steps)
    written = root.attributes.get("model")
    name = safe_robot_name(Path(file).stem) if written is None else robot_name(root, written, notes)
    data: dict[str, Any] = {"symdyn": "1", "name": name, "frames": "explicit", "gravity": read_gravity(root)}
    data["joints"] = bodies.entries
    couplings = couplings_of(root, bodies)
    if couplings:
        data["couplings"] = couplings
    notes += bodies.names.notes()
    if branches(bodies.steps):
        data["tip"] = tip = longest_chain_end(bodies.steps)
        notes.append(root.note(tip_text(tip), NoteKind.TIP))
    notes += notes_on_rest(root)
    tree = read_mapping(Located(data, root.line), file)
    return RobotTree(tree, tuple(notes), bodies.names.aliases | {(LINK, WORLD): BASE_NAME})


def _names_in(element: Element, tag: str) -> Iterator[str]:
    """Yield the names of all elements of a kind in another; without recursion, since bodies may be deep."""
    waiting = [element]
    while waiting:
        one = waiting.pop()
        if one.tag == tag and "name" in one.attributes:
            yield one.attributes["name"]
        waiting += one.children
