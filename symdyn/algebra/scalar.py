"""What the dynamics compute with: elements of a commutative ring, and what a ring must tell beside + - *.

A scalar adds, subtracts, multiplies and negates, with its own kind and with whole numbers. For all x, y, z

    x + y = y + x        (x + y) + z = x + (y + z)        x + 0 = x        x - y = x + (-y)        x - x = 0
    x * y = y * x        (x * y) * z = x * (y * z)        x * 1 = x        x * (y + z) = x * y + x * z        x * 0 = 0

up to rounding where the scalar rounds. Whole numbers stand for their images: 2 * x = x + x. So a recursion may start
from 0 and 1 in any ring, and what is structurally zero costs nothing where scalars notice.

A ring has no cosines, signs and square roots. Those of numbers, expressions and programs are functions; elsewhere, as
in finite fields, whoever chooses a state supplies them with it: cosines and signs as inputs, roots as a table of those
elements that have a known one, for which `with_roots` makes a function. Functions of duals are in `dual_functions`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, Self, TypeVar

from symdyn.algebra.exact import Exact
from symdyn.algebra.trigonometry import cos_sin


class Scalar(Protocol):
    """An element of a commutative ring."""

    def __add__(self, other: Self | int, /) -> Self:
        """Add."""

    def __radd__(self, other: int, /) -> Self:
        """Add to a whole number."""

    def __sub__(self, other: Self | int, /) -> Self:
        """Subtract."""

    def __rsub__(self, other: int, /) -> Self:
        """Subtract from a whole number."""

    def __mul__(self, other: Self | int, /) -> Self:
        """Multiply."""

    def __rmul__(self, other: int, /) -> Self:
        """Multiply a whole number."""

    def __neg__(self) -> Self:
        """Negate."""


class Divisible(Scalar, Protocol):
    """An element of a field."""

    def __truediv__(self, other: Self, /) -> Self:
        """Divide."""


S = TypeVar("S", bound=Scalar)

ZERO: Any = 0
ONE: Any = 1
"""Zero and one of every ring: whole numbers that stand for their images."""


@dataclass(frozen=True, slots=True)
class Ring(Generic[S]):
    """How exact constants are carried into a ring, by a homomorphism; and its functions, those that it has, by name."""

    lift: Callable[[Exact], S]
    functions: Mapping[str, Callable[..., S]] = field(default_factory=dict)

    def function(self, name: str, *operands: S) -> S:
        """Apply sin, cos, sign, sqrt or atan2, whose operands are y and x."""
        if name not in self.functions:
            where = f"as the input {name}" if name in ("sin", "cos", "sign") else "as a function of the ring"
            raise TypeError(f"this ring has no {name}: give its values with the state, {where}")
        return self.functions[name](*operands)

    def turn(self, q: S, offset: Exact) -> tuple[S, S]:
        """Cosine and sine of q + offset; right angles cost nothing, other offsets one addition."""
        c, s = cos_sin(offset)
        if c.is_rational and s.is_rational:  # 0, 1 or -1
            return turned(self.function("cos", q), self.function("sin", q), self.lift(c), self.lift(s))
        angle = q + self.lift(offset)
        return self.function("cos", angle), self.function("sin", angle)


def turned(c: S, s: S, c_more: S, s_more: S) -> tuple[S, S]:
    """Cosine and sine of the sum of two angles, from those of each."""
    return c * c_more - s * s_more, s * c_more + c * s_more


class UnknownRootError(ArithmeticError):
    """The square root of an element that is not in the table of roots."""


def with_roots(ring: Ring[S], roots: Mapping[S, S]) -> Ring[S]:
    """Return a ring that knows the square roots in a table besides: which of two roots is meant, the table says."""

    def root(x: S) -> S:
        if x not in roots:
            raise UnknownRootError(f"no square root is known of {x}")
        return roots[x]

    return Ring(ring.lift, {**ring.functions, "sqrt": root})


EXACTS: Ring[Exact] = Ring(lambda constant: constant)
"""Exact constants themselves: slower than any other, but any geometry will do."""
