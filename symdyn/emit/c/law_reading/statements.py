"""Statements, declarations and functions of C, as Python functions that run them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from symdyn.emit.c.law_reading.expressions import Expression, Expressions, Names, Variables, computed
from symdyn.emit.c.law_reading.values import REAL, WHOLE, Array, Layout, Struct, Value, converted
from symdyn.emit.c.law_reading.words import Words
from symdyn.proof.text import UnreadableError

Place = Callable[[Variables], tuple[Any, Any]]
"""What holds a value, and where in it."""
ASSIGNING = ("=", "+=", "-=", "*=", "/=", "|=", "&=")
WHOLES = ("int", "size_t")
NUMBERS = ("double", "float")


class _Returned(Exception):  # noqa: N818, not an error: how a return leaves its loops
    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


Statement = Callable[[Variables], None]


@dataclass(frozen=True, slots=True)
class _Type:
    """A type: of a number, its kind, of a struct its layout; and whether a pointer is meant."""

    kind: str
    layout: Layout | None
    points: bool


class Statements:
    """Reads functions."""

    def __init__(self, words: Words, names: Names, layouts: Mapping[str, Layout]) -> None:
        """Read from words, with structs by name."""
        self._words, self._names, self._layouts = words, names, layouts
        self._expressions = Expressions(words, names)
        self._visible: dict[str, _Type] = {}

    def function(self) -> Callable[..., Value]:
        """Read parameters and body of a function whose name was taken."""
        self._visible = {}
        parameters: list[tuple[str, _Type, int | None]] = []
        self._words.expect("(")
        while not self._words.take_if(")"):
            if parameters:
                self._words.expect(",")
            kind, name = self._type(), self._words.take()
            shape = self._sizes()
            parameters.append((name, kind, shape[0] if shape else None))
            self._declare(name, _Type(kind.kind, kind.layout, kind.points or bool(shape)))
        body = self._block()

        def run(*arguments: Value) -> Value:
            if len(arguments) != len(parameters):
                raise UnreadableError(f"{len(arguments)} arguments for {len(parameters)} parameters")
            given = zip(parameters, arguments, strict=True)
            at = {name: _passed(value, kind, size) for (name, kind, size), value in given}
            try:
                body(at)
            except _Returned as returned:
                return returned.value
            return None

        return run

    def _declare(self, name: str, kind: _Type) -> None:
        if name in self._visible or name in self._names.constants:
            raise UnreadableError(f"{name} is declared again where it is known")
        self._visible[name] = kind

    def _type(self) -> _Type:
        words = self._words
        while words.take_if("const", "static"):
            pass
        word = words.take()
        if word not in (self._names.scalar, *WHOLES, *self._layouts, "uint64_t", "uint32_t"):
            raise UnreadableError(f"{word} is no type")
        points = bool(words.take_if("*"))
        words.take_if("const")
        return _Type(REAL if word in NUMBERS else WHOLE, self._layouts.get(word), points)

    def _sizes(self) -> tuple[int, ...]:
        sizes = []
        while self._words.take_if("["):
            sizes.append(int(self._words.take()))
            self._words.expect("]")
        return tuple(sizes)

    def _block(self) -> Statement:
        self._words.expect("{")
        before, steps = dict(self._visible), []
        while not self._words.take_if("}"):
            steps.append(self._statement())
        self._visible = before

        def run(at: Variables) -> None:
            for step in steps:
                step(at)

        return run

    def _statement(self) -> Statement:
        words = self._words
        if words.take_if("for"):
            return self._for()
        if words.take_if("if"):
            return self._if()
        if words.take_if("return"):
            return self._return()
        if words.next in ("const", "static", self._names.scalar, *WHOLES, *self._layouts):
            return self._declaration()
        if words.next == "(":
            words.expect("( void )")
            words.take()
            words.expect(";")
            return lambda at: None
        return self._assignment_or_call()

    def _return(self) -> Statement:
        value = None if self._words.next == ";" else self._expressions.expression()
        self._words.expect(";")

        def run(at: Variables) -> None:
            raise _Returned(None if value is None else value(at))

        return run

    def _if(self) -> Statement:
        self._words.expect("(")
        condition = self._expressions.expression()
        self._words.expect(")")
        yes = self._block()
        no = self._block() if self._words.take_if("else") else None

        def run(at: Variables) -> None:
            if condition(at):
                yes(at)
            elif no is not None:
                no(at)

        return run

    def _for(self) -> Statement:
        """Read a loop that counts up to a bound, or down to one."""
        words = self._words
        words.expect("(")
        if words.take() not in WHOLES:
            raise UnreadableError("a loop does not count in whole numbers")
        name = words.take()
        before = dict(self._visible)
        self._declare(name, _Type(WHOLE, None, False))
        words.expect("=")
        first = self._expressions.expression()
        words.expect([";", name])
        up = not words.take_if("--")
        words.expect("<" if up else ">")
        last = self._expressions.expression()
        words.expect([";", "++", name, ")"] if up else [";", ")"])
        body = self._block()
        self._visible = before

        def run(at: Variables) -> None:
            begin, end = converted(first(at), WHOLE), converted(last(at), WHOLE)
            for i in range(int(begin), int(end)) if up else range(int(begin) - 1, int(end) - 1, -1):
                at[name] = i
                body(at)
            at.pop(name, None)

        return run

    def _declaration(self) -> Statement:
        kind, steps = self._type(), list[Statement]()
        while not self._words.take_if(";"):
            if steps:
                self._words.expect(",")
            steps.append(self._declared(kind))

        def run(at: Variables) -> None:
            for step in steps:
                step(at)

        return run

    def _declared(self, kind: _Type) -> Statement:
        name = self._words.take()
        shape = self._sizes()
        self._declare(name, _Type(kind.kind, kind.layout, kind.points or bool(shape)))
        given = self._initial(shape) if self._words.take_if("=") else None

        def run(at: Variables) -> None:
            if shape:
                at[name] = Array.empty(kind.kind, shape) if given is None else _rows(kind.kind, given(at), shape)
            elif kind.layout is not None and not kind.points:
                at[name] = Struct.empty(kind.layout)
            elif given is None:
                at[name] = None
            else:
                value = given(at)
                at[name] = _passed(value, kind, None)

        return run

    def _initial(self, shape: tuple[int, ...]) -> Expression:
        """Read what a variable begins with; of an array, rows in braces."""
        if not shape:
            return self._expressions.expression()
        self._words.expect("{")
        rows: list[Expression] = []
        while not self._words.take_if("}"):
            rows.append(self._initial(shape[1:]))
            if self._words.next != "}":
                self._words.expect(",")
        return lambda at: [row(at) for row in rows]

    def _assignment_or_call(self) -> Statement:
        words = self._words
        if words.ahead(1) == "(":
            call = self._expressions.expression()
            words.expect(";")

            def run(at: Variables) -> None:
                call(at)

            return run
        place = self._place()
        sign = words.take()
        if sign not in ASSIGNING:
            raise UnreadableError(f"{sign} is no assignment")
        value = self._expressions.expression()
        words.expect(";")

        def assign(at: Variables) -> None:
            holder, where = place(at)
            new = value(at)
            if sign != "=":
                new = computed(sign[0], holder.get(where), new)
            holder.set(where, new)

        return assign

    def _place(self) -> Place:
        """Read what is assigned to: a variable, an entry of an array, a member of a struct."""
        words, name = self._words, self._words.take()
        kind = self._visible.get(name)
        if kind is None:
            raise UnreadableError(f"{name} is not declared")
        place: Place = lambda at: (_Variable(at, kind), name)  # noqa: E731, one of three forms
        while sign := words.take_if("[", ".", "->"):
            if sign == "[":
                place = _inner(place, self._expressions.expression())
                words.expect("]")
            else:
                member = words.take()
                place = _inner(place, lambda at, member=member: member)  # type: ignore[misc]
        return place


def _inner(outer: Place, where: Expression) -> Place:
    def place(at: Variables) -> tuple[Any, Any]:
        holder, inside = outer(at)
        return holder.get(inside), where(at)

    return place


@dataclass(frozen=True, slots=True)
class _Variable:
    """A variable as a place."""

    at: Variables
    kind: _Type

    def get(self, name: str) -> Value:
        value = self.at.get(name)
        if value is None:
            raise UnreadableError(f"{name} has no value")
        return value

    def set(self, name: str, value: Value) -> None:
        if self.kind.points or self.kind.layout is not None:
            raise UnreadableError(f"{name} is assigned, which is no number")
        self.at[name] = converted(value, self.kind.kind)


def _passed(value: Value, kind: _Type, size: int | None) -> Value:
    """Return a value as a parameter has it, or a variable that begins with it."""
    if kind.layout is not None:
        if not isinstance(value, Struct) or value.layout != kind.layout or not kind.points:
            raise UnreadableError(f"{value!r} is no pointer to such a struct")
        return value
    if kind.points or size is not None:
        if not isinstance(value, Array) or value.kind != kind.kind or len(value.entries) < (size or 0):
            raise UnreadableError(f"{value!r} is no such array, or too short")
        return value
    return converted(value, kind.kind)


def _rows(kind: str, values: list[Any], shape: tuple[int, ...]) -> Array:
    """Return an array with these values; what is left out at the end is zero, as in C."""
    size, *rest = shape
    if len(values) > size:
        raise UnreadableError(f"{len(values)} values for {size} entries")
    if rest:
        return Array(kind, [_rows(kind, row, tuple(rest)) for row in values])
    return Array.of([*values, *[0] * (size - len(values))], kind)
