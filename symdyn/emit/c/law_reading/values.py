"""What memory of a C program holds: whole numbers, fractions in place of floating ones, arrays, structs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from symdyn.proof.text import UnreadableError

Value = Any
"""An int, a Fraction, an Array or a Struct."""

REAL, WHOLE = "real", "whole"


def converted(value: Value, kind: str) -> int | Fraction:
    """Return a number as a variable of a kind holds it."""
    if isinstance(value, Array | Struct) or value is None:
        raise UnreadableError(f"{value!r} is no number")
    if kind == REAL:
        return Fraction(value)
    if not isinstance(value, int):
        raise UnreadableError(f"{value} is cut to a whole number")
    return value


@dataclass(slots=True, eq=False)
class Array:
    """Entries of a kind, None where nothing was written; of more than one dimension, arrays."""

    kind: str
    entries: list[Value]

    @classmethod
    def empty(cls, kind: str, shape: tuple[int, ...]) -> Array:
        """Return an array without values."""
        size, *rest = shape
        return cls(kind, [cls.empty(kind, tuple(rest)) if rest else None for _ in range(size)])

    @classmethod
    def of(cls, values: Iterable[Value], kind: str = REAL) -> Array:
        """Return an array of numbers."""
        return cls(kind, [converted(value, kind) for value in values])

    def get(self, index: Value) -> Value:
        """Return an entry."""
        value = self.entries[self._place(index)]
        if value is None:
            raise UnreadableError("an entry is read that was not written")
        return value

    def set(self, index: Value, value: Value) -> None:
        """Change an entry."""
        self.entries[self._place(index)] = converted(value, self.kind)

    def _place(self, index: Value) -> int:
        if not isinstance(index, int) or not 0 <= index < len(self.entries):
            raise UnreadableError(f"entry {index} of {len(self.entries)}")
        return index

    def fill(self, values: Iterable[Value]) -> None:
        """Change all entries."""
        new = [converted(value, self.kind) for value in values]
        if len(new) != len(self.entries):
            raise UnreadableError(f"{len(new)} numbers for {len(self.entries)} entries")
        self.entries[:] = new

    def numbers(self) -> list[Value]:
        """Return all entries, row by row."""
        return [x for i in range(len(self.entries)) for x in _flat(self.get(i))]


def _flat(value: Value) -> list[Value]:
    return value.numbers() if isinstance(value, Array) else [value]


@dataclass(frozen=True, slots=True)
class Layout:
    """A struct's members: the kind and the size of each, () for a number; or the layout of a struct in it."""

    members: Mapping[str, tuple[str, tuple[int, ...]] | Layout]


@dataclass(slots=True, eq=False)
class Struct:
    """A struct, with what its members hold."""

    layout: Layout
    values: dict[str, Value] = field(default_factory=dict)

    @classmethod
    def empty(cls, layout: Layout) -> Struct:
        """Return a struct without values."""
        made = cls(layout)
        for name, member in layout.members.items():
            if isinstance(member, Layout):
                made.values[name] = cls.empty(member)
            else:
                made.values[name] = Array.empty(*member) if member[1] else None
        return made

    def get(self, member: str) -> Value:
        """Return what a member holds."""
        value = self.values.get(member)
        if value is None:
            raise UnreadableError(f"{member} is read that was not written, or is no member")
        return value

    def set(self, member: str, value: Value) -> None:
        """Change a member; of a struct, all of its members."""
        about = self.layout.members.get(member)
        if isinstance(about, Layout) and isinstance(value, Struct) and value.layout == about:
            self.values[member] = value.copied()
        elif about is not None and not isinstance(about, Layout) and not about[1]:
            self.values[member] = converted(value, about[0])
        else:
            raise UnreadableError(f"{member} is assigned as a whole")

    def fill(self, member: str, values: Iterable[Value]) -> None:
        """Give a member that is a number or an array its numbers."""
        held = self.values.get(member)
        if isinstance(held, Array):
            held.fill(values)
        else:
            (value,) = values
            self.set(member, value)

    def copied(self) -> Struct:
        """Return a copy that shares nothing."""
        return Struct(self.layout, {name: _copied(value) for name, value in self.values.items()})


def _copied(value: Value) -> Value:
    if isinstance(value, Array):
        return Array(value.kind, [_copied(one) for one in value.entries])
    return value.copied() if isinstance(value, Struct) else value
