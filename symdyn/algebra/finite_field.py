"""Arithmetic in a finite field: exact, of fixed size, so ranks over it need no tolerance."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from symdyn.algebra.modulus import Modulus, characteristic, inverse, power

Number = Fraction | int


class FieldElement:
    """An integer modulo a prime, or a polynomial that an integer holds (see `modulus`); mixes with rationals."""

    __slots__ = ("modulus", "value")

    def __init__(self, value: int, modulus: Modulus) -> None:
        """Reduce ``value``."""
        self.value = value % modulus
        self.modulus = modulus

    def _number(self, other: FieldElement | Number) -> int:
        if type(other) is FieldElement:
            if other.modulus is not self.modulus and other.modulus != self.modulus:
                raise TypeError("elements of different fields do not mix")
            return other.value
        if isinstance(other, int):
            return other if isinstance(self.modulus, int) else other % self.modulus.p
        return reduced(other, self.modulus) if isinstance(other, Fraction) else NotImplemented

    def __add__(self, other: FieldElement | Number) -> FieldElement:
        """Add."""
        if type(other) is FieldElement and other.modulus is self.modulus:
            return FieldElement(self.value + other.value, self.modulus)
        number = self._number(other)
        return number if number is NotImplemented else FieldElement(self.value + number, self.modulus)

    __radd__ = __add__

    def __sub__(self, other: FieldElement | Number) -> FieldElement:
        """Subtract."""
        if type(other) is FieldElement and other.modulus is self.modulus:
            return FieldElement(self.value - other.value, self.modulus)
        number = self._number(other)
        return number if number is NotImplemented else FieldElement(self.value - number, self.modulus)

    def __rsub__(self, other: Number) -> FieldElement:
        """Subtract from a number."""
        return FieldElement(self._number(other) - self.value, self.modulus)

    def __mul__(self, other: FieldElement | Number) -> FieldElement:
        """Multiply."""
        if type(other) is FieldElement and other.modulus is self.modulus:
            return FieldElement(self.value * other.value, self.modulus)
        number = self._number(other)
        return number if number is NotImplemented else FieldElement(self.value * number, self.modulus)

    __rmul__ = __mul__

    def __truediv__(self, other: FieldElement | Number) -> FieldElement:
        """Divide."""
        number = self._number(other)
        return number if number is NotImplemented else self * FieldElement(inverse(number, self.modulus), self.modulus)

    def __rtruediv__(self, other: Number) -> FieldElement:
        """Divide a number."""
        return FieldElement(self._number(other) * inverse(self.value, self.modulus), self.modulus)

    def __neg__(self) -> FieldElement:
        """Negate."""
        return FieldElement(-self.value, self.modulus)

    def __pow__(self, exponent: int) -> FieldElement:
        """Raise to an integer power."""
        return FieldElement(power(self.value, exponent, self.modulus), self.modulus)

    def __eq__(self, other: object) -> bool:
        """Compare in the field."""
        if isinstance(other, FieldElement | int | Fraction):
            return self.value == self._number(other) % self.modulus
        return NotImplemented

    def __hash__(self) -> int:
        """Hash the residue."""
        return hash(self.value)

    def __bool__(self) -> bool:
        """Whether the element differs from zero."""
        return self.value != 0

    def __repr__(self) -> str:
        """Write the residue."""
        if isinstance(self.modulus, int):
            return f"{self.value} mod {self.modulus}"
        x, y = self.modulus.parts(self.value)
        return f"{x} + {y} sqrt({self.modulus.nu}) mod {self.modulus.p}"


def reduced(value: Fraction, modulus: Modulus) -> int:
    """Return a fraction modulo a prime that does not divide its denominator."""
    p = characteristic(modulus)
    return value.numerator * _inverse(value.denominator, p) % p


@lru_cache(maxsize=10_000)  # the denominators of one robot are few
def _inverse(value: int, p: int) -> int:
    return pow(value, -1, p)
