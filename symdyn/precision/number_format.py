"""Single and double precision: how far the numbers of a format lie apart, and how numbers are rounded to it once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from symdyn.algebra.decimals import mp_context, to_float, to_mpf
from symdyn.algebra.exact import Exact

UPWARDS = 1.0 + 2.0**-40  # more than what the doubles of a bound round down in a value's computation
OF_A_DOUBLE = 2.0**-53


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """A binary format of IEEE 754; `half_unit` is half a unit in the last place of 1, u."""

    name: str
    half_unit: float
    underflow: float  # what a product or quotient may lose beside, where numbers end
    largest: float

    def nearest(self, value: float) -> float:
        """Return the number of this format that is nearest to a double, which must not be beyond the largest."""
        return value if self.half_unit == OF_A_DOUBLE else float(np.float32(value))


SINGLE = NumberFormat("float", 2.0**-24, 2.0**-150, float(np.finfo(np.float32).max))
DOUBLE = NumberFormat("double", OF_A_DOUBLE, 2.0**-1074, float(np.finfo(np.float64).max))
FORMATS = {form.name: form for form in (SINGLE, DOUBLE)}


@lru_cache(maxsize=100_000)  # the same constants stand in all of a robot's kernels
def stored(constant: Exact, form: NumberFormat) -> tuple[float, float]:
    """Return the double nearest to a constant, and how far what the format holds for it lies from the constant."""
    number = to_float(constant)
    if not abs(number) <= form.largest:
        return number, math.inf
    held = form.nearest(number)
    if constant.is_rational:
        return number, float(abs(Fraction(held) - constant.rational)) * UPWARDS
    return number, float(abs(mp_context.mpf(held) - to_mpf(constant, {}))) * UPWARDS


def rounding_of(value: float, form: NumberFormat) -> float:
    """How far the number that a format holds for a double lies from it."""
    return abs(form.nearest(value) - value) * UPWARDS if abs(value) <= form.largest else math.inf
