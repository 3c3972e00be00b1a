"""Polynomials in cosines, sines and other letters: the ring in which closed forms are derived.

A term is a monomial and a coefficient. A monomial is one integer that holds every letter's exponent in its own byte,
so multiplying monomials is adding integers. The relation applied is

    s**2 -> 1 - c**2        for the sine s and the cosine c of one angle

so equal polynomials have equal terms, and zero has none. Coefficients are exact: rationals, or exact constants where
the geometry has roots or symbols. SymPy's sparse polynomials take two to six times as long (docs/house.md has the
measurements).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from symdyn.algebra.exact import Exact
from symdyn.errors import InputError

Coefficient = int | Fraction | Exact
Factors = tuple[tuple[str, int], ...]  # letters with their exponents

BITS = 8  # of one exponent
BYTE = (1 << BITS) - 1


def simple_constant(x: Coefficient) -> Coefficient:
    """Return a constant in the plainest type that holds it: equal constants compare equal, and integers are fast."""
    if isinstance(x, Exact):
        if not x.is_rational:
            return x
        x = x.rational
    return x.numerator if isinstance(x, Fraction) and x.denominator == 1 else x


class TooLargeError(InputError):
    """A closed form has more terms than anybody would read."""


class TooMuchWorkError(Exception):
    """Deriving or counting takes longer than it may."""


class PolynomialRing:
    """Polynomials in some letters.

    cosine_of   maps every letter that is a sine to its cosine
    simple      brings a coefficient to the form in which zero is known as zero
    largest     terms that a polynomial may have
    most_work   products of two terms that may be made
    """

    def __init__(
        self,
        letters: Sequence[str],
        cosine_of: Mapping[str, str],
        simple: Callable[[Any], Any] = simple_constant,
        *,
        largest: float = inf,
        most_work: float = inf,
    ) -> None:
        """Give every letter its byte."""
        self.letters = tuple(letters)
        self.simple = simple
        self.largest = largest
        self.work_left = most_work
        self.constants_left = inf  # products of two terms of constants that may be made, where any is not rational
        self._units = {letter: 1 << (BITS * i) for i, letter in enumerate(self.letters)}
        self._squares = [(2 * self._units[s], 2 * self._units[c]) for s, c in cosine_of.items()]
        self._any_square = sum(square for square, _ in self._squares)

    def adjoin_turn(self, cosine: str, sine: str) -> tuple[Polynomial, Polynomial]:
        """Add the cosine and sine of one more angle to the letters, and return them."""
        for letter in (cosine, sine):
            self._units[letter] = 1 << (BITS * len(self.letters))
            self.letters = (*self.letters, letter)
        square = 2 * self._units[sine]
        self._squares.append((square, 2 * self._units[cosine]))
        self._any_square += square
        return self.letter(cosine), self.letter(sine)

    def spend(self, left: Mapping[int, Coefficient], right: Mapping[int, Coefficient]) -> None:
        """Count the work of a product; refuse what is more than there may be."""
        self.work_left -= len(left) * len(right)
        if self.constants_left < inf:
            self.constants_left -= products_of_constants(left.values(), right.values())
        if self.work_left < 0 or self.constants_left < 0:
            raise TooMuchWorkError

    def letter(self, name: str) -> Polynomial:
        """Return the polynomial that is one letter."""
        return Polynomial(self, {self._units[name]: 1})

    def constant(self, value: Coefficient) -> Polynomial:
        """Return a constant polynomial."""
        coefficient = self.simple(value)
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

    def reduced(self, terms: dict[int, Coefficient]) -> dict[int, Coefficient]:
        """Replace the squares of sines, each of which products of reduced polynomials hold at most once."""
        if any(monomial & self._any_square for monomial in terms):
            for square, cosine_square in self._squares:
                for monomial in [monomial for monomial in terms if monomial & square]:
                    coefficient = terms.pop(monomial)
                    self.accumulate(terms, monomial - square, coefficient)
                    self.accumulate(terms, monomial - square + cosine_square, -coefficient)
        return terms

    def accumulate(self, terms: dict[int, Coefficient], monomial: int, coefficient: Coefficient) -> None:
        """Add one term in place."""
        known = terms.get(monomial)
        total = coefficient if known is None else self.simple(known + coefficient)
        if total:
            terms[monomial] = total
        else:
            terms.pop(monomial, None)


class Polynomial:
    """An element of a ring; immutable."""

    __slots__ = ("ring", "terms")

    def __init__(self, ring: PolynomialRing, terms: dict[int, Coefficient]) -> None:
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
            self.ring.accumulate(total, monomial, x)
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
        self.ring.spend(self.terms, other.terms)
        product: dict[int, Coefficient] = {}
        for left, a in self.terms.items():
            for right, b in other.terms.items():
                monomial = left + right
                known = product.get(monomial)
                product[monomial] = a * b if known is None else known + a * b
        simple = self.ring.simple
        terms = self.ring.reduced({monomial: y for monomial, x in product.items() if (y := simple(x))})
        if len(terms) > self.ring.largest:
            raise TooLargeError(f"more than {self.ring.largest} terms")
        return Polynomial(self.ring, terms)

    __rmul__ = __mul__


def products_of_constants(left: Collection[Coefficient], right: Collection[Coefficient]) -> int:
    """Return how many products of two terms of exact constants it takes to multiply; plain numbers take no time."""
    if not any(isinstance(x, Exact) for some in (left, right) for x in some):
        return 0
    return _terms(left) * _terms(right)


def _terms(constants: Iterable[Coefficient]) -> int:
    return sum(len(x.terms) if isinstance(x, Exact) else 1 for x in constants)
