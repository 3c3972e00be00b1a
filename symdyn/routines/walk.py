"""All parts of a routine, and the same routine with parts replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar

from symdyn.routines.program import For, If, Routine, Statement

Part = TypeVar("Part")


def statements(block: Iterable[Statement]) -> Iterator[Statement]:
    """Yield statements and those inside them, in order."""
    for statement in block:
        yield statement
        if isinstance(statement, For):
            yield from statements(statement.body)
        elif isinstance(statement, If):
            yield from statements(statement.then)
            yield from statements(statement.otherwise)


@cache
def _members(kind: type) -> tuple[str, ...] | None:
    """Return the names of what a part is made of, None of a kind that is whole; kept: walks ask for little else."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None


def inside(of: Any) -> tuple[Any, ...]:
    """Return what a part is directly made of."""
    if isinstance(of, tuple):
        return of
    return tuple(getattr(of, name) for name in _members(of.__class__) or ())


def parts(of: Any) -> Iterator[Any]:
    """Yield a part of a routine and all parts inside it, in order."""
    waiting = [of]
    while waiting:
        part = waiting.pop()
        yield part
        if isinstance(part, tuple):
            waiting += part[::-1]
        elif members := _members(part.__class__):
            waiting += [getattr(part, name) for name in members[::-1]]


_SORTED: dict[int, tuple[Any, dict[type, list[Any]]]] = {}  # by identity: parts are never changed
MOST_SORTED = 1_000


def found(of: Any, kind: type[Part]) -> Iterator[Part]:
    """Yield the parts of one kind; the same routine is asked for many kinds, and walked through once."""
    kept = _SORTED.get(id(of))
    if kept is None or kept[0] is not of:
        by_kind: dict[type, list[Any]] = {}
        for part in parts(of):
            by_kind.setdefault(part.__class__, []).append(part)
        if len(_SORTED) >= MOST_SORTED:
            _SORTED.clear()
        kept = _SORTED[id(of)] = of, by_kind
    return iter(kept[1].get(kind, ()))


def rewritten(of: Any, change: Callable[[Any], Any]) -> Any:
    """Return a part with `change` applied to all parts inside it, innermost first, then to itself."""
    if isinstance(of, tuple):
        return tuple(rewritten(one, change) for one in of)
    if (members := _members(of.__class__)) is None:
        return of
    inner = {name: rewritten(getattr(of, name), change) for name in members}
    same = all(inner[name] is getattr(of, name) for name in inner)
    return change(of if same else replace(of, **inner))


def rewritten_blocks(routine: Routine, change: Callable[[tuple[Statement, ...]], tuple[Statement, ...]]) -> Routine:
    """Return a routine with `change` applied to every block of statements, innermost first."""

    def block(inside: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return change(tuple(statement(one) for one in inside))

    def statement(one: Statement) -> Statement:
        if isinstance(one, For):
            return replace(one, body=block(one.body))
        if isinstance(one, If):
            return replace(one, then=block(one.then), otherwise=block(one.otherwise))
        return one

    return replace(routine, body=block(routine.body))
