"""YAML text -> tree: the node graph only, so that scalars keep their text and line, and no tag makes an object."""

from __future__ import annotations

import re

import yaml

from symdyn.errors import InputError
from symdyn.model.text.tree import Budget, Node, child_field, quoted
from symdyn.model.text.yaml_size import TOO_DEEP, FlatLoader, TooDeepError, is_ordinary, refuse_endless

# A tenth of the time, where LibYAML is there. It is given texts that it reads as PyYAML does, line for line: plain
# letters, no tabs and no question marks. What it refuses is read again by PyYAML, whose words users are told.
_FAST_LOADER = getattr(yaml, "CSafeLoader", None)
_PLAIN_TEXT = re.compile(r"[\n ->@-~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]*")

_YAML_TAG = "tag:yaml.org,2002:"
_PLAIN_TAGS = {_YAML_TAG + name for name in ("map", "seq", "str", "int", "float", "bool", "null", "timestamp", "merge")}


def read_yaml(text: str, file: str, *, kind: str = "robot file", opening: str = "symdyn: 1") -> Node:
    """Return the tree of a YAML text; ``kind`` and ``opening`` say in messages what the file is and how it starts."""
    root = _composed_fast(text, file) or _composed(text, file)
    if root is None:
        article = "an" if kind[0] in "aeiou" else "a"
        raise InputError(f"the file is empty; {article} {kind} starts with '{opening}'", file=file)
    return _tree(root, Node(None, "", file, root.start_mark.line + 1), Budget(), 0)


def _composed_fast(text: str, file: str) -> yaml.Node | None:
    """Return the node graph of a plain text; None of any other, and where there is no LibYAML."""
    if _FAST_LOADER is None:
        return None
    if not is_ordinary(text):
        refuse_endless(text, file, _FAST_LOADER)
    if not _PLAIN_TEXT.fullmatch(text):
        return None
    try:
        root: yaml.Node | None = yaml.compose(text, Loader=_FAST_LOADER)
        return root
    except yaml.YAMLError:
        return None


def _composed(text: str, file: str) -> yaml.Node | None:
    try:
        root: yaml.Node | None = yaml.compose(text, Loader=FlatLoader)
        return root
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        character = chr(error.character) if isinstance(error.character, int) else error.character
        what = f"character {character!r} does not belong in a text file; is this a binary file?"
        raise InputError(what, file=file, line=line) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = TOO_DEEP if isinstance(error, TooDeepError) else _problem(error)
        raise InputError(what, file=file, line=mark.line + 1 if mark else None) from None
    except yaml.YAMLError as error:
        raise InputError(f"not YAML: {' '.join(str(error).split())}", file=file) from None
    except (ValueError, ArithmeticError) as error:  # PyYAML lets these out of malformed escapes and directives
        raise InputError(f"not YAML: {' '.join(str(error).split())}", file=file) from None


def _problem(error: yaml.MarkedYAMLError) -> str:
    problem = " ".join((error.problem or "cannot be read").split())
    if "'\\t'" in problem:
        return "a tab where YAML allows none; indent with spaces"
    if "another document" in problem:
        return "a second document starts here; the file holds one"
    context = " ".join((error.context or "").split())
    return f"not YAML: {problem}" + (f" ({context})" if context else "")


def _tree(node: yaml.Node, place: Node, budget: Budget, depth: int) -> Node:
    """Expand one YAML node at a place whose field and line are known."""
    budget.spend(place, depth)
    if node.tag not in _PLAIN_TAGS:
        raise place.error(f"the tag {quoted(node.tag.replace(_YAML_TAG, '!!'))} is refused; the file is plain YAML")
    if isinstance(node, yaml.ScalarNode):
        is_null = node.tag == _YAML_TAG + "null"
        return Node(None if is_null else node.value, place.field, place.file, place.line)
    if isinstance(node, yaml.SequenceNode):
        return Node(_items(node, place, budget, depth), place.field, place.file, place.line)
    assert isinstance(node, yaml.MappingNode)  # YAML has three kinds of nodes
    return Node(_entries(node, place, budget, depth), place.field, place.file, place.line)


def _items(node: yaml.SequenceNode, place: Node, budget: Budget, depth: int) -> tuple[Node, ...]:
    places = (
        Node(None, f"{place.field}[{index}]", place.file, item.start_mark.line + 1)
        for index, item in enumerate(node.value)
    )
    return tuple(_tree(item, at, budget, depth + 1) for item, at in zip(node.value, places, strict=True))


def _entries(node: yaml.MappingNode, place: Node, budget: Budget, depth: int) -> dict[str, Node]:
    entries: dict[str, Node] = {}
    for key, value in node.value:
        at = Node(None, place.field, place.file, key.start_mark.line + 1)
        if not isinstance(key, yaml.ScalarNode):
            raise at.error("a key must be a word, not a list or a mapping")
        if key.value in entries:
            other = entries[key.value].line
            raise at.error(f"the key {quoted(key.value)} is here twice; it stands in line {other} too")
        at = Node(None, child_field(place.field, key.value), place.file, key.start_mark.line + 1)
        entries[key.value] = _tree(value, at, budget, depth + 1)
    return entries
