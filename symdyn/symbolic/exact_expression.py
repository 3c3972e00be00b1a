"""Exact constants as SymPy expressions and back: the one place where the robot's geometry meets SymPy."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import prod

import sympy as sp

from symdyn.algebra.atom import COS, LET, PI, POWER, ROOT, SIN, SYMBOL, Atom
from symdyn.algebra.exact import EXACT_PI, Exact, exact, symbol
from symdyn.algebra.substitution import rational_power
from symdyn.algebra.trigonometry import cos_sin
from symdyn.errors import InputError


def rational(value: Fraction | int) -> sp.Rational:
    """Return a rational number of SymPy."""
    return sp.Rational(value.numerator, value.denominator)


def expression(constant: Exact | Fraction | int) -> sp.Expr:
    """Return an exact constant in SymPy; its symbols keep their names, long constants are written out."""
    if not isinstance(constant, Exact):
        return rational(constant)
    return constant.map(rational, lambda atom, exponent: atom_expression(atom) ** exponent)


@lru_cache(maxsize=100_000)  # a long constant is part of many others
def atom_expression(atom: Atom) -> sp.Expr:
    """Return one generator of exact constants in SymPy."""
    if atom.kind == SYMBOL:
        return sp.Symbol(atom.argument)
    if atom.kind == PI:
        return sp.pi
    if atom.kind == ROOT:
        return sp.sqrt(atom.argument)
    if atom.kind == COS:
        return sp.cos(expression(atom.argument), evaluate=False)
    if atom.kind == SIN:
        return sp.sin(expression(atom.argument), evaluate=False)
    if atom.kind == LET:
        return expression(atom.argument)
    if atom.kind == POWER:
        base, exponent = atom.argument
        return expression(base) ** rational(exponent)
    raise TypeError(f"no SymPy expression for a constant of kind {atom.kind!r}")


def constant(expression: sp.Expr) -> Exact:
    """Return a SymPy expression as an exact constant, its symbols kept; a node that is no such constant is an error."""
    if isinstance(expression, sp.Rational):
        return exact(Fraction(int(expression.p), int(expression.q)))
    if isinstance(expression, sp.Symbol):
        return symbol(expression.name)
    if expression is sp.pi:
        return EXACT_PI
    if isinstance(expression, sp.Add):
        return sum((constant(term) for term in expression.args), start=exact(0))
    if isinstance(expression, sp.Mul):
        return prod((constant(factor) for factor in expression.args), start=exact(1))
    if isinstance(expression, sp.Pow) and isinstance(expression.exp, sp.Rational) and expression.exp.q in (1, 2):
        return rational_power(constant(expression.base), Fraction(int(expression.exp.p), int(expression.exp.q)))
    if isinstance(expression, sp.cos | sp.sin):
        return cos_sin(constant(expression.args[0]))[isinstance(expression, sp.sin)]
    raise InputError(f"{expression} is no exact constant (a SymPy {type(expression).__name__})")
