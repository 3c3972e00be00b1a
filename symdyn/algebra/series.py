"""Power series over a finite field, cut off at an order: what is known near a point, to any order that is asked for.

    x₀ + x₁ t + x₂ t² + ...        with as many coefficients as all series of a computation have

A series has an inverse where x₀ has one, and a square root where x₀ has one that is not zero, of which one is given.
Elements of the field stand for series that are constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.modulus import Modulus, inverse

Constant = FieldElement | int


class Series:
    """Coefficients, reduced, by their order."""

    __slots__ = ("coefficients", "modulus")

    def __init__(self, coefficients: Sequence[int], modulus: Modulus) -> None:
        """Take coefficients that are reduced."""
        self.coefficients = tuple(coefficients)
        self.modulus = modulus

    def __add__(self, other: Series | Constant) -> Series:
        """Add."""
        if not isinstance(other, Series):
            return self._with_first(self.coefficients[0] + _value(other, self.modulus))
        pairs = zip(self.coefficients, other.coefficients, strict=True)
        return Series([(x + y) % self.modulus for x, y in pairs], self.modulus)

    __radd__ = __add__

    def __sub__(self, other: Series | Constant) -> Series:
        """Subtract."""
        if not isinstance(other, Series):
            return self._with_first(self.coefficients[0] - _value(other, self.modulus))
        pairs = zip(self.coefficients, other.coefficients, strict=True)
        return Series([(x - y) % self.modulus for x, y in pairs], self.modulus)

    def __rsub__(self, other: Constant) -> Series:
        """Subtract from a constant."""
        return -self + other

    def __neg__(self) -> Series:
        """Negate."""
        return Series([-x % self.modulus for x in self.coefficients], self.modulus)

    def __mul__(self, other: Series | Constant) -> Series:
        """Multiply."""
        modulus = self.modulus
        if not isinstance(other, Series):
            factor = _value(other, modulus)
            return Series([x * factor % modulus for x in self.coefficients], modulus)
        x, y = self.coefficients, other.coefficients[::-1]
        size = len(x)
        return Series([sum(map(mul, x[: k + 1], y[size - 1 - k :])) % modulus for k in range(size)], modulus)

    __rmul__ = __mul__

    def __truediv__(self, other: Series | Constant) -> Series:
        """Divide."""
        if isinstance(other, Series):
            return self * other.inverse()
        return self * inverse(_value(other, self.modulus) % self.modulus, self.modulus)

    def __rtruediv__(self, other: Constant) -> Series:
        """Divide a constant."""
        return self.inverse() * other

    def inverse(self) -> Series:
        """Return 1/x: of x y = 1 every order gives a coefficient of y; a ValueError where x₀ is zero."""
        x, modulus = self.coefficients, self.modulus
        first = inverse(x[0], modulus)
        y = [first]
        for k in range(1, len(x)):
            y.append(-first * (sum(map(mul, x[1 : k + 1], reversed(y))) % modulus) % modulus)
        return Series(y, modulus)

    def root(self, first: int) -> Series:
        """Return the square root that starts with a root of x₀: of y² = x every order gives a coefficient of y."""
        x, modulus = self.coefficients, self.modulus
        half = inverse(2 * first % modulus, modulus)
        y = [first]
        for k in range(1, len(x)):
            y.append((x[k] - sum(map(mul, y[1:], reversed(y[1:])))) % modulus * half % modulus)
        return Series(y, modulus)

    def _with_first(self, first: int) -> Series:
        return Series((first % self.modulus, *self.coefficients[1:]), self.modulus)


def _value(constant: Constant, modulus: Modulus) -> int:
    if isinstance(constant, FieldElement):
        return constant.value
    return constant if isinstance(modulus, int) else constant % modulus.p
