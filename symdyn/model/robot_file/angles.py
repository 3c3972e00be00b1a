"""When a written angle is a multiple of pi/12.

A decimal whose double is the double nearest to k*pi/12 was meant as that multiple: 1.5707963267948966 -> pi/2. So was
one of seven digits or more that is the multiple rounded or cut there: 1.570796 -> pi/2. One that is only near, such as
1.5708, is left alone and told about: a millionth of a radian is enough to turn zeros of the equations into small
numbers, and only the user knows which was meant.
"""

from __future__ import annotations

from fractions import Fraction
from math import pi

from symdyn.algebra.decimals import to_float, to_mpf
from symdyn.algebra.exact import EXACT_PI, Exact, exact
from symdyn.model.notes import NoteKind

XML = (".urdf", ".xml", ".mjcf", ".sdf", ".xacro")
DIGITS = 7  # significant ones, from the contract
MOST_PLACES = 40  # of a decimal; what has more is no multiple that somebody rounded
NEAR = 1e-4  # radians, from the contract
WHOLE_TURN = 2 * pi * 1.001  # nobody writes a fixed angle beyond it, rounded up as may be
TWO_TURNS = 4 * pi * 1.001  # few joints turn further to one side
MOST_DEGREES = 3600  # what is larger, such as 1e16, means that there is no limit


def nearest_multiple(angle: Exact) -> Exact:
    """Return the multiple of pi/12 that is nearest to a rational angle."""
    return EXACT_PI * Fraction(round(angle.rational * 12 / Fraction(pi)), 12)


def recognised(angle: Exact) -> Exact:
    """Return the multiple of pi/12 that a rational angle denotes to the last bit, or else the angle itself."""
    if not angle.is_rational:
        return angle
    multiple = nearest_multiple(angle)
    if to_float(angle) == to_float(multiple) or _is_rounded(angle.rational, multiple):
        return multiple
    return angle


def _is_rounded(written: Fraction, multiple: Exact) -> bool:
    """Tell whether a decimal of seven digits or more is a multiple of pi/12 rounded to its last digit, or cut there."""
    places = next((k for k in range(MOST_PLACES) if 10**k % written.denominator == 0), None)
    if not multiple or places is None or len(str(abs(written.numerator * 10**places // written.denominator))) < DIGITS:
        return False
    unit = Fraction(1, 10**places)
    missing = to_mpf(multiple - written, {}) * (1 if written > 0 else -1)  # below zero: the decimal is too large
    cut, rounded = 0 <= missing < to_mpf(exact(unit), {}), abs(missing) <= to_mpf(exact(unit / 2), {})
    return bool(cut or rounded)


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


def near_note(written: str, multiple: Exact, snap: bool, file: str) -> tuple[str, NoteKind]:
    """Say that an angle misses a multiple of pi/12, and what was or may be done."""
    text = multiple_text(multiple)
    if snap:
        return f"{written} was rounded to {text}", NoteKind.ROUNDED_ANGLE
    better = in_file(multiple, file)
    return f"{written} is within 1e-4 of {text} but not equal; write {better}, or use --snap", NoteKind.NEAR_ANGLE


def looks_like_degrees(angle: Exact, usual: float = WHOLE_TURN) -> bool:
    """Tell whether a number is larger than a ``usual`` angle in radians, and could be one in degrees."""
    return angle.is_rational and usual < abs(to_float(angle)) <= MOST_DEGREES


def degrees_note(written: str, file: str) -> tuple[str, NoteKind]:
    """Say that an angle looks like degrees."""
    right_angle = in_file(EXACT_PI * Fraction(1, 2), file)
    return f"{written} looks like degrees; angles are in radians: 90 degrees are {right_angle}", NoteKind.DEGREES


def in_file(multiple: Exact, file: str) -> str:
    """Write a multiple of pi as a file has it; XML has no expressions."""
    return repr(to_float(multiple)) if file.endswith(XML) else multiple_text(multiple)
