"""A robot file as a tree that remembers where each value stood, so that every complaint can say it.

Numbers stay text: `0.4318` is the decimal that is written, not the double nearest to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symdyn.errors import InputError
from symdyn.model.notes import Note, NoteKind

MAX_NODES = 50_000  # a robot of a thousand joints has fewer; a file of aliases to aliases has more
MAX_DEPTH = 40  # the schema needs six
MAX_QUOTE = 60

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,59}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Node:
    """A value of the file: text, nothing (null), a list, or a mapping; and its field, file and line."""

    value: str | tuple[Node, ...] | dict[str, Node] | None
    field: str = ""
    file: str = ""
    line: int | None = None

    def error(self, what: str) -> InputError:
        """Make the error that says what is wrong here."""
        return InputError(what, field=self.field, file=self.file, line=self.line)

    def note(self, what: str, kind: NoteKind = NoteKind.OTHER) -> Note:
        """Make the one-line note about this place."""
        return Note(str(self.error(what)), kind)

    @property
    def kind(self) -> str:
        """What stands here, in the user's words."""
        if self.value is None:
            return "nothing (null)"
        if isinstance(self.value, str):
            return f"the text {quoted(self.value)}"
        if isinstance(self.value, tuple):
            return f"a list of {len(self.value)}"
        return "a mapping"


class Budget:
    """Counts the nodes of one tree while it grows: the guard against files that expand without end."""

    def __init__(self) -> None:
        """Start at nothing."""
        self.nodes = 0

    def spend(self, place: Node, depth: int) -> None:
        """Count one node at a depth; refuse trees that no robot needs."""
        self.nodes += 1
        if depth > MAX_DEPTH:
            raise place.error(f"nested deeper than {MAX_DEPTH} levels; a robot file needs six")
        if self.nodes > MAX_NODES:
            raise place.error(f"more than {MAX_NODES} values, aliases expanded; no robot needs so many")


def child_field(parent: str, key: str) -> str:
    """Return the field path of a key: joints[2].dh.alpha."""
    name = key if _PLAIN_KEY.fullmatch(key) else quoted(key)
    return f"{parent}.{name}" if parent else name


def quoted(text: str) -> str:
    """Quote a text of the user for a message: short, and on one line."""
    return repr(text if len(text) <= MAX_QUOTE else text[:MAX_QUOTE] + "…")


def plain_data(node: Node, rewrites: dict[str, str]) -> Any:
    """Return the tree as plain JSON data that reads as the same robot; ``rewrites`` gives fields a new text."""
    value = rewrites.get(node.field, node.value)
    if isinstance(value, dict):
        return {key: plain_data(child, rewrites) for key, child in value.items()}
    if isinstance(value, tuple):
        return [plain_data(child, rewrites) for child in value]
    return None if value is None else _plain_scalar(value)


_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,14})", re.ASCII)  # fifteen digits: exact in every JSON reader
_DECIMAL = re.compile(r"-?([0-9]{1,20}(\.[0-9]{0,20})?|\.[0-9]{1,20})([eE][-+]?[0-9]{1,3})?", re.ASCII)


def _plain_scalar(text: str) -> int | float | str:
    """Return a JSON number where it denotes the written decimal exactly, else the text."""
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text) and Fraction(repr(float(text))) == Fraction(text):
        return float(text)
    return text
