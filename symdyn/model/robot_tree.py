"""A robot on the way in: how its file is to be read, the tree of it, and the names that it had elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from symdyn.model.notes import Note
from symdyn.model.text.tree import Node

Aliases = Mapping[tuple[str, str], str]
"""Names that an imported file has, as ("link" or "joint", name), and what they are called here."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How files are read: whether near-special numbers are rounded, and what folders may be read beside the robot's."""

    snap: bool = False
    package_path: tuple[Path, ...] = ()
    xacro: tuple[str, ...] | None = None  # arguments of xacro, where a file is to be expanded whatever it is called


USUAL = Opening()


@dataclass(frozen=True, slots=True)
class RobotTree:
    """A tree that the schema's reader takes, with notes of whoever made it."""

    root: Node
    notes: tuple[Note, ...] = ()
    aliases: Aliases = field(default_factory=dict)
