"""Numbers out of exact constants: the double nearest to one, the same on every machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

import mpmath

from symdyn.algebra.atom import COS, LET, PI, POWER, ROOT, SIN, SYMBOL, Atom
from symdyn.algebra.exact import Exact

WORKING_DIGITS = 60  # far beyond the 17 of a double: cancellation between a few terms cannot reach the result

BITS = 256
SMALL = 32
SHORTEST = BITS - SMALL
ONE = 1 << BITS

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
    found = _in_whole_numbers(x)
    return x.map(_lift, _known_power) if found is None else +mp_context.ldexp(found, -BITS)


def _in_whole_numbers(x: Exact) -> int | None:
    """Return a constant times 2^BITS, in a tenth of the time; None where that many bits might not be enough.

    Factors and products err by less than one, so where none is below 2^-SMALL, a product's part of error is less than
    2^(SMALL - BITS) for each of them. In a sum that is not below 2^-SMALL either, nor than its largest term by that
    factor, what is left is more than WORKING_DIGITS by far less than a chain's terms and factors can use up.
    """
    total, largest = 0, BITS
    for monomial, coefficient in x.terms.items():
        product = ONE
        for atom, exponent in monomial:
            factor = _whole_power(atom, exponent)
            product = product * factor >> BITS
            if product.bit_length() < SHORTEST or factor.bit_length() < SHORTEST:
                return None
        term = product * coefficient.numerator // coefficient.denominator
        largest = max(largest, term.bit_length())
        total += term
    return total if total.bit_length() >= largest - SMALL else None


@lru_cache(maxsize=100_000)
def _whole_power(atom: Atom, exponent: int) -> int:
    value = _known_power(atom, exponent)
    if not isinstance(value, mp_context.mpf) or not mp_context.isfinite(value):  # a root of less than nothing
        return 0  # which is too short to be relied on
    return int(mp_context.ldexp(value, BITS))


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
