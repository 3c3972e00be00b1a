"""Expressions of C, as functions of the variables' values; precedence as the language has it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from struct import pack, unpack
from typing import Any

import numpy as np

from symdyn.emit.c.law_reading.values import REAL, Array, Struct, Value, converted
from symdyn.emit.c.law_reading.words import Words
from symdyn.proof.text import UnreadableError

Variables = dict[str, Value]
Expression = Callable[[Variables], Value]
Function = Callable[..., Value]

LIMITS: Mapping[str, Fraction] = {
    f"{name}_{limit}": Fraction(float(getattr(np.finfo(kind), attribute)))
    for name, kind in (("DBL", np.float64), ("FLT", np.float32))
    for limit, attribute in (("MAX", "max"), ("MIN", "tiny"), ("EPSILON", "eps"))
}
COMPARED: Mapping[str, Callable[[Value, Value], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
EQUAL: Mapping[str, Callable[[Value, Value], bool]] = {"==": operator.eq, "!=": operator.ne}


def computed(sign: str, a: Value, b: Value) -> Value:
    """Return a + b, a - b, a * b or a / b, or of whole numbers a & b or a | b."""
    if isinstance(a, Array | Struct) or isinstance(b, Array | Struct):
        raise UnreadableError(f"{sign} of what is no number")
    whole = isinstance(a, int) and isinstance(b, int)
    if sign == "/" and not whole and b:
        return a / b
    if sign in ("+", "*"):
        return a + b if sign == "+" else a * b
    if sign == "-" and not (whole and a < b):
        return a - b
    if sign in ("&", "|") and whole:
        return a & b if sign == "&" else a | b
    raise UnreadableError(f"{a} {sign} {b}: of whole numbers it would be cut, or wrap")


def _root(x: Value) -> Value:
    raise UnreadableError(f"a root of {x}, which is no fraction")


@dataclass(frozen=True, slots=True)
class Names:
    """What names mean that are no variables: numbers, functions, and the type of numbers."""

    constants: Mapping[str, int]
    functions: dict[str, Function]  # those of the robot come from whoever runs the text
    scalar: str

    def function(self, name: str) -> Function:
        """Return a function, of the text, of the robot or of the library."""
        suffix = "f" if self.scalar == "float" else ""
        library: dict[str, Function] = {f"fabs{suffix}": abs, f"sqrt{suffix}": _root, "UINT32_C": int, "UINT64_C": int}
        found = self.functions.get(name) or library.get(name)
        if found is None:
            raise UnreadableError(f"{name} is no function")
        return found


class Expressions:
    """Reads expressions."""

    def __init__(self, words: Words, names: Names) -> None:
        """Read from words."""
        self._words, self._names = words, names

    def expression(self) -> Expression:
        """Read one: a choice, or what binds more tightly."""
        condition = self._either()
        if not self._words.take_if("?"):
            return condition
        yes = self.expression()
        self._words.expect(":")
        no = self.expression()
        return lambda at: yes(at) if condition(at) else no(at)

    def _either(self) -> Expression:
        first = self._both()
        while self._words.take_if("||"):
            first = _logic(first, self._both(), stop=True)
        return first

    def _both(self) -> Expression:
        first = self._equal()
        while self._words.take_if("&&"):
            first = _logic(first, self._equal(), stop=False)
        return first

    def _equal(self) -> Expression:
        return self._chain(self._compared, EQUAL)

    def _compared(self) -> Expression:
        return self._chain(self._sum, COMPARED)

    def _chain(
        self, inner: Callable[[], Expression], signs: Mapping[str, Callable[[Value, Value], bool]]
    ) -> Expression:
        first = inner()
        while sign := self._words.take_if(*signs):
            first = _comparison(signs[sign], first, inner())
        return first

    def _sum(self) -> Expression:
        first = self._product()
        while sign := self._words.take_if("+", "-"):
            first = _operation(sign, first, self._product())
        return first

    def _product(self) -> Expression:
        first = self._signed()
        while sign := self._words.take_if("*", "/"):
            first = _operation(sign, first, self._signed())
        return first

    def _signed(self) -> Expression:
        words = self._words
        if sign := words.take_if("!", "-", "&", "*"):
            inner = self._signed()
            if sign == "!":
                return lambda at: int(not inner(at))
            return _negated(inner) if sign == "-" else _pointed(inner)
        if words.next == "(" and words.ahead(1) in ("double", "float"):
            words.expect(["(", self._names.scalar, ")"])
            inner = self._signed()
            return lambda at: converted(inner(at), REAL)
        return self._entry()

    def _entry(self) -> Expression:
        found = self._leaf()
        while sign := self._words.take_if("[", ".", "->"):
            if sign == "[":
                found = _indexed(found, self.expression())
                self._words.expect("]")
            else:
                found = _member(found, self._words.take())
        return found

    def _leaf(self) -> Expression:
        word = self._words.take()
        if word == "(":
            inner = self.expression()
            self._words.expect(")")
            return inner
        if word[0].isdigit():
            value = number(word, self._names.scalar)
            return lambda at: value
        if not (word[0].isalpha() or word[0] == "_"):
            raise UnreadableError(f"{word} {self._words.next}")
        if self._words.next == "(":
            return _call(self._names, word, self.arguments())
        constant = self._names.constants.get(word, LIMITS.get(word))
        if constant is not None:
            return lambda at: constant
        return lambda at: _variable(at, word)

    def arguments(self) -> list[Expression]:
        """Read what stands between the parentheses of a call."""
        self._words.expect("(")
        found: list[Expression] = []
        while not self._words.take_if(")"):
            if found:
                self._words.expect(",")
            found.append(self.expression())
        return found


def number(word: str, scalar: str) -> int | Fraction:
    """Return what digits denote: a whole number, or the double or float next to them."""
    if word.removesuffix("u").isdigit():
        return int(word.removesuffix("u"))
    if word.startswith("0x"):
        return int(word, 16)
    if word.endswith("f") != (scalar == "float"):
        raise UnreadableError(f"{word} is no {scalar}")
    value = float(word.removesuffix("f"))
    return Fraction(unpack("f", pack("f", value))[0] if scalar == "float" else value)


def _variable(at: Variables, name: str) -> Value:
    value = at.get(name)
    if value is None:
        raise UnreadableError(f"{name} has no value")
    return value


def _logic(first: Expression, second: Expression, *, stop: bool) -> Expression:
    return lambda at: int(stop) if bool(first(at)) == stop else int(bool(second(at)))


def _comparison(holds: Callable[[Value, Value], bool], a: Expression, b: Expression) -> Expression:
    return lambda at: int(holds(a(at), b(at)))


def _operation(sign: str, a: Expression, b: Expression) -> Expression:
    return lambda at: computed(sign, a(at), b(at))


def _negated(inner: Expression) -> Expression:
    return lambda at: -inner(at)


def _pointed(inner: Expression) -> Expression:
    """Return what is pointed at; a number becomes an array of one, which may be read."""

    def found(at: Variables) -> Value:
        value = inner(at)
        return value if isinstance(value, Array | Struct) else Array.of([value])

    return found


def _indexed(array: Expression, index: Expression) -> Expression:
    return lambda at: _as(Array, array(at)).get(index(at))


def _member(struct: Expression, name: str) -> Expression:
    return lambda at: _as(Struct, struct(at)).get(name)


def _as(kind: type[Any], value: Value) -> Any:
    if not isinstance(value, kind):
        raise UnreadableError(f"{value!r} is no {kind.__name__.lower()}")
    return value


def _call(names: Names, name: str, arguments: list[Expression]) -> Expression:
    return lambda at: names.function(name)(*(argument(at) for argument in arguments))
