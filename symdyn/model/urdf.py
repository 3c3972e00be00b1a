"""Placeholder."""

from __future__ import annotations

from symdyn.errors import InputError
from symdyn.model.tree import Node


def read_urdf(text: str, file: str) -> tuple[Node, list[str]]:
    raise InputError("URDF is not supported yet", file=file)
