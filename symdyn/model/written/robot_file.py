"""Robot -> robot file: the mapping that it was read from, edits and roundings made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from symdyn.model.robot import Robot


def robot_file_text(robot: Robot, opening: str = "") -> str:
    """Return the text of a robot file; ``opening`` is a comment above it, line by line."""
    comment = "".join(f"# {line}\n" for line in opening.splitlines())
    return comment + yaml.safe_dump(_plain(robot.source), sort_keys=False, default_flow_style=None, width=120)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return value
