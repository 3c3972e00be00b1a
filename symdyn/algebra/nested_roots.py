"""Square roots of sums, written so that equal ones look equal as far as that is simple.

sqrt(c x) -> sqrt(c) sqrt(x)                    c the rational content of the sum:
                                                sqrt(4 + 4 sqrt(2)) = 2 sqrt(1 + sqrt(2))
sqrt(a + b sqrt(k)) -> sqrt(u) ± sqrt(v)        u, v = (a ± d)/2, where d = sqrt(a² - b² k) is rational:
                                                sqrt(3 + 2 sqrt(2)) = 1 + sqrt(2)
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import gcd, isqrt, lcm, prod

from symdyn.algebra.exact import ONE_MONOMIAL, ROOT, Exact


@lru_cache(maxsize=10_000)
def content_and_rest(x: Exact) -> tuple[Fraction, Exact]:
    """Return the largest rational that divides a constant, positive, and the rest: whole, without a common factor."""
    values = x.terms.values()
    content = Fraction(gcd(*(value.numerator for value in values)), lcm(*(value.denominator for value in values)))
    return (content, x * (1 / content)) if x else (Fraction(1), x)


@lru_cache(maxsize=10_000)
def denested(x: Exact) -> tuple[tuple[int, Fraction], ...] | None:
    """Return signs and rationals whose square roots sum up to that of a constant; None where there are none."""
    if x.is_rational:
        return ((1, x.rational),) if x.rational >= 0 else None
    with_root = [monomial for monomial in x.terms if monomial != ONE_MONOMIAL]
    if len(with_root) != 1 or any(atom.kind != ROOT for atom, _ in with_root[0]):
        return None
    a, b = x.terms.get(ONE_MONOMIAL, Fraction(0)), x.terms[with_root[0]]
    d = _rational_root(a * a - b * b * prod(atom.argument for atom, _ in with_root[0]))
    if d is None or a < d:
        return None
    return (1, (a + d) / 2), (1 if b > 0 else -1, (a - d) / 2)


def _rational_root(x: Fraction) -> Fraction | None:
    if x < 0:
        return None
    root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    return root if root * root == x else None
