"""Comments of a source text, by line."""

from __future__ import annotations

import ast
import inspect
import io
import tokenize
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Remarks:
    """Comments behind code and comments that have a line of their own, by line; without the sign."""

    behind: dict[int, str]
    alone: dict[int, str]

    @classmethod
    def of(cls, source: str, first_line: int = 1) -> Self:
        """Find the comments of a text that begins at a line of its file."""
        behind: dict[int, str] = {}
        alone: dict[int, str] = {}
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                only = not token.line[: token.start[1]].strip()
                (alone if only else behind)[token.start[0] + first_line - 1] = token.string.lstrip("#").strip()
        return cls(behind, alone)

    def between(self, after: int, before: int) -> tuple[str, ...]:
        """Return the comments that stand alone between two lines."""
        return tuple(text for line, text in sorted(self.alone.items()) if after < line < before)


def constant_remark(function: Callable[..., Any], name: str) -> tuple[int, str]:
    """Return a whole number of a function's module, and the comment behind it."""
    value = int(function.__globals__[name])  # type: ignore[attr-defined]
    source = inspect.getsource(inspect.getmodule(function) or function)
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return value, Remarks.of(source).behind.get(node.lineno, "")
    return value, ""
