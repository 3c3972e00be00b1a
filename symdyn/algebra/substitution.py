"""Replace symbols inside exact constants, through cosines and powers as well."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from symdyn.algebra.exact import COS, LET, POWER, SIN, SYMBOL, Atom, Exact, exact, from_atom, reciprocal
from symdyn.algebra.roots import square_root
from symdyn.algebra.trigonometry import cos_sin


def substitute(x: Exact, values: Mapping[str, Exact]) -> Exact:
    """Put constants in place of symbols; symbols without a value stay."""
    if not x.symbols() & values.keys():
        return x

    def power(atom: Atom, exponent: int) -> Exact:
        return _replaced(atom, values) ** exponent

    return x.map(exact, power)


def _replaced(atom: Atom, values: Mapping[str, Exact]) -> Exact:
    if atom.kind == SYMBOL:
        return values.get(atom.argument, from_atom(atom))
    if atom.kind == COS:
        return cos_sin(substitute(atom.argument, values))[0]
    if atom.kind == SIN:
        return cos_sin(substitute(atom.argument, values))[1]
    if atom.kind == LET:
        return substitute(atom.argument, values)
    if atom.kind == POWER:
        base, exponent = atom.argument
        return rational_power(substitute(base, values), exponent)
    return from_atom(atom)


def rational_power(base: Exact, exponent: Fraction) -> Exact:
    """Raise to a rational power: integers and halves exactly, others refused."""
    if exponent.denominator == 1:
        return base**exponent.numerator
    if exponent.denominator != 2:
        raise ValueError(f"power {exponent}: only whole and half powers are supported")
    root = square_root(base)
    return root**exponent.numerator if exponent > 0 else reciprocal(root) ** -exponent.numerator
