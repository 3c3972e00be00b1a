"""Which format a file's name asks for, and the text of a robot in it."""

from __future__ import annotations

from pathlib import Path

from symdyn.errors import InputError
from symdyn.model.robot import Robot
from symdyn.model.written.mjcf import mjcf_text
from symdyn.model.written.robot_file import robot_file_text
from symdyn.model.written.urdf import urdf_text
from symdyn.version import VERSION

FORMATS = {".yaml": "robot file", ".yml": "robot file", ".urdf": "URDF", ".xml": "MJCF", ".mjcf": "MJCF"}


def format_of(file: str) -> str:
    """Return the format that a file's name asks for.

    Raises:
        InputError: it asks for none that is written.
    """
    suffix = Path(file).suffix.lower()
    if suffix not in FORMATS:
        raise InputError("ends in none of .yaml (robot file), .urdf, .xml (MJCF)", file=file, field="--out")
    return FORMATS[suffix]


def text_in(robot: Robot, title: str) -> tuple[str, list[str]]:
    """Return the text of a robot in a format, and what the format does not say of it, one line each."""
    opening = f"{robot.name}, written by symdyn {VERSION}"
    if title == "URDF":
        return urdf_text(robot, opening)
    if title == "MJCF":
        return mjcf_text(robot, opening)
    return robot_file_text(robot, opening), []
