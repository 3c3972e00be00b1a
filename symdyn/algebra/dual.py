"""Dual numbers a + b ε with ε² = 0, over any ring: the part beside ε is an exact derivative.

    (a + a' ε) + (b + b' ε) = (a + b) + (a' + b') ε
    (a + a' ε) * (b + b' ε) = a b + (a' b + a b') ε
    (a + a' ε) / (b + b' ε) = a/b + (a' - (a/b) b')/b ε        where the ring divides

Run a ring-generic function on x + x' ε and it returns f(x) + f'(x) x' ε. Elements of the ring itself, and integers,
mix with duals as constants.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Dual(Generic[S]):
    """A value and its derivative."""

    value: S
    derivative: S

    def __neg__(self) -> Dual[Any]:
        """Negate."""
        return Dual(-self.value, -self.derivative)  # type: ignore[operator]

    def __add__(self, other: Any) -> Dual[Any]:
        """Add."""
        if not isinstance(other, Dual):
            return Dual(self.value + other, self.derivative)
        return Dual(self.value + other.value, self.derivative + other.derivative)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Dual[Any]:
        """Subtract."""
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Dual[Any]:
        """Subtract from a constant."""
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Dual[Any]:
        """Multiply."""
        if not isinstance(other, Dual):
            return Dual(self.value * other, self.derivative * other)
        return Dual(self.value * other.value, self.derivative * other.value + self.value * other.derivative)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Dual[Any]:
        """Divide, where the ring does."""
        if not isinstance(other, Dual):
            return Dual(self.value / other, self.derivative / other)
        quotient = self.value / other.value
        return Dual(quotient, (self.derivative - quotient * other.derivative) / other.value)

    def __rtruediv__(self, other: Any) -> Dual[Any]:
        """Divide a constant."""
        quotient = other / self.value
        return Dual(quotient, -(quotient * self.derivative) / self.value)


def value_of(x: Any) -> Any:
    """Return the value of a dual; a constant is its own."""
    return x.value if isinstance(x, Dual) else x


def derivative_of(x: Any) -> Any:
    """Return the derivative of a dual; that of a constant is 0."""
    return x.derivative if isinstance(x, Dual) else 0
