"""Real numbers made of square roots, exactly: a tower of fields, each with one more root than the field below.

    Q,  Q(g0),  Q(g0, g1), …        gi = sqrt(ri) > 0, with ri in the field below

An element is a sum of products of generators, each at most once: a map from sets of generators (bits of an integer) to
rationals. Where no generator lies in the field below its own, equal numbers have equal elements, and every question has
an exact answer: products, inverses and signs need no digits.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

Element = dict[int, Fraction]  # sets of generators -> coefficients, zeros left out
ONE: Element = {0: Fraction(1)}


@dataclass(frozen=True)
class RootTower:
    """The radicands of the generators, from the ground up."""

    radicands: list[Element] = field(default_factory=list)

    def adjoin(self, radicand: Element) -> Element:
        """Add the root of a positive element that has none yet, and return it."""
        self.radicands.append(radicand)
        return {1 << (len(self.radicands) - 1): Fraction(1)}

    def product(self, a: Element, b: Element) -> Element:
        """Multiply: (a + b g)(c + d g) = a c + b d g² + (a d + b c) g, with the last generator g."""
        if not a or not b:
            return {}
        top = max(*a, *b)
        if not top:
            return {0: a[0] * b[0]}
        i = top.bit_length() - 1
        (a0, a1), (b0, b1) = parts(a, i), parts(b, i)
        total = self.product(a0, b0)
        accumulate(total, self.product(self.product(a1, b1), self.radicands[i]))
        mixed = self.product(a0, b1)
        accumulate(mixed, self.product(a1, b0))
        return total | {mask | 1 << i: x for mask, x in mixed.items()}

    def inverse(self, a: Element) -> Element:
        """Return 1/a: by its conjugate, until it is rational; a ZeroDivisionError where it is zero."""
        if not a:
            raise ZeroDivisionError("division by zero")
        top = max(a)
        if not top:
            return {0: 1 / a[0]}
        i = top.bit_length() - 1
        low, high = parts(a, i)
        conjugate = sum_of(low, {mask | 1 << i: -x for mask, x in high.items()})
        return self.product(conjugate, self.inverse(self.norm(low, high, i)))

    def norm(self, low: Element, high: Element, i: int) -> Element:
        """Return (low + high g)(low - high g) with the generator g numbered ``i``."""
        square = self.product(self.product(high, high), self.radicands[i])
        return sum_of(self.product(low, low), scaled(square, -1))

    def sign(self, a: Element) -> int:
        """Return -1, 0 or 1, exactly: of a + b g by the signs of a, b and a² - b² g²."""
        if not a:
            return 0
        top = max(a)
        if not top:
            return 1 if a[0] > 0 else -1
        i = top.bit_length() - 1
        low, high = parts(a, i)
        of_low, of_high = self.sign(low), self.sign(high)
        if of_low in (0, of_high):
            return of_high
        return of_low * self.sign(self.norm(low, high, i))


def parts(a: Element, i: int) -> tuple[Element, Element]:
    """Return b and c of a = b + c g, with the generator g numbered ``i`` in neither."""
    bit = 1 << i
    return (
        {mask: x for mask, x in a.items() if not mask & bit},
        {mask ^ bit: x for mask, x in a.items() if mask & bit},
    )


def sum_of(a: Element, b: Element) -> Element:
    """Add."""
    total = dict(a)
    accumulate(total, b)
    return total


def scaled(a: Element, factor: Fraction | int) -> Element:
    """Multiply by a rational."""
    return {mask: x * factor for mask, x in a.items()} if factor else {}


def accumulate(total: Element, a: Element) -> None:
    """Add in place."""
    for mask, x in a.items():
        value = total[mask] + x if mask in total else x
        if value:
            total[mask] = value
        else:
            del total[mask]
