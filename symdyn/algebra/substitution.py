"""Replace symbols inside exact constants, through cosines and powers as well."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from symdyn.algebra.atom import COS, LET, POWER, SIN, SYMBOL, Atom
from symdyn.algebra.compact import compact
from symdyn.algebra.exact import Exact, exact, from_atom, reciprocal
from symdyn.algebra.roots import square_root
from symdyn.algebra.trigonometry import cos_sin

MOST_TERMS = 10


def substitute(x: Exact, values: Mapping[str, Exact]) -> Exact:
    """Put constants in place of symbols; symbols without a value stay."""
    return _Substitution(values).of(x)


class _Substitution:
    """Values of symbols, and what became of atoms: a long constant is part of many others."""

    def __init__(self, values: Mapping[str, Exact]) -> None:
        self._values = values
        self._replaced: dict[Atom, Exact] = {}

    def of(self, x: Exact) -> Exact:
        if not x.symbols() & self._values.keys():
            return x
        return x.map(exact, lambda atom, exponent: self._of_atom(atom) ** exponent)

    def _of_atom(self, atom: Atom) -> Exact:
        if atom not in self._replaced:
            self._replaced[atom] = self._made(atom)
        return self._replaced[atom]

    def _made(self, atom: Atom) -> Exact:
        if atom.kind == SYMBOL:
            return self._values.get(atom.argument, from_atom(atom))
        if atom.kind == COS:
            return cos_sin(self.of(atom.argument))[0]
        if atom.kind == SIN:
            return cos_sin(self.of(atom.argument))[1]
        if atom.kind == LET:  # what was taken as one stays so where it is still long
            return compact(self.of(atom.argument), MOST_TERMS)
        if atom.kind == POWER:
            base, exponent = atom.argument
            return rational_power(self.of(base), exponent)
        return from_atom(atom)


def rational_power(base: Exact, exponent: Fraction) -> Exact:
    """Raise to a rational power: integers and halves exactly, others refused."""
    if exponent.denominator == 1:
        return base**exponent.numerator
    if exponent.denominator != 2:
        raise ValueError(f"power {exponent}: only whole and half powers are supported")
    root = square_root(base)
    return root**exponent.numerator if exponent > 0 else reciprocal(root) ** -exponent.numerator
