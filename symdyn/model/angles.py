"""When a written angle is a multiple of pi/12.

A decimal whose double is the double nearest to k*pi/12 was meant as that multiple: 1.5707963267948966 -> pi/2.
One that is only near, such as 1.5708, is left alone and told about: a millionth of a radian is enough to turn
zeros of the equations into small numbers, and only the user knows which was meant.
"""

from __future__ import annotations

from fractions import Fraction
from math import pi

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import EXACT_PI, Exact

NEAR = 1e-4  # radians, from the contract


def nearest_multiple(angle: Exact) -> Exact:
    """Return the multiple of pi/12 that is nearest to a rational angle."""
    return EXACT_PI * Fraction(round(angle.rational * 12 / Fraction(pi)), 12)


def recognised(angle: Exact) -> Exact:
    """Return the multiple of pi/12 that a rational angle denotes to the last bit, or else the angle itself."""
    if not angle.is_rational:
        return angle
    multiple = nearest_multiple(angle)
    return multiple if to_float(angle) == to_float(multiple) else angle


def multiple_text(multiple: Exact) -> str:
    """Write a multiple of pi as a person would: -3*pi/4."""
    ((_, factor),) = multiple.terms.items() if multiple else (((), Fraction(0)),)
    size = "pi" if abs(factor.numerator) == 1 else f"{abs(factor.numerator)}*pi"
    divisor = "" if factor.denominator == 1 else f"/{factor.denominator}"
    return ("-" if factor < 0 else "") + size + divisor if factor else "0"


def near_multiple(angle: Exact) -> Exact | None:
    """Return the multiple of pi/12 that an angle misses by less than 1e-4, if there is one."""
    if not angle.is_rational or not angle:
        return None
    multiple = nearest_multiple(angle)
    return multiple if abs(to_float(angle - multiple)) < NEAR else None


def near_note(written: str, multiple: Exact, snap: bool, file: str) -> str:
    """Say that an angle misses a multiple of pi/12, and what was or may be done."""
    text = multiple_text(multiple)
    if snap:
        return f"{written} was rounded to {text}"
    better = repr(to_float(multiple)) if file.endswith(".urdf") else text  # URDF has no expressions
    return f"{written} is within 1e-4 of {text} but not equal; write {better}, or use --snap"
