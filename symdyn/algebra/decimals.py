"""Numbers out of exact constants: the double nearest to one, the same on every machine."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

import mpmath

from symdyn.algebra.exact import COS, LET, PI, POWER, ROOT, SIN, Atom, Exact

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

    def power(atom: Atom, exponent: int) -> mpmath.mpf:
        value = _atom_value(atom, symbols) if symbols else _known_atom_value(atom)
        return mp_context.power(value, exponent)

    return x.map(_lift, power)


def _lift(value: Fraction | float) -> mpmath.mpf:
    ratio = Fraction(value)
    return mp_context.mpf(ratio.numerator) / ratio.denominator


@lru_cache(maxsize=100_000)
def _known_atom_value(atom: Atom) -> mpmath.mpf:
    """Evaluate an atom once: those of one robot's geometry occur in thousands of its constants."""
    return _atom_value(atom, {})


def _atom_value(atom: Atom, symbols: Mapping[str, float | Fraction]) -> mpmath.mpf:
    if atom.kind == PI:
        return +mp_context.pi
    if atom.kind == ROOT:
        return mp_context.sqrt(atom.argument)
    if atom.kind == COS:
        return mp_context.cos(to_mpf(atom.argument, symbols))
    if atom.kind == SIN:
        return mp_context.sin(to_mpf(atom.argument, symbols))
    if atom.kind == LET:
        return to_mpf(atom.argument, symbols)
    if atom.kind == POWER:
        base, exponent = atom.argument
        return mp_context.power(to_mpf(base, symbols), _lift(exponent))
    return _lift(symbols[atom.argument])
