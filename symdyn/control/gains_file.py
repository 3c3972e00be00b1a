"""Gains of laws as a file: what `symdyn tune` writes, and `gen`, `simulate` and scenarios take.

gains: 1
slotine_li: {Lambda: [12, 10], K: [[3, 0], [0, 1]]}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from symdyn.model.robot_file.quantities import Reading, number
from symdyn.model.text.tree import Node
from symdyn.model.text.yaml_text import read_yaml
from symdyn.sources.text_file import read_text_file

VERSION = 1
OPENING = f"gains: {VERSION}"
_WORD = re.compile(r"[a-z][a-z_]+", re.ASCII)


def read_gains_file(path: str | Path) -> dict[str, dict[str, Any]]:
    """Return the gains of every law in a file; whether a law has them, its user knows."""
    root = read_yaml(read_text_file(Path(path), "gains file"), str(path), kind="gains file", opening=OPENING)
    entries = _mapping(root)
    version = entries.pop("gains", None)
    if version is None or number(version, Reading()) != VERSION:
        raise (version or root).error(f"a gains file starts with '{OPENING}'")
    if not entries:
        raise root.error("names no law; write one with its gains, such as slotine_li: {Lambda: 10}")
    return {
        law: {name: gain_of(value, Reading()) for name, value in _mapping(gains).items()}
        for law, gains in entries.items()
    }


def _mapping(node: Node) -> dict[str, Node]:
    if not isinstance(node.value, dict):
        raise node.error(f"expected a mapping, found {node.kind}")
    return dict(node.value)


def gain_of(node: Node, reading: Reading) -> Any:
    """Read a number, a list, a matrix, or the word for a choice."""
    if isinstance(node.value, tuple):
        return [gain_of(item, reading) for item in node.value]
    if isinstance(node.value, str) and _WORD.fullmatch(node.value) and node.value not in (*reading.symbols, "pi"):
        return node.value
    value = reading.decimal(number(node, reading))
    if value is None:
        raise node.error("a gain needs a value")
    return value


def gains_text(law: str, gains: Mapping[str, Any], about: list[str]) -> str:
    """Return a gains file; ``about`` are lines of a comment."""
    lines = [*(f"# {line}" for line in about), OPENING, f"{law}:"]
    return "\n".join([*lines, *(f"  {name}: {_text(value)}" for name, value in gains.items())]) + "\n"


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_text, value))}]"
    return value if isinstance(value, str) else repr(float(value))
