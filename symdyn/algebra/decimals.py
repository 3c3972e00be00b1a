"""Numbers out of exact constants: the double nearest to one, the same on every machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

import mpmath

from symdyn.algebra.atom import COS, LET, PI, POWER, ROOT, SIN, SYMBOL, Atom
from symdyn.algebra.exact import Exact

WORKING_DIGITS = 60  # far beyond the 17 of a double: cancellation between a few terms cannot reach the result

mp_context = mpmath.mp.clone()
mp_context.dps = WORKING_DIGITS


def to_float(x: Exact, symbols: Mapping[str, float | Fraction] | None = None) -> float:
    """Return the double nearest to a constant; ``symbols`` gives values to its names."""
    if x.is_rational:
        return float(x.rational)
    return float(to_mpf(x, symbols)) if symbols else _nearest_double(x)


@lru_cache(maxsize=100_000)
def _nearest_double(x: Exact) -> float:
    return float(to_mpf(x, {}))


def to_mpf(x: Exact, symbols: Mapping[str, float | Fraction]) -> mpmath.mpf:
    """Evaluate a constant with many digits."""
    return _Values(symbols).of(x) if symbols else _known_value(x)


def evaluation() -> Callable[[Exact], mpmath.mpf]:
    """Return what evaluates constants with the digits that `mp_context` has now: what was found before has fewer."""
    return _Values({}).of


@lru_cache(maxsize=100_000)  # as a double, in fixed point and for its rounding
def _known_value(x: Exact) -> mpmath.mpf:
    return x.map(_lift, _known_power)


class _Values:
    """Values of symbols, and of the atoms met so far: a long constant is part of many others."""

    def __init__(self, symbols: Mapping[str, float | Fraction]) -> None:
        self._symbols = symbols
        self._found: dict[Atom, mpmath.mpf] = {}

    def of_atom(self, atom: Atom) -> mpmath.mpf:
        if atom not in self._found:
            self._found[atom] = (
                _lift(self._symbols[atom.argument]) if atom.kind == SYMBOL else _atom_value(atom, self.of)
            )
        return self._found[atom]

    def of(self, x: Exact) -> mpmath.mpf:
        return x.map(_lift, lambda atom, exponent: mp_context.power(self.of_atom(atom), exponent))


def _lift(value: Fraction | float) -> mpmath.mpf:
    ratio = Fraction(value)
    return mp_context.mpf(ratio.numerator) / ratio.denominator


@lru_cache(maxsize=100_000)
def _known_power(atom: Atom, exponent: int) -> mpmath.mpf:
    """Evaluate an atom's power once: those of one robot's geometry occur in thousands of its constants."""
    value = _atom_value(atom, lambda x: to_mpf(x, {})) if exponent == 1 else _known_power(atom, 1)
    return value if exponent == 1 else mp_context.power(value, exponent)


def _atom_value(atom: Atom, of: Callable[[Exact], mpmath.mpf]) -> mpmath.mpf:
    if atom.kind == PI:
        return +mp_context.pi
    if atom.kind == ROOT:
        return mp_context.sqrt(atom.argument)
    if atom.kind == COS:
        return mp_context.cos(of(atom.argument))
    if atom.kind == SIN:
        return mp_context.sin(of(atom.argument))
    if atom.kind == LET:
        return of(atom.argument)
    if atom.kind == POWER:
        base, exponent = atom.argument
        return mp_context.power(of(base), _lift(exponent))
    raise KeyError(atom.argument)  # a symbol without a value
