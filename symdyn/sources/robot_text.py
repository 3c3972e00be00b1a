"""Find the text of a robot: a bundled name, the path of a file, or a name of the package robot_descriptions."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from os.path import exists, isdir  # unlike those of Path they never raise
from pathlib import Path
from typing import NamedTuple

from symdyn.errors import InputError, unknown_name
from symdyn.sources.described_robot import PREFIX, described_robot
from symdyn.sources.text_file import read_text_file
from symdyn.sources.xacro_text import SUFFIX, expanded_xacro

BUNDLED = Path(__file__).resolve().parent / "robots"
YAML_SUFFIXES = (".yaml", ".yml")
XML_SUFFIXES = (".urdf", ".xml", ".mjcf", ".sdf")
FILES = ".yaml, .urdf, .xacro, .xml (MJCF) or .sdf"  # what a robot's file is called, in words


class RobotText(NamedTuple):
    """What a robot file says, and the file's name for messages."""

    text: str
    file_name: str

    @property
    def is_xml(self) -> bool:
        """Whether it is XML, which its root element tells apart, not YAML."""
        return self.file_name.lower().endswith((*XML_SUFFIXES, SUFFIX))


def find_robot_text(source: str | Path, xacro: Sequence[str] | None = None, folders: Sequence[Path] = ()) -> RobotText:
    """Return the text of a bundled name, of the path of a robot's file, or of `robot_descriptions:NAME`.

    A file whose name ends in .xacro is expanded; so is any other where ``xacro`` gives arguments, perhaps none.
    """
    if not isinstance(source, str | Path):
        raise InputError(f"cannot load a {type(source).__name__}; give a path, a bundled name or a mapping")
    if source == "":  # as a path it would be the directory that one is in
        raise InputError(f"the robot's name is empty; give a bundled name or the path of a file: {FILES}")
    if isinstance(source, str) and source in bundled_names():
        file_name = f"{source}.yaml"
        return RobotText((BUNDLED / file_name).read_text(encoding="utf-8"), file_name)
    packages: Mapping[str, Path] = {}
    if isinstance(source, str) and source.startswith(PREFIX):
        found = described_robot(source)
        source, packages, folders = found.path, found.packages, (*folders, *found.packages.values())
        xacro = (*found.arguments, *(xacro or ())) if found.path.suffix == SUFFIX else xacro
    path = Path(source)
    if isinstance(source, str) and not path.suffix and path.name == source and not exists(path):
        what = unknown_name("robot", source[:60], bundled_names())
        raise InputError(f"{what}; or give the path of a file: {FILES}")
    if path.suffix.lower() == SUFFIX or xacro is not None:
        told = path if path.suffix.lower() in (SUFFIX, *XML_SUFFIXES) else path.with_suffix(SUFFIX)
        return RobotText(expanded_xacro(path, xacro or (), folders, packages), str(told))
    if path.suffix.lower() not in (*YAML_SUFFIXES, *XML_SUFFIXES) and not isdir(path):
        raise InputError(f"not a robot file; expected a name that ends in {FILES}", file=str(path))
    return RobotText(read_text_file(path), str(path))


def bundled_names() -> tuple[str, ...]:
    """Return the names of the robots that come with symdyn."""
    return tuple(sorted(name.removesuffix(".yaml") for name in os.listdir(BUNDLED) if name.endswith(".yaml")))
