"""Erring: a number of many digits, and a bound on how far what a format computes for it lies from it.

It adds, multiplies, divides and takes roots like any other scalar, so that arithmetic that is written once, as that of
control laws is, tells its own rounding. The rules are those of `error_bound`, at one state in place of intervals. Whole
numbers and bits are exact, other numbers that it meets are constants, which are rounded once. Comparisons are those of
the exact numbers: what is decided the other way in rounded ones is not followed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from symdyn.algebra.decimals import mp_context
from symdyn.precision.number_format import NumberFormat, rounding_of


def _with_one(operation: Callable[[Erring, Erring], Any]) -> Callable[[Erring, Any], Any]:
    """Make an operation take any number, and leave arrays to themselves."""

    @wraps(operation)
    def apply(self: Erring, other: Any) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented
        return operation(self, other if isinstance(other, Erring) else erring(other, self.form))

    return apply


class Erring:
    """An exact value, and a bound on the error of what is computed for it."""

    __slots__ = ("error", "form", "value")

    def __init__(self, value: Any, error: float, form: NumberFormat) -> None:
        """Take a value of many digits, how wrong it is in a format, and the format."""
        self.value, self.error, self.form = value, error, form

    def _rounded(self, value: Any, error: float) -> Erring:
        """Return what comes of an operation: its value, with the rounding of what is computed for it."""
        form = self.form
        return Erring(value, error + form.half_unit * (abs(float(value)) + error) + form.underflow, form)

    @_with_one
    def __add__(self, other: Erring) -> Erring:
        """Add; what is added to an exact zero is not rounded."""
        if not (self and other):
            return self if self else other
        return self._rounded(self.value + other.value, self.error + other.error)

    @_with_one
    def __sub__(self, other: Erring) -> Erring:
        """Subtract."""
        difference: Erring = self + -other
        return difference

    @_with_one
    def __mul__(self, other: Erring) -> Erring:
        """Multiply."""
        a, b = abs(float(self.value)), abs(float(other.value))
        return self._rounded(self.value * other.value, a * other.error + b * self.error + self.error * other.error)

    @_with_one
    def __truediv__(self, other: Erring) -> Erring:
        """Divide; infinitely wrong where the divisor may be zero."""
        value, least = self.value / other.value, abs(float(other.value)) - other.error
        wrong = (self.error + abs(float(value)) * other.error) / least if least > 0.0 else math.inf
        return self._rounded(value, wrong)

    @_with_one
    def __rsub__(self, other: Erring) -> Erring:
        """Subtract from another."""
        difference: Erring = other + -self
        return difference

    @_with_one
    def __rtruediv__(self, other: Erring) -> Any:
        """Divide another."""
        return other / self

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Erring:
        """Negate."""
        return Erring(-self.value, self.error, self.form)

    def __abs__(self) -> Erring:
        """Return its size."""
        return -self if self.value < 0 else self

    def sqrt(self) -> Erring:
        """Return its root; infinitely wrong where there may be none."""
        least = float(self.value) - self.error
        return self._rounded(
            mp_context.sqrt(self.value), 0.5 * self.error / math.sqrt(least) if least > 0 else math.inf
        )

    def __bool__(self) -> bool:
        """Tell whether it is anything but an exact zero."""
        return bool(self.value) or self.error > 0.0

    def __float__(self) -> float:
        """Return the double that is nearest to the exact value."""
        return float(self.value)

    @_with_one
    def __eq__(self, other: Erring) -> bool:  # type: ignore[override]
        """Compare exact values."""
        return bool(self.value == other.value)

    @_with_one
    def __ne__(self, other: Erring) -> bool:  # type: ignore[override]
        """Compare exact values."""
        return bool(self.value != other.value)

    __hash__ = None  # type: ignore[assignment]  # equal to numbers of other kinds

    @_with_one
    def __lt__(self, other: Erring) -> bool:
        """Compare exact values."""
        return bool(self.value < other.value)

    @_with_one
    def __le__(self, other: Erring) -> bool:
        """Compare exact values."""
        return bool(self.value <= other.value)

    @_with_one
    def __gt__(self, other: Erring) -> bool:
        """Compare exact values."""
        return bool(self.value > other.value)

    @_with_one
    def __ge__(self, other: Erring) -> bool:
        """Compare exact values."""
        return bool(self.value >= other.value)


def erring(number: Any, form: NumberFormat) -> Erring:
    """Follow a double, or a whole number, as a constant of a format: it is rounded once."""
    double = float(number)
    return Erring(mp_context.mpf(double), rounding_of(double, form) if math.isfinite(double) else 0.0, form)
