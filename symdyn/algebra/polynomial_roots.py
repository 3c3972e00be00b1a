"""Roots of a polynomial in a finite field of q elements.

    gcd(f, x^q - x)                       has all roots of f, each once
    gcd(g, (x + a)^((q - 1)/2) - 1)       has about half of those of g: where x + a is a square

This is how Cantor and Zassenhaus do it. Polynomials are lists of reduced integers, that of x^k at place k.
"""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.algebra.modulus import Modulus, QuadraticModulus, inverse

Polynomial = list[int]


def roots_of(coefficients: Sequence[int], modulus: Modulus) -> list[int]:
    """Return the roots of a polynomial other than zero."""
    f = _monic(coefficients, modulus)
    order = modulus.p**2 if isinstance(modulus, QuadraticModulus) else modulus
    return _split(_common(f, _less(_power([0, 1], order, f, modulus), [0, 1], modulus), modulus), order, modulus)


def _split(g: Polynomial, order: int, modulus: Modulus) -> list[int]:
    """Return the roots of a product of as many different factors x - r."""
    if len(g) <= 2:
        return [-g[0] % modulus] if len(g) == 2 else []
    for k in range(1, 1000):
        a = modulus.whole(k, k * k + 1) if isinstance(modulus, QuadraticModulus) else k
        half = _common(g, _less(_power([a, 1], (order - 1) // 2, g, modulus), [1], modulus), modulus)
        if 1 < len(half) < len(g):
            return _split(half, order, modulus) + _split(_divided(g, half, modulus)[0], order, modulus)
    raise AssertionError("a thousand shifts, each of which splits with odds of one half")


def _monic(coefficients: Sequence[int], modulus: Modulus) -> Polynomial:
    found = [x % modulus for x in coefficients]
    while found and not found[-1]:
        found.pop()
    over = inverse(found[-1], modulus) if found else 1
    return [x * over % modulus for x in found]


def _less(f: Polynomial, g: Sequence[int], modulus: Modulus) -> Polynomial:
    size = max(len(f), len(g))
    long, short = ([*one, *[0] * (size - len(one))] for one in (f, g))
    return [(a - b) % modulus for a, b in zip(long, short, strict=True)]


def _divided(f: Sequence[int], g: Polynomial, modulus: Modulus) -> tuple[Polynomial, Polynomial]:
    """Return quotient and remainder; ``g`` is monic."""
    rest, degree = [x % modulus for x in f], len(g) - 1
    quotient = [0] * max(0, len(rest) - degree)
    for k in reversed(range(len(quotient))):
        quotient[k] = lead = rest[k + degree]
        for i, x in enumerate(g):
            rest[k + i] = (rest[k + i] - lead * x) % modulus
    return quotient, rest[:degree]


def _common(f: Polynomial, g: Polynomial, modulus: Modulus) -> Polynomial:
    """Return the greatest common divisor, monic."""
    f, g = _monic(f, modulus), _monic(g, modulus)
    while g:
        f, g = g, _monic(_divided(f, g, modulus)[1], modulus)
    return f


def _power(base: Polynomial, exponent: int, f: Polynomial, modulus: Modulus) -> Polynomial:
    """Raise to a whole power modulo ``f``."""
    result: Polynomial = [1]
    base = _divided(base, f, modulus)[1]
    while exponent:
        if exponent & 1:
            result = _times(result, base, f, modulus)
        base = _times(base, base, f, modulus)
        exponent >>= 1
    return result


def _times(a: Polynomial, b: Polynomial, f: Polynomial, modulus: Modulus) -> Polynomial:
    product = [0] * max(0, len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return _divided(product, f, modulus)[1]
