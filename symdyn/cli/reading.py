"""Reading the robot that a command is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symdyn.cli.progress import progress

if TYPE_CHECKING:
    from symdyn.model import Robot


def read_robot(name: str, snap: bool = False) -> Robot:
    """Load a robot; on a terminal, say so meanwhile: a file may hold hundreds of joints."""
    with progress(name) as show:
        show("reading")
        from symdyn.model import load

        return load(name, snap=snap)
