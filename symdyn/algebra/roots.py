"""Square roots of exact constants.

sqrt(18/49) -> 3/7 sqrt(2)
sqrt(a + b sqrt(k)) -> sqrt(u) ± sqrt(v)        u, v = (a ± d)/2, where d = sqrt(a² - b² k) is rational:
                                                sqrt(3 + 2 sqrt(2)) = 1 + sqrt(2)
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, prod

from symdyn.algebra.atom import POWER, ROOT, Atom
from symdyn.algebra.exact import ONE_MONOMIAL, Exact, exact, from_atom

TRIAL_DIVISION_LIMIT = 10_000  # beyond it a factor stays whole: still exact, only less canonical


def square_root(x: Exact) -> Exact:
    """Return the non-negative square root; of a sum that has no simpler one as an opaque power."""
    if not x.is_rational:
        u, v, sign = _denested(x) or (exact(0), exact(0), 0)
        return square_root(u) + sign * square_root(v) if sign else from_atom(Atom(POWER, (x, Fraction(1, 2))))
    value = x.rational
    if value < 0:
        raise ValueError(f"square root of {value}")
    # sqrt(a/b) = sqrt(a*b)/b, and a*b = outside**2 * product of distinct factors
    outside, factors = _square_free_factors(value.numerator * value.denominator)
    result = exact(Fraction(outside, value.denominator))
    for factor in factors:
        result = result * from_atom(Atom(ROOT, factor))
    return result


def _denested(x: Exact) -> tuple[Exact, Exact, int] | None:
    """Return rationals and a sign such that the root of a constant is the first's root plus or minus the second's."""
    with_root = [monomial for monomial in x.terms if monomial != ONE_MONOMIAL]
    if len(with_root) != 1 or any(atom.kind != ROOT for atom, _ in with_root[0]):
        return None
    a, b = x.terms.get(ONE_MONOMIAL, Fraction(0)), x.terms[with_root[0]]
    norm = a * a - b * b * prod(atom.argument for atom, _ in with_root[0])
    d = Fraction(isqrt(max(norm.numerator, 0)), isqrt(norm.denominator))
    if d * d != norm or a < d:
        return None
    return exact((a + d) / 2), exact((a - d) / 2), 1 if b > 0 else -1


def _square_free_factors(number: int) -> tuple[int, list[int]]:
    if number == 0:
        return 0, []
    outside, factors = 1, []
    divisor = 2
    while divisor <= TRIAL_DIVISION_LIMIT and divisor * divisor <= number:
        exponent = 0
        while number % divisor == 0:
            number //= divisor
            exponent += 1
        outside *= divisor ** (exponent // 2)
        if exponent % 2:
            factors.append(divisor)
        divisor += 1
    root = isqrt(number)
    if root * root == number:
        return outside * root, factors
    return outside, [*factors, number]
