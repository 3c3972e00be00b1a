"""From terms to SymPy, collected the way people write: common lengths, angles and motions before a bracket.

    l1*c2*2*qdd1 + l1*c2*qdd2 - l1*s2*qd2**2 + g*c12 -> l1*(c2*(2*qdd1 + qdd2) - s2*qd2**2) + g*c12

Inside a bracket, terms are joined by their cosines and sines or by their motion (qdd1, qd1*qd2, …), whichever makes
fewer groups.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import gcd, lcm

import sympy as sp

from symdyn.algebra.exact import Exact, exact
from symdyn.closed_form.polynomial import Coefficient
from symdyn.closed_form.terms import Letter, Monomial, Terms, Turn, times
from symdyn.symbolic.exact_expression import expression, rational

LetterExpression = Callable[[Letter], sp.Expr]
Part = list[tuple[Fraction, Monomial]]


def collected(terms: Terms, factor: sp.Expr, letter_expression: LetterExpression) -> sp.Expr:
    """Return ``factor`` times a sum; terms with the same symbols of the file, or the same number, share a bracket."""
    parts: dict[tuple[Exact, Fraction], Part] = {}
    for monomial, coefficient in terms.items():
        number, geometry = _split(coefficient)
        parts.setdefault((geometry, _odd_part(number)), []).append((number, monomial))
    outside = factor if len(parts) == 1 else sp.S.One
    brackets = [
        _bracket(part, [outside, expression(geometry)], letter_expression) for (geometry, _), part in parts.items()
    ]
    return brackets[0] if len(brackets) == 1 else factor * sp.Add(*brackets)


def _split(coefficient: Coefficient) -> tuple[Fraction, Exact]:
    """Return a number and the rest of a coefficient; of a sum of several terms all is rest."""
    if not isinstance(coefficient, Exact):
        return Fraction(coefficient), exact(1)
    if len(coefficient.terms) > 1:
        return Fraction(1), coefficient
    ((atoms, number),) = coefficient.terms.items()
    return number, Exact({atoms: Fraction(1)})


def _odd_part(number: Fraction) -> Fraction:
    """The size of a number without its factors of two: doubles and halves belong together."""
    numerator, denominator = abs(number.numerator), number.denominator
    return Fraction(numerator // (numerator & -numerator), denominator // (denominator & -denominator))


def _bracket(part: Part, outside: list[sp.Expr], letter_expression: LetterExpression) -> sp.Expr:
    """Return the product of ``outside``, of what all terms share, and of a bracket with the rest."""
    common = _common_monomial([monomial for _, monomial in part])
    content = _content([number for number, _ in part])
    shared = [rational(content), *outside, *_factors(common, letter_expression)]
    if len(part) == 1:
        return sp.Mul(*shared)
    inverse = {letter: -exponent for letter, exponent in common}
    rest = [(number / content, times(monomial, inverse)) for number, monomial in part]
    groups = min(_groups(rest, turning=False), _groups(rest, turning=True), key=len)
    return sp.Mul(*shared, sp.Add(*(_bracket(group, [], letter_expression) for group in groups)))


def _groups(part: Part, turning: bool) -> list[Part]:
    """Join terms with the same cosines and sines, or else with the same motion."""
    groups: dict[Monomial, Part] = {}
    for number, monomial in part:
        key = frozenset(factor for factor in monomial if isinstance(factor[0], Turn) == turning)
        groups.setdefault(key, []).append((number, monomial))
    if len(groups) == 1:  # what all share has been taken out: this is the empty monomial, no reason to join
        return [[term] for term in part]
    return list(groups.values())


def _content(numbers: list[Fraction]) -> Fraction:
    """The largest number of which all are whole multiples; negative if all are."""
    size = Fraction(gcd(*(x.numerator for x in numbers)), lcm(*(x.denominator for x in numbers)))
    return -size if all(x < 0 for x in numbers) else size


def _common_monomial(monomials: list[Monomial]) -> Monomial:
    if len(monomials) == 1:
        return monomials[0]
    exponents = [dict(monomial) for monomial in monomials]
    shared = {letter: min(each.get(letter, 0) for each in exponents) for letter in exponents[0]}
    return frozenset((letter, exponent) for letter, exponent in shared.items() if exponent)


def _factors(monomial: Monomial, letter_expression: LetterExpression) -> list[sp.Expr]:
    return [letter_expression(letter) ** exponent for letter, exponent in monomial]
