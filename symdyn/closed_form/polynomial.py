"""Polynomials in cosines, sines and other letters: the ring in which closed forms are derived.

A term is a monomial and a coefficient. A monomial is one integer that holds every letter's exponent in its own byte,
so multiplying monomials is adding integers. The relation applied is

    s**2 -> 1 - c**2        for the sine s and the cosine c of one angle

so equal polynomials have equal terms, and zero has none. Coefficients are exact: rationals, or exact constants where
the geometry has roots or symbols.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from symdyn.algebra.exact import Exact
from symdyn.errors import InputError

Coefficient = int | Fraction | Exact
C = TypeVar("C", bound=Coefficient)
Factors = tuple[tuple[str, int], ...]  # letters with their exponents

BITS = 8  # of one exponent
BYTE = (1 << BITS) - 1


class TooLargeError(InputError):
    """A closed form has more terms than anybody would read."""


class Ring:
    """The letters; ``cosine_of`` maps every letter that is a sine to its cosine."""

    def __init__(self, letters: Sequence[str], cosine_of: Mapping[str, str], largest: int) -> None:
        """Give every letter its byte; no polynomial may have more than ``largest`` terms."""
        self.letters = tuple(letters)
        self.largest = largest
        self._units = {letter: 1 << (BITS * i) for i, letter in enumerate(self.letters)}
        self._squares = [(2 * self._units[s], 2 * self._units[c]) for s, c in cosine_of.items()]
        self._any_square = sum(square for square, _ in self._squares)

    def unit(self, name: str) -> int:
        """Return the monomial that is one letter."""
        return self._units[name]

    def letter(self, name: str) -> Polynomial:
        """Return the polynomial that is one letter."""
        return Polynomial(self, {self._units[name]: 1})

    def constant(self, value: Exact | Fraction | int) -> Polynomial:
        """Return a constant polynomial."""
        coefficient = simple(value)
        return Polynomial(self, {0: coefficient} if coefficient else {})

    def factors(self, monomial: int) -> Factors:
        """Return the letters of a monomial with their exponents."""
        found, i = [], 0
        while monomial:
            if exponent := monomial & BYTE:
                found.append((self.letters[i], exponent))
            monomial >>= BITS
            i += 1
        return tuple(found)

    def reduced(self, terms: dict[int, C]) -> dict[int, C]:
        """Replace the squares of sines, each of which products of reduced polynomials hold at most once."""
        if any(monomial & self._any_square for monomial in terms):
            for square, cosine_square in self._squares:
                for monomial in [monomial for monomial in terms if monomial & square]:
                    coefficient: Any = terms.pop(monomial)
                    accumulate(terms, monomial - square, coefficient)
                    accumulate(terms, monomial - square + cosine_square, -coefficient)
        return terms


class Polynomial:
    """An element of a ring; immutable."""

    __slots__ = ("ring", "terms")

    def __init__(self, ring: Ring, terms: dict[int, Coefficient]) -> None:
        """Take ownership of reduced terms without zeros."""
        self.ring = ring
        self.terms = terms

    def __iter__(self) -> Iterator[tuple[Factors, Coefficient]]:
        """Iterate over the terms, in an order that depends on the polynomial alone."""
        for monomial in sorted(self.terms):
            yield self.ring.factors(monomial), self.terms[monomial]

    def __eq__(self, other: object) -> bool:
        """Compare terms."""
        if isinstance(other, Polynomial):
            return self.terms == other.terms
        return self.terms == ({0: other} if other else {}) if isinstance(other, int | Fraction | Exact) else False

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        """Whether there are terms."""
        return bool(self.terms)

    def __neg__(self) -> Polynomial:
        """Negate."""
        return Polynomial(self.ring, {monomial: -x for monomial, x in self.terms.items()})

    def __add__(self, other: Polynomial | Coefficient) -> Polynomial:
        """Add."""
        if not isinstance(other, Polynomial):
            if not isinstance(other, int | Fraction | Exact):
                return NotImplemented
            other = self.ring.constant(other)
        larger, smaller = (self, other) if len(self.terms) >= len(other.terms) else (other, self)
        if not smaller.terms:
            return larger
        total = dict(larger.terms)
        for monomial, x in smaller.terms.items():
            accumulate(total, monomial, x)
        return Polynomial(self.ring, total)

    __radd__ = __add__

    def __sub__(self, other: Polynomial | Coefficient) -> Polynomial:
        """Subtract."""
        return self + (-other)

    def __rsub__(self, other: Coefficient) -> Polynomial:
        """Subtract from a constant."""
        return (-self) + other

    def __mul__(self, other: Polynomial | Coefficient) -> Polynomial:
        """Multiply."""
        if not isinstance(other, Polynomial):
            if not isinstance(other, int | Fraction | Exact):
                return NotImplemented
            other = self.ring.constant(other)
        product: dict[int, Coefficient] = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                monomial = left + right
                known = product.get(monomial)
                product[monomial] = a * b if known is None else known + a * b
        terms = self.ring.reduced({monomial: simple(x) for monomial, x in product.items() if x})
        if len(terms) > self.ring.largest:
            raise TooLargeError(f"more than {self.ring.largest} terms")
        return Polynomial(self.ring, terms)

    __rmul__ = __mul__


def accumulate(terms: dict[int, C], monomial: int, coefficient: C) -> None:
    """Add one term in place."""
    known: Any = terms.get(monomial)
    total = coefficient if known is None else known + coefficient
    if total:
        terms[monomial] = total
    else:
        terms.pop(monomial, None)


def simple(x: Coefficient) -> Coefficient:
    """Return a constant in the plainest type that holds it: equal constants compare equal, and integers are fast."""
    if isinstance(x, Exact):
        if not x.is_rational:
            return x
        x = x.rational
    return x.numerator if isinstance(x, Fraction) and x.denominator == 1 else x
