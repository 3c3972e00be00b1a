"""Arithmetic on exact constants that cannot run away: whatever a file says, reading it ends soon.

Exact arithmetic has no rounding to keep numbers short: 9**9**9 or (a + b)**99999 would take all time and memory.
Every operation here is checked, before or after, against limits that no robot comes near. A breach, like a division
by zero, is a ValueError whose text is fit for the user.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice

from symdyn.algebra.atom import ROOT
from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact, reciprocal
from symdyn.algebra.roots import square_root
from symdyn.algebra.trigonometry import cos_sin
from symdyn.model.robot_file.angles import recognised

MAX_POWER = 64
MAX_TERMS = 30  # the inertia of a body multiplies four such sums
MAX_ROOTS = 6  # in a divisor
MAX_ATOMS = 1000
MAX_BITS = 4096
MAX_SIZE = 10**60  # products of three such numbers (m*c*c) are still doubles


def add(a: Exact, b: Exact) -> Exact:
    """Return a + b."""
    return checked(a + b)


def subtract(a: Exact, b: Exact) -> Exact:
    """Return a - b."""
    return checked(a - b)


def multiply(a: Exact, b: Exact) -> Exact:
    """Return a * b."""
    if len(a.terms) * len(b.terms) > MAX_TERMS**2:
        raise ValueError(f"the product has more than {MAX_TERMS} terms")
    return checked(a * b)


def divide(a: Exact, b: Exact) -> Exact:
    """Return a / b."""
    return multiply(a, inverse(b))


def inverse(x: Exact) -> Exact:
    """Return 1 / x."""
    if not x:
        raise ValueError("division by zero")
    if len({atom for atom in x.atoms() if atom.kind == ROOT}) > MAX_ROOTS:  # each of them doubles the terms of 1/x
        raise ValueError(f"the divisor has more than {MAX_ROOTS} square roots")
    return checked(reciprocal(x))


def power(base: Exact, exponent: Exact) -> Exact:
    """Raise to a whole or half power."""
    if not exponent.is_rational or exponent.rational.denominator > 2:
        raise ValueError(f"the exponent {short(exponent)} is not a whole number or a half")
    halves = exponent.rational * 2
    if abs(halves) > 2 * MAX_POWER:
        raise ValueError(f"the exponent {short(exponent)} is beyond {MAX_POWER}")
    whole, half = divmod(abs(halves).numerator, 2)
    root = square_root_of(base) if half else exact(1)
    if exponent.rational < 0:
        base, root = inverse(base), inverse(root)
    result = root
    for _ in range(whole):
        result = multiply(result, base)
    return result


def square_root_of(x: Exact) -> Exact:
    """Return sqrt(x), of what is not known to be negative."""
    if not x.symbols() and to_float(x) < 0:
        raise ValueError(f"square root of the negative number {short(x)}")
    return checked(square_root(x))


def cosine(x: Exact) -> Exact:
    """Return the cosine."""
    return checked(cos_sin(recognised(x))[0])


def sine(x: Exact) -> Exact:
    """Return the sine."""
    return checked(cos_sin(recognised(x))[1])


FUNCTIONS: dict[str, Callable[[Exact], Exact]] = {"sqrt": square_root_of, "sin": sine, "cos": cosine}


def checked(x: Exact) -> Exact:
    """Return a constant that is of a bearable size."""
    if len(x.terms) > MAX_TERMS:
        raise ValueError(f"the result has more than {MAX_TERMS} terms")
    if sum(1 for _ in islice(x.atoms(), MAX_ATOMS + 1)) > MAX_ATOMS:
        raise ValueError("the result is too long")
    for coefficient in x.terms.values():
        if max(coefficient.numerator.bit_length(), coefficient.denominator.bit_length()) > MAX_BITS:
            raise ValueError("the result has too many digits")
        if abs(coefficient) > MAX_SIZE:
            raise ValueError("the result is beyond 1e60")
    return x


def short(x: Exact) -> str:
    """Write a constant for a message, cut when it is long."""
    if x.is_rational and max(x.rational.numerator.bit_length(), x.rational.denominator.bit_length()) > 100:
        return f"of about {_leading(x.rational)}"
    text = str(x)
    return text if len(text) <= 40 else text[:40] + "…"


def _leading(value: Fraction) -> str:
    return f"{float(value):.3g}"
