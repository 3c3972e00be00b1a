"""Rebuild an expression for the eye: short names of cosines and sines, decimals, and an order people expect.

    cos(q2 + q3) -> c23        196133/20000 -> 9.80665

Terms stand in the order of the parameters, then accelerations, velocities, the rest; factors in the order number,
named constants, symbols of the file, parameters, cosines and sines, motion, brackets. The result is for printers with
the order "none": SymPy's own rules would sort it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import sympy as sp

from symdyn.symbolic.letters import MANY, Letters, Written

LONGEST_DECIMAL = 40  # digits; a longer number stays a fraction
ACCELERATION, VELOCITY, STILL = range(3)


@lru_cache(maxsize=100_000)
def _written(x: sp.Expr) -> str:
    """Return an expression's text; long constants occur in thousands of terms."""
    return str(x)


@dataclass(frozen=True)
class Reader:
    """Rebuilds expressions in the symbols of one robot; ``written`` grows by the short names that occur."""

    letters: Letters
    abbreviate: bool = True  # whether cosines and sines get short names
    constants: Sequence[str] = ()  # names of long constants
    written: dict[str, Written] = field(default_factory=dict)
    short: dict[sp.Expr, sp.Symbol] = field(default_factory=dict)  # cosines and sines met so far, and their names

    def readable(self, expression: sp.Expr) -> sp.Expr:
        """Return the expression in reading order, unevaluated."""
        if expression not in self._made:
            self._made[expression] = self._rebuilt(expression)
        return self._made[expression]

    def _rebuilt(self, expression: sp.Expr) -> sp.Expr:
        if isinstance(expression, sp.Add):
            terms = sorted(expression.args, key=self._term_key)
            return sp.Add(*(self.readable(term) for term in terms), evaluate=False)
        if isinstance(expression, sp.Mul):
            return self._product(expression)
        if isinstance(expression, sp.Rational):
            return _signed_product(expression, [])
        if isinstance(expression, sp.cos | sp.sin):
            return self._turn(expression)
        if isinstance(expression, sp.sign):
            return sp.sign(self.readable(expression.args[0]), evaluate=False)
        if isinstance(expression, sp.Pow) and expression.exp.is_Integer and expression.exp > 1:
            return sp.Pow(self.readable(expression.base), expression.exp, evaluate=False)
        return expression

    @cached_property
    def _made(self) -> dict[sp.Expr, sp.Expr]:
        return {}

    def terms(self, expression: sp.Expr) -> list[sp.Expr]:
        """Return the terms of a sum in reading order, each of them readable."""
        return [self.readable(term) for term in sorted(sp.Add.make_args(expression), key=self._term_key)]

    def _product(self, product: sp.Mul) -> sp.Expr:
        number, rest = product.as_coeff_Mul()
        factors = sorted(sp.Mul.make_args(rest), key=self._factor_key)
        return _signed_product(number, [self.readable(factor) for factor in factors])

    def _turn(self, turn: Any) -> sp.Expr:
        if turn not in self.short:
            indices = self._indices(turn.args[0])
            if indices is None or not self.abbreviate:
                return turn.func(self.readable(turn.args[0]), evaluate=False)
            letter = "c" if isinstance(turn, sp.cos) else "s"
            separator = "" if self.letters.robot.n < MANY else "_"
            numbers = separator.join(indices)
            name = letter + numbers
            while name in self._taken:
                name = f"{name.removesuffix(numbers)}_{numbers}"
            self.short[turn] = sp.Symbol(name)
            self.written[name] = Written(letter, ("" if not separator else ",").join(indices))
        return self.short[turn]

    def _indices(self, angle: sp.Expr) -> list[str] | None:
        """Return ["2", "2", "3"] for 2*q2 + q3; None for anything but a sum of coordinates."""
        found = []
        for coordinate in self.letters.q:
            multiple = angle.coeff(coordinate)
            if multiple not in (0, 1, 2):
                return None
            found += [str(coordinate)[1:]] * int(multiple)
            angle = angle - multiple * coordinate
        return found if angle == 0 else None

    @cached_property
    def _taken(self) -> set[str]:
        return {str(symbol) for symbol in (*self.letters.symbols, *self.letters.parameters, *self.letters.pi)}

    @cached_property
    def _ranks(self) -> dict[sp.Symbol, tuple[int, int]]:
        """Of every symbol: its place among factors, and its number there."""
        parameters = (*self.letters.pi, *self.letters.parameters)
        motion = (self.letters.q, self.letters.qd, self.letters.qdd)
        constants = [sp.Symbol(name) for name in self.constants]
        places = [(-1, constants), (0, self.letters.symbols), (1, parameters), *((4, symbols) for symbols in motion)]
        ranked: dict[sp.Symbol, tuple[int, int]] = {}
        for place, symbols in places:
            for i, symbol in enumerate(symbols):
                ranked.setdefault(symbol, (place, i))
        return ranked

    def _factor_key(self, factor: sp.Expr) -> tuple[int, int, str]:
        base = factor.base if isinstance(factor, sp.Pow) else factor
        if base in self._ranks:
            return (*self._ranks[base], _written(base))
        if isinstance(base, sp.cos | sp.sin):
            return 2, 0, f"{base.args[0].sort_key()} {isinstance(base, sp.cos)}"  # s2*c2*s3*c3
        if isinstance(base, sp.Add):
            return 5, 0, _written(base)
        is_number = not base.free_symbols or not (_written(base)[0].isalpha() or _written(base)[0] == "_")
        return -1 if is_number else 3, 0, _written(base)

    def _term_key(self, term: sp.Expr) -> tuple[int, int, list[int], bool, bool, _Text]:
        symbols = term.free_symbols
        parameters = [self._parameter_numbers[symbol] for symbol in symbols if symbol in self._parameter_numbers]
        for kind, motion in ((ACCELERATION, self.letters.qdd), (VELOCITY, self.letters.qd)):
            found = [i for i, symbol in enumerate(motion) if symbol in symbols]
            if found:
                return min(parameters, default=-1), kind, found, False, False, _Text(term)
        negative = bool(term.as_coeff_Mul()[0] < 0)
        return min(parameters, default=-1), STILL, [], negative, term.is_Number, _Text(term)

    @cached_property
    def _parameter_numbers(self) -> dict[sp.Symbol, int]:
        numbers = {symbol: pivot for symbol, pivot in zip(self.letters.pi, self.letters.minimal.pivots, strict=True)}
        return numbers | {symbol: i for i, symbol in enumerate(self.letters.parameters)}

    def legend(self) -> Iterator[tuple[sp.Symbol, sp.Expr]]:
        """Yield the short names met so far and what they stand for, cosines before sines."""
        yield from sorted(((name, turn) for turn, name in self.short.items()), key=lambda pair: _natural(str(pair[0])))


@dataclass(frozen=True)
class _Text:
    """The text of a term, for the last place of a key: written only when all before is equal, for it takes long."""

    term: sp.Expr

    @cached_property
    def text(self) -> str:
        return str(self.term)

    def __lt__(self, other: _Text) -> bool:
        return self.text < other.text


def _natural(name: str) -> tuple[str, int, str]:
    return name[0], len(name), name


def _signed_product(number: sp.Rational, factors: list[sp.Expr]) -> sp.Expr:
    """Put a number before factors: its sign, then a decimal (as a name, so that no printer makes a fraction of it)."""
    parts: list[sp.Expr] = [] if number > 0 else [sp.S.NegativeOne]
    size = abs(number)
    decimal = decimal_text(size)
    if decimal is not None:
        parts.append(sp.Symbol(decimal))
    elif size != 1:
        parts = [number]
    parts += factors
    if not parts:
        return sp.S.One
    return parts[0] if len(parts) == 1 else sp.Mul(*parts, evaluate=False)


def decimal_text(number: sp.Rational) -> str | None:
    """Write a positive rational as a decimal if it ends; None for whole numbers, halves, quarters and the like."""
    denominator = int(number.q)
    if denominator % 5:  # also 1, 2, 4, 8: fractions that people write
        return None
    digits = 0
    while denominator > 1 and digits <= LONGEST_DECIMAL:
        step = 10 if denominator % 10 == 0 else 5 if denominator % 5 == 0 else 2
        if denominator % step:
            return None
        denominator //= step
        digits += 1
    if denominator > 1 or digits > LONGEST_DECIMAL:
        return None
    whole, rest = divmod(int(number.p) * 10**digits // int(number.q), 10**digits)
    return f"{whole}.{str(rest).zfill(digits)}".rstrip("0")
