"""Which numbers of a tower of square roots are squares in it, but for a rational factor; and of what.

With g the last generator, g² = r, an element is q s², q rational, in one of three ways:

    a = q s²  or  a r = q s²            where g is not in it, and s is in the field below
    a + b g = q (x + y g)²              q x² = (a ± d)/2 and 2 q x y = b, where d² = a² - b² r in the field below

so the question goes down the tower until it is one about rationals. Before it is asked, `small_fields` rule out most,
and say for which product of several r at once it is worth asking. Every answer is checked by squaring.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt

from symdyn.algebra.primes import prime_factors
from symdyn.algebra.root_tower import ONE, Element, RootTower, parts, scaled, sum_of
from symdyn.algebra.small_fields import SmallFields, UnclearError

Square = tuple[Fraction, Element]  # q and s of q s²
HALF = Fraction(1, 2)
MOST_BRANCHES = 100  # where nothing tells which product it is; then the question is answered as if there were none
LONGEST_NORM = 16  # terms, on the way to a rational


@dataclass
class Squares:
    """A tower, and the whole numbers whose roots are its first generators."""

    tower: RootTower
    numbers: list[int] = field(default_factory=list)
    _fields: SmallFields = field(default_factory=SmallFields)
    _branches: int = 0  # taken for the present question
    _in_radicands: dict[int, set[int]] = field(default_factory=dict)

    def adjoin(self, radicand: Element) -> Element:
        """Add the root of a positive element that is no square, and return it."""
        self._fields.adjoin(radicand)
        return self.tower.adjoin(radicand)

    def adjoin_number(self, number: int) -> Element:
        """Add the root of a whole number that is no square times others that were added."""
        assert len(self.numbers) == len(self.tower.radicands), "numbers come first"
        self.numbers.append(number)
        return self.adjoin({0: Fraction(number)})

    def rational_root(self, q: Fraction, level: int | None = None) -> Element | None:
        """Return the positive root of a rational if it is in the field of the first generators."""
        number = q.numerator * q.denominator
        outside, inside = Fraction(1, q.denominator), 0
        for i, member in enumerate(self.numbers[:level]):
            exponent = 0
            while number % member == 0:
                number, exponent = number // member, exponent + 1
            outside *= member ** (exponent // 2)
            inside |= (exponent % 2) << i
        root = isqrt(number) if number > 0 else 0
        return {inside: outside * root} if root and root * root == number else None

    def square_part(self, a: Element, level: int | None = None) -> Square | None:
        """Return q and s of a = q s² in the field of the first generators; None where there are none."""
        if level is None:
            self._branches = 0
        n = len(self.tower.radicands) if level is None else level
        needed = max(a).bit_length()
        if not needed:
            return a[0], ONE
        if n <= len(self.numbers):
            n = needed  # roots of rationals that are not in it change q alone
        if n > needed:
            return self._without_last(a, n)
        if not self._fields.may_be_square(a, n):
            return None
        return self._of_sum(*parts(a, n - 1), n - 1)

    def _without_last(self, a: Element, n: int) -> Square | None:
        """Answer for an element without the last generator: it is a square with some radicands of the last ones."""
        radicands = self.tower.radicands
        below = n - 1  # of the generators from it on, no radicand has one of these
        while below > len(self.numbers) and self._needed(a, n, below - 1) <= below - 1:
            below -= 1
        numbers = sorted({-1, 2}.union(self._numbers_in_norm(a), *map(self._numbers_in_radicand, range(below, n))))
        others = [*radicands[below:n], *({0: Fraction(number)} for number in numbers)]
        try:
            chosen = self._fields.square_product(a, others, below)
        except UnclearError:
            self._branches += 1
            if self._branches > MOST_BRANCHES:
                return None
            return self._with_radicands(a, [], n - 1) or self._with_radicands(a, [n - 1], n - 1)
        return None if chosen is None else self._with_radicands(a, [below + i for i in chosen if below + i < n], below)

    def _with_radicands(self, a: Element, chosen: Sequence[int], level: int) -> Square | None:
        """Answer for an element that times some radicands must be a square in the field of the first generators."""
        roots, square = ONE, ONE
        for i in chosen:
            roots = self.tower.product(roots, {1 << i: Fraction(1)})
            square = self.tower.product(square, self.tower.radicands[i])
        found = self.square_part(self.tower.product(a, square), level)
        if found is None:
            return None
        q, s = found  # a = q s² / square = q (s roots / square)²
        return q, self.tower.product(s, self.tower.product(roots, self.tower.inverse(square)))

    def _needed(self, a: Element, n: int, below: int) -> int:
        """Return how many generators an element and the radicands from one on take."""
        return max(max(x).bit_length() for x in (a, *self.tower.radicands[below:n]))

    def _numbers_in_radicand(self, i: int) -> set[int]:
        if i not in self._in_radicands:
            self._in_radicands[i] = self._numbers_in_norm(self.tower.radicands[i])
        return self._in_radicands[i]

    def _numbers_in_norm(self, a: Element) -> set[int]:
        """Return numbers of which q of a = q s² is made: factors of the product of a's conjugates."""
        while max(a):
            i = max(a).bit_length() - 1
            a = self.tower.norm(*parts(a, i), i)
            if len(a) > LONGEST_NORM:
                return set()
        return set(prime_factors(abs(a[0].numerator * a[0].denominator)))

    def _of_sum(self, a: Element, b: Element, n: int) -> Square | None:
        tower = self.tower
        d = self._root(tower.norm(a, b, n), n)
        for sign in (1, -1) if d is not None else ():
            half = scaled(sum_of(a, scaled(d or {}, sign)), HALF)
            found = self.square_part(half, n) if half else None
            if found is not None:
                q, x = found
                y = scaled(tower.product(b, tower.inverse(x)), 1 / (2 * q))
                s = sum_of(x, {mask | 1 << n: value for mask, value in y.items()})
                assert scaled(tower.product(s, s), q) == sum_of(a, {mask | 1 << n: value for mask, value in b.items()})
                return q, s
        return None

    def _root(self, a: Element, level: int) -> Element | None:
        """Return a root of an element in the field of the first generators, of either sign."""
        found = self.square_part(a, level) if a else None
        factor = None if found is None else self.rational_root(found[0], level)
        return None if found is None or factor is None else self.tower.product(found[1], factor)
