"""Cosines and sines of exact angles.

An angle is split into a multiple of pi/12, which becomes an algebraic number, and a rest, which becomes the
atoms cos(rest) and sin(rest) with the rest in canonical sign:

    cos(k*pi/12 + rest) -> cos(k*pi/12)*cos(rest) - sin(k*pi/12)*sin(rest)
    cos(-rest) -> cos(rest)        sin(-rest) -> -sin(rest)
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from symdyn.algebra.atom import COS, PI, SIN, Atom
from symdyn.algebra.exact import EXACT_PI, Exact, exact, from_atom
from symdyn.algebra.roots import square_root

TWELFTHS_OF_TURN = 24
_PI_MONOMIAL = ((Atom(PI), 1),)


def cos_sin(angle: Exact) -> tuple[Exact, Exact]:
    """Return the cosine and the sine of an angle in radians."""
    twelfths = 12 * angle.terms.get(_PI_MONOMIAL, Fraction(0))
    # else the nearest right angle: nearest, so that -angle has the negated rest
    whole = twelfths.numerator if twelfths.denominator == 1 else 6 * round(twelfths / 6)
    rest = angle - EXACT_PI * Fraction(whole, 12)
    c_whole, s_whole = _of_twelfths(whole)
    if not rest:
        return c_whole, s_whole
    sign = rest.leading_sign()
    canonical = rest * sign
    c_rest, s_rest = from_atom(Atom(COS, canonical)), sign * from_atom(Atom(SIN, canonical))
    return c_whole * c_rest - s_whole * s_rest, s_whole * c_rest + c_whole * s_rest


def _of_twelfths(k: int) -> tuple[Exact, Exact]:
    """Return cosine and sine of k*pi/12."""
    quarter, k = divmod(k % TWELFTHS_OF_TURN, 6)
    c, s = _first_cosines()[k], _first_cosines()[6 - k]
    for _ in range(quarter):
        c, s = -s, c
    return c, s


@cache
def _first_cosines() -> tuple[Exact, ...]:
    """Cosines of 0, 15, 30, 45, 60, 75 and 90 degrees."""
    r2, r3 = square_root(exact(2)), square_root(exact(3))
    r6, quarter, half = r2 * r3, Fraction(1, 4), Fraction(1, 2)
    return (exact(1), (r6 + r2) * quarter, r3 * half, r2 * half, exact(half), (r6 - r2) * quarter, exact(0))
