"""Find a robot, whatever the user calls it: a file, a bundled name, a URDF, or a mapping."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from os.path import exists, isdir  # unlike those of Path they never raise
from pathlib import Path
from typing import Any

from symdyn.errors import InputError, unknown_name
from symdyn.model.mapping import read_mapping
from symdyn.model.read import read_robot
from symdyn.model.robot import Robot
from symdyn.model.text_file import read_text_file
from symdyn.model.urdf import read_urdf
from symdyn.model.yaml_text import read_yaml

YAML_SUFFIXES = (".yaml", ".yml")
URDF_SUFFIX = ".urdf"


def _bundled() -> Traversable:
    return files("symdyn") / "robots"


def load(source: str | Path | Mapping[str, Any], *, snap: bool = False) -> Robot:
    """Return the robot of a .yaml or .urdf path, a bundled name, or a mapping.

    With ``snap`` angles within 1e-4 of a multiple of pi/12 are rounded to it, and the robot's notes say which.
    """
    if isinstance(source, Mapping):
        return read_robot(read_mapping(source), snap=snap)
    if not isinstance(source, str | Path):
        raise InputError(f"cannot load a {type(source).__name__}; give a path, a bundled name or a mapping")
    if isinstance(source, str) and source in bundled_names():
        text = (_bundled() / f"{source}.yaml").read_text(encoding="utf-8")
        return load_text(text, f"{source}.yaml", snap=snap)
    path = Path(source)
    if isinstance(source, str) and not path.suffix and path.name == source and not exists(path):
        what = unknown_name("robot", source[:60], bundled_names())
        raise InputError(f"{what}; or give the path of a .yaml or .urdf file")
    return load_text(_text(path), str(path), snap=snap)


def load_text(text: str, file_name: str, *, snap: bool = False) -> Robot:
    """Return the robot of a text; the suffix of ``file_name`` tells URDF from YAML, the rest is for messages."""
    if file_name.lower().endswith(URDF_SUFFIX):
        root, notes = read_urdf(text, file_name, snap=snap)
        return read_robot(root, snap=snap, notes=notes)
    return read_robot(read_yaml(text, file_name), snap=snap)


def bundled_names() -> tuple[str, ...]:
    """Return the names of the robots that come with symdyn."""
    names = (item.name for item in _bundled().iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml")))


def _text(path: Path) -> str:
    if path.suffix.lower() not in (*YAML_SUFFIXES, URDF_SUFFIX) and not isdir(path):
        raise InputError("not a robot file; expected a name that ends in .yaml, .yml or .urdf", file=str(path))
    return read_text_file(path)
