"""Read a robot, whatever the user calls it: a file of any format, a bundled name, a mapping; and edit it on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from symdyn.model.edits.apply import edited
from symdyn.model.edits.inherit import inherited
from symdyn.model.robot import Robot
from symdyn.model.robot_file.read import read_robot
from symdyn.model.robot_tree import USUAL, Opening, RobotTree
from symdyn.model.text.mapping import read_mapping
from symdyn.model.text.tree import Node
from symdyn.model.text.yaml_text import read_yaml
from symdyn.sources.robot_text import RobotText, find_robot_text
from symdyn.sources.text_file import read_text_file

FILES = ("overlay", "load")  # edits that may be given as the path of a YAML file


def load(
    source: str | Path | Mapping[str, Any],
    *,
    snap: bool = False,
    overlay: str | Path | Mapping[str, Any] | None = None,
    fix: str | Sequence[str] | Mapping[str, Any] | None = None,
    root: str | None = None,
    chain: Sequence[str] | None = None,
    name: str | None = None,
    gravity: Sequence[Any] | None = None,
    unknown: Sequence[str] | None = None,
    load: str | Path | Mapping[str, Any] | None = None,
    tip: str | None = None,
    tips: Sequence[str] | None = None,
    package_path: Sequence[str | Path] = (),
    xacro: Sequence[str] | None = None,
) -> Robot:
    """Return the robot of the path of a robot file, URDF, MJCF or SDF, of a bundled name, or of a mapping.

    Args:
        source: which robot.
        snap: round angles within 1e-4 of a multiple of pi/12 to it, and take the hairs of axes and offsets (see
            `hairs`); the robot's notes say which.
        overlay: a mapping, or the path of a YAML file, laid over the robot's: what differs.
        fix: joints to hold: names, `name=value`, or a mapping of names to values.
        root: the link that becomes the base; what does not hang on it is left out.
        chain: two links; nothing stays but what is between them, and what is fixed to that.
        name: of the robot.
        gravity: in the base frame.
        unknown: what an adaptive controller estimates.
        load: a mapping, or the path of a YAML file: a rigid body on the tip.
        tip: the link that Jacobians, wrenches and the load refer to.
        tips: links that have Jacobians, poses and wrenches of their own: `jacobian_<link>` and so on.
        package_path: folders outside the robot's that its file may include files of.
        xacro: arguments of a xacro file, as name:=value; given, the file is expanded whatever it is called. xacro
            evaluates expressions by design: in a process of its own, for a limited time.
    """
    edits = {"overlay": overlay, "fix": fix, "root": root, "chain": chain, "name": name, "gravity": gravity}
    edits |= {"unknown": unknown, "load": load, "tip": tip, "tips": tips}
    folders = tuple(Path(path) for path in package_path)
    return load_with(source, edits, "", Opening(snap, folders, None if xacro is None else tuple(xacro)))


def load_with(source: Any, edits: Mapping[str, Any], prefix: str, opening: Opening = USUAL) -> Robot:
    """Return a robot with edits by their names, which stand behind a ``prefix`` in messages."""
    return _read(_tree(source, opening, 0), _edit_nodes(edits, prefix), opening.snap)


def load_text(text: str, file_name: str, *, snap: bool = False) -> Robot:
    """Return the robot of a text; the suffix of ``file_name`` tells XML from YAML, the rest is for messages."""
    return _read(_tree_of_text(RobotText(text, file_name), Opening(snap), 0), {}, snap)


def robot_of(source: Robot | Any) -> Robot:
    """Return a robot as it is, and whatever else `load` accepts, loaded."""
    return source if isinstance(source, Robot) else load(source)


def _read(tree: RobotTree, edits: Mapping[str, Node], snap: bool) -> Robot:
    """Return the robot of a tree, with edits."""
    tree = edited(tree, edits)
    return read_robot(tree.root, snap=snap, notes=tree.notes)


def _edit_nodes(edits: Mapping[str, Any], prefix: str) -> dict[str, Node]:
    """Return edits as trees whose fields are their names behind a ``prefix``; files are read."""
    found: dict[str, Node] = {}
    for name, data in edits.items():
        if data is None:
            continue
        if name in FILES and isinstance(data, str | Path):
            found[name] = _file(Path(data), name)
        else:
            found[name] = _named(read_mapping(data), f"{prefix}{name}")
    return found


def _named(node: Node, field: str) -> Node:
    value = tuple(_named(item, field) for item in node.value) if isinstance(node.value, tuple) else node.value
    return Node(value, field, node.file, node.line)


def _file(path: Path, name: str) -> Node:
    kind, opening = ("overlay", "joints:") if name == "overlay" else ("load", "mass: 1")
    root = read_yaml(read_text_file(path, kind), str(path), kind=kind, opening=opening)
    entries = root.value if isinstance(root.value, dict) else {}
    return entries["load"] if name == "load" and set(entries) == {"load"} else root


def _tree(source: str | Path | Mapping[str, Any], opening: Opening, steps: int) -> RobotTree:
    if isinstance(source, Mapping):
        return _with_inheritance(read_mapping(source), opening, steps)
    xacro = opening.xacro if steps == 0 else None  # its arguments are those of the file that the user names
    return _tree_of_text(find_robot_text(source, xacro, opening.package_path), opening, steps)


def _tree_of_text(found: RobotText, opening: Opening, steps: int) -> RobotTree:
    if found.is_xml:
        from symdyn.model.xml_formats import read_xml_robot  # here, since most robots are read without it

        return read_xml_robot(found.text, found.file_name, opening)
    return _with_inheritance(read_yaml(found.text, found.file_name), opening, steps)


def _with_inheritance(root: Node, opening: Opening, steps: int) -> RobotTree:
    return inherited(root, lambda source, step: _tree(source, opening, step), steps)
