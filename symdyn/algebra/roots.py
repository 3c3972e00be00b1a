"""Square roots of exact constants: sqrt(18/49) -> 3/7*sqrt(2)."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from symdyn.algebra.exact import POWER, ROOT, Atom, Exact, exact, from_atom

TRIAL_DIVISION_LIMIT = 10_000  # beyond it a factor stays whole: still exact, only less canonical


def square_root(x: Exact) -> Exact:
    """Return the non-negative square root; of anything but a rational as an opaque power."""
    if not x.is_rational:
        return from_atom(Atom(POWER, (x, Fraction(1, 2))))
    value = x.rational
    if value < 0:
        raise ValueError(f"square root of {value}")
    # sqrt(a/b) = sqrt(a*b)/b, and a*b = outside**2 * product of distinct factors
    outside, factors = _square_free_factors(value.numerator * value.denominator)
    result = exact(Fraction(outside, value.denominator))
    for factor in factors:
        result = result * from_atom(Atom(ROOT, factor))
    return result


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
