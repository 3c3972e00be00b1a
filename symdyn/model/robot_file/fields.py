"""Take fields out of a tree: mappings with known keys, lists of known length, and words out of a choice."""

from __future__ import annotations

from collections.abc import Iterable

from symdyn.errors import one_of, unknown_name
from symdyn.model.text.tree import Node


def entries_of(node: Node, valid: Iterable[str], *, refused: dict[str, str] | None = None) -> dict[str, Node]:
    """Return the entries of a mapping whose keys are all ``valid``; ``refused`` gives keys a message of their own."""
    names = list(valid)
    if not isinstance(node.value, dict):
        raise node.error(f"expected a mapping, found {node.kind}; {one_of(names)}")
    for key, child in node.value.items():
        if refused and key in refused:
            raise child.error(refused[key])
        if key not in names:
            raise Node(None, node.field, child.file or node.file, child.line).error(
                unknown_name("key", key[:60], names)
            )
    return node.value


def required(node: Node, entries: dict[str, Node], key: str, hint: str) -> Node:
    """Return an entry that must be there."""
    if key not in entries:
        raise node.error(f"the field {key!r} is missing; {hint}")
    return entries[key]


def items_of(node: Node, count: int | None = None) -> tuple[Node, ...]:
    """Return the items of a list, of a given length if one is given."""
    wanted = "a list" if count is None else f"a list of {count}"
    if not isinstance(node.value, tuple) or (count is not None and len(node.value) != count):
        raise node.error(f"expected {wanted}, found {node.kind}")
    return node.value


def text_of(node: Node, what: str) -> str:
    """Return a text; ``what`` says what it should be."""
    if not isinstance(node.value, str):
        raise node.error(f"expected {what}, found {node.kind}")
    return node.value


def choice_of(node: Node, kind: str, valid: Iterable[str]) -> str:
    """Return one word out of a few."""
    names = list(valid)
    word = text_of(node, f"a {kind}; {one_of(names)}")
    if word not in names:
        raise node.error(unknown_name(kind, word[:60], names))
    return word
