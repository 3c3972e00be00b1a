"""Read a robot, whatever the user calls it: a file, a bundled name, a URDF, or a mapping."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from symdyn.model.robot import Robot
from symdyn.model.robot_file.read import read_robot
from symdyn.model.text.mapping import read_mapping
from symdyn.model.text.yaml_text import read_yaml
from symdyn.model.urdf.read import read_urdf
from symdyn.sources.robot_text import RobotText, find_robot_text


def load(source: str | Path | Mapping[str, Any], *, snap: bool = False) -> Robot:
    """Return the robot of a .yaml or .urdf path, a bundled name, or a mapping.

    With ``snap`` angles within 1e-4 of a multiple of pi/12 are rounded to it, axes and offsets lose their hairs (see
    `hairs`), and the robot's notes say which.
    """
    if isinstance(source, Mapping):
        return read_robot(read_mapping(source), snap=snap)
    return load_text(*find_robot_text(source), snap=snap)


def load_text(text: str, file_name: str, *, snap: bool = False) -> Robot:
    """Return the robot of a text; the suffix of ``file_name`` tells URDF from YAML, the rest is for messages."""
    if RobotText(text, file_name).is_urdf:
        root, notes = read_urdf(text, file_name, snap=snap)
        return read_robot(root, snap=snap, notes=notes)
    return read_robot(read_yaml(text, file_name), snap=snap)


def robot_of(source: Robot | Any) -> Robot:
    """Return a robot as it is, and whatever else `load` accepts, loaded."""
    return source if isinstance(source, Robot) else load(source)
