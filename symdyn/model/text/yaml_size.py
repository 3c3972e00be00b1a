"""Look over a large YAML text before it becomes a graph: PyYAML takes minutes for what is refused afterwards."""

from __future__ import annotations

from typing import Any

import yaml

from symdyn.errors import InputError
from symdyn.model.text.tree import MAX_DEPTH, MAX_NODES

TOO_DEEP = f"nested deeper than {MAX_DEPTH} levels; six are enough"
ORDINARY = 3000  # levels that a text cannot have more of; recursion bears them
_OPENS = (yaml.SequenceStartEvent, yaml.MappingStartEvent)
_CLOSES = (yaml.SequenceEndEvent, yaml.MappingEndEvent)
_IS_VALUE = (*_OPENS, yaml.ScalarEvent, yaml.AliasEvent)


class TooDeepError(yaml.MarkedYAMLError):
    """More levels than any file needs."""


class FlatLoader(yaml.SafeLoader):
    """PyYAML's own, which gives up where a text is nested too deeply: it would look for the end of all levels first."""

    def __init__(self, text: str) -> None:
        """Start outside of everything."""
        super().__init__(text)
        self._levels = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """Compose a node, one level inside its parent."""
        self._levels += 1
        if self._levels > MAX_DEPTH + 2:
            event = self.peek_event()  # type: ignore[no-untyped-call]
            raise TooDeepError(problem_mark=event.start_mark)
        node = super().compose_node(parent, index)
        self._levels -= 1
        return node


def is_ordinary(text: str) -> bool:
    """Tell whether a text is small and flat enough to be read without looking: a level takes a bracket or a column."""
    return text.count("[") + text.count("{") + max(map(len, text.split("\n"))) <= ORDINARY


def refuse_endless(text: str, file: str, loader: type) -> None:
    """Refuse more levels or values than any file needs, with a ``loader`` that tells of them one by one."""
    depth = values = 0
    try:
        for event in yaml.parse(text, Loader=loader):
            depth += isinstance(event, _OPENS) - isinstance(event, _CLOSES)
            values += isinstance(event, _IS_VALUE)
            line = event.start_mark.line + 1 if event.start_mark else None
            if depth > MAX_DEPTH + 1:
                raise InputError(TOO_DEEP, file=file, line=line)
            if values > 2 * MAX_NODES + 1:  # a key and a value
                raise InputError(f"more than {MAX_NODES} values; no robot needs so many", file=file, line=line)
    except yaml.YAMLError:
        return  # whoever reads it next says what is wrong
