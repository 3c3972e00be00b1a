"""Expressions of generated code, evaluated modulo a prime: names, numbers, + - * / and calls of functions.

Sines and cosines are any odd and even functions here, the same for a program and for its text, roots and arctangents
any that are neither. A number is the double
(or the float) that its digits denote, and nothing else: a digit that was printed wrong is seen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from struct import pack, unpack

from symdyn.algebra.finite_field import reduced
from symdyn.algebra.primes import LARGE_PRIME
from symdyn.proof.text import UnreadableError

P = LARGE_PRIME
NUMBERS = {  # with a point or an exponent: C would divide whole numbers otherwise than they are
    "double": re.compile(r"\d+(?:\.\d*(?:e[-+]?\d+)?|e[-+]?\d+)"),
    "float": re.compile(r"\d+(?:\.\d*(?:e[-+]?\d+)?|e[-+]?\d+)f"),
}
_NAME = re.compile(r"(?<![\w.])[A-Za-z_][\w.]*(?:\[\d+\])?(?![\w.(])")
_INNERMOST = re.compile(r"([\w.]*)\(([^()]*)\)")


def sine(x: int) -> int:
    """2x / (1 + x²)."""
    return 2 * x * pow(1 + x * x, -1, P) % P


def cosine(x: int) -> int:
    """(1 - x²) / (1 + x²)."""
    return (1 - x * x) * pow(1 + x * x, -1, P) % P


def sign(x: int) -> int:
    """Return 1 or -1 for the two halves of the field: odd, as signs are."""
    x %= P
    return 0 if not x else 1 if 2 * x < P else -1


def root(x: int) -> int:
    """(x + 3)^5: of different values different ones, and of -x nothing that x says."""
    return pow(x + 3, 5, P)


def arctangent(y: int, x: int) -> int:
    """(y + 3)^5 (x + 7)^3: no operand can take the other's place, or change its sign."""
    return root(y) * pow(x + 7, 3, P) % P


@lru_cache(maxsize=100_000)
def number(text: str) -> int:
    """Return what digits denote: a double, with an f behind them a float."""
    value = float(text.removesuffix("f"))
    return of_double(unpack("f", pack("f", value))[0] if text.endswith("f") else value)


def of_double(value: float) -> int:
    """Return a double as an element of the field."""
    return reduced(Fraction(value), P)


@lru_cache(maxsize=100_000)
def _names(text: str) -> tuple[str, ...]:
    return tuple(_NAME.findall(text))


class Expressions:
    """Evaluates expressions in which functions have the names that a language gives them.

    Code is printed with a space on either side of + and - between terms and with none in a term. So an expression
    without parentheses falls apart at its spaces, and those in parentheses are taken out first, innermost before all.
    """

    def __init__(self, functions: Mapping[str, Callable[..., int]], scalar: str) -> None:
        """Know the functions' names, and how numbers are written."""
        self._functions = functions
        self._number = NUMBERS[scalar]
        self._known: dict[tuple[str, tuple[int, ...]], int] = {}

    def value(self, text: str, values: Mapping[str, int]) -> int:
        """Return the value of an expression; ``values`` are those of all names and entries so far.

        Kernels have many expressions in common, and languages nearly all: of the same names with the same values
        each is evaluated once.
        """
        try:
            place = text, tuple([values[name] for name in _names(text)])
        except KeyError as error:
            raise UnreadableError(f"{error.args[0]} has no value in {text}") from None
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = self._value(text, values)
        return known

    def _value(self, text: str, values: Mapping[str, int]) -> int:
        inner: dict[str, int] = {}

        def take_out(match: re.Match[str]) -> str:
            function, inside = match.groups()
            given = [self._flat(argument, values, inner) for argument in inside.split(", ")]
            if not function and len(given) > 1:
                raise UnreadableError(text)
            name = f"#{len(inner)}"  # no name of a program has this letter
            inner[name] = self._called(function, given) if function else given[0]
            return name

        while "(" in text:
            shorter = _INNERMOST.sub(take_out, text)
            if shorter == text:
                raise UnreadableError(text)
            text = shorter
        return self._flat(text, values, inner)

    def _called(self, function: str, given: list[int]) -> int:
        if function not in self._functions:
            raise UnreadableError(f"{function} is no function")
        try:
            return self._functions[function](*given)
        except TypeError:
            raise UnreadableError(f"{function} does not take {len(given)} numbers") from None

    def _flat(self, text: str, values: Mapping[str, int], inner: Mapping[str, int]) -> int:
        first, *rest = text.split(" ")
        total = _term(first, values, inner, self._number)
        for operator, word in zip(rest[::2], rest[1::2], strict=True):
            if operator not in ("+", "-"):
                raise UnreadableError(text)
            term = _term(word, values, inner, self._number)
            total = total + term if operator == "+" else total - term
        return total % P


def _term(word: str, values: Mapping[str, int], inner: Mapping[str, int], form: re.Pattern[str]) -> int:
    """Return the value of a product, which may have a sign and divisors."""
    if word[:1] == "-":
        return -_term(word[1:], values, inner, form)
    total = 1
    for product in word.split("*"):
        factor, *divisors = product.split("/")
        total = total * _leaf(factor, values, inner, form) % P
        for divisor in divisors:
            total = total * pow(_leaf(divisor, values, inner, form), -1, P) % P
    return total


def _leaf(word: str, values: Mapping[str, int], inner: Mapping[str, int], form: re.Pattern[str]) -> int:
    value = values.get(word)
    if value is None:
        value = inner.get(word)
    if value is None:
        if not form.fullmatch(word):
            raise UnreadableError(f"{word!r} has no value")
        value = number(word)
    return value
