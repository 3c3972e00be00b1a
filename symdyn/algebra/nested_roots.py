"""Square roots of sums in one tower of fields, so that equal ones are one number whatever they are made of.

    sqrt(5 + 2 sqrt(6)) = sqrt(2) + sqrt(3)        sqrt(2 + sqrt(2)) sqrt(2 - sqrt(2)) = sqrt(2)
    sqrt(2 + sqrt(2)) = 2 cos(pi/8)                sqrt(3 + sqrt(7)) sqrt(2) = sqrt(3 + sqrt(2)) + sqrt(3 - sqrt(2))

Every root is expressed in the generators that are there, if it can be, and is a new generator if it cannot: then it is
free of them, and a field may have either root for it. Roots of sums with symbols, angles in radians or angles that
cannot be drawn (see `drawn_angles`) have no place here: `content_and_rest` alone makes equal ones look equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, isqrt, lcm

from symdyn.algebra.atom import COS, LET, POWER, ROOT, SIN, Atom
from symdyn.algebra.coprime_base import coprime_base
from symdyn.algebra.drawn_angles import TWELFTH, drawn_part, numbers_of, smallest_turn, turned
from symdyn.algebra.exact import EXACT_PI, Exact
from symdyn.algebra.root_tower import ONE, Element, RootTower, accumulate, scaled
from symdyn.algebra.tower_squares import Squares


@lru_cache(maxsize=10_000)
def content_and_rest(x: Exact) -> tuple[Fraction, Exact]:
    """Return the largest rational that divides a constant, positive, and the rest: whole, without a common factor."""
    content = _content(x.terms.values())
    return (content, x * (1 / content)) if x else (Fraction(1), x)


def _content(values: Iterable[Fraction]) -> Fraction:
    numbers = list(values)
    return Fraction(gcd(*(x.numerator for x in numbers)), lcm(*(x.denominator for x in numbers)))


@dataclass(frozen=True, slots=True)
class Generator:
    """A root that others are made of: of a number; of an element; or a multiple of the cosine or sine of an angle."""

    number: int = 0
    radicand: Element | None = None
    turn: tuple[str, Exact, int] | None = None  # COS or SIN, the angle, the multiple


class UnknownNestedRootError(ValueError):
    """A square root of a sum that the tower was not built for."""


class _NewNumberError(Exception):
    """The root of a number is needed that the tower has not: it must be built again, from the ground."""


class _NoPlaceError(Exception):
    """A constant is made of something else than square roots."""


def nested_roots(atoms: Iterable[Atom]) -> NestedRoots:
    """Return the tower for the roots of sums among the atoms of some constants, those inside roots too."""
    roots = frozenset(atom.argument[0] for atom in atoms if _is_root_of_sum(atom) and _may_have_a_place(atom))
    parts = [part.denominator for part in map(drawn_part, atoms) if part] if roots else []
    return _built(roots, lcm(TWELFTH, *parts) if parts else 0)


@lru_cache(maxsize=100)  # all fields for one robot's constants share it
def _built(radicands: frozenset[Exact], parts: int) -> NestedRoots:
    return NestedRoots(radicands, parts)


def _is_root_of_sum(atom: Atom) -> bool:
    return bool(atom.kind == POWER and atom.argument[1].denominator == 2)


def _may_have_a_place(atom: Atom) -> bool:
    """Whether nothing but square roots is in an atom."""
    if atom.kind not in (LET, POWER):
        return atom.kind == ROOT or drawn_part(atom) is not None
    inner = atom.argument if atom.kind == LET else atom.argument[0]
    return all(_may_have_a_place(part) for monomial in inner.terms for part, _ in monomial)


def _depth(x: Exact) -> int:
    """Return how many roots of sums are inside each other in a constant."""
    inner = (atom.argument[0] for monomial in x.terms for atom, _ in monomial if atom.kind == POWER)
    return 1 + max(map(_depth, inner), default=0)


class NestedRoots:
    """A tower; `generators` are what it is made of, from the ground up."""

    def __init__(self, radicands: Iterable[Exact], parts: int) -> None:
        """Take the sums whose roots are wanted, and the parts of pi of which angles are multiples; 0: no angles."""
        ordered = sorted(radicands, key=lambda x: (_depth(x), str(x)))
        numbers = {atom.argument for radicand in ordered for atom in radicand.atoms() if atom.kind == ROOT}
        while True:
            self._start(numbers, parts)
            try:
                for radicand in ordered:
                    self.root(radicand)
                break
            except _NewNumberError as missing:
                numbers |= set(missing.args)
        self._is_built = True

    def _start(self, numbers: set[int], parts: int) -> None:
        """Begin a tower with the roots of numbers, and with those that the angle pi/parts is made of."""
        self._is_built = False
        self._tower, self._parts = RootTower(), parts
        self._squares = Squares(self._tower)
        self.generators: list[Generator] = []
        self._roots: dict[Exact, Element | None] = {}
        for number in coprime_base([*numbers, *(numbers_of(parts) if parts else ())]):
            if isqrt(number) ** 2 != number:
                self.generators.append(Generator(number=number))
                self._squares.adjoin_number(number)
        if parts:
            self._smallest_turn = smallest_turn(self._tower, parts, self._root_of_number, self._adjoin_turn)

    def numbers(self) -> list[int]:
        """Return the whole numbers whose roots are generators."""
        return [generator.number for generator in self.generators if generator.number]

    def root(self, x: Exact) -> Element | None:
        """Return the positive square root of a constant; None where it has no place in the tower.

        Raises:
            UnknownNestedRootError: it needs a generator that the tower has not.
        """
        if x not in self._roots:
            self._roots[x] = self._made(x)
        return self._roots[x]

    def _made(self, x: Exact) -> Element | None:
        try:
            a = self._element(x)
        except _NoPlaceError:
            return None
        if self._tower.sign(a) <= 0:
            return None if a else {}
        q, s = self._squares.square_part(a) or self._adjoin(a)
        root = self._tower.product(s, self._root_of_number(q))
        return scaled(root, self._tower.sign(root))

    def _adjoin(self, a: Element) -> tuple[Fraction, Element]:
        if self._is_built:
            raise UnknownNestedRootError("a square root of a sum is not made of those for which this field was chosen")
        content = _content(a.values())
        rest = scaled(a, 1 / content)
        self.generators.append(Generator(radicand=rest))
        return content, self._squares.adjoin(rest)

    def _adjoin_turn(self, square: Element, kind: str, parts: int, multiple: int) -> Element:
        self.generators.append(Generator(turn=(kind, EXACT_PI * Fraction(1, parts), multiple)))
        return self._squares.adjoin(square)

    def _root_of_number(self, q: Fraction) -> Element:
        found = self._squares.rational_root(q)
        if found is not None:
            return found
        if self._is_built:
            raise UnknownNestedRootError(f"sqrt({q}) is not made of the roots for which this field was chosen")
        raise _NewNumberError(q.numerator * q.denominator)

    def _element(self, x: Exact) -> Element:
        total: Element = {}
        for monomial, coefficient in x.terms.items():
            term = {0: coefficient}
            for atom, exponent in monomial:
                term = self._tower.product(term, self._power(self._of_atom(atom), exponent))
            accumulate(total, term)
        return total

    def _of_atom(self, atom: Atom) -> Element:
        if atom.kind == ROOT:
            return self._root_of_number(Fraction(atom.argument))
        if atom.kind == LET:
            return self._element(atom.argument)
        if atom.kind in (COS, SIN):
            return self._of_turn(atom)
        if atom.kind == POWER:
            base, exponent = atom.argument
            found = self._element(base) if exponent.denominator == 1 else self.root(base)
            if found is not None:
                return self._power(found, exponent.numerator)
        raise _NoPlaceError

    def _of_turn(self, atom: Atom) -> Element:
        part = drawn_part(atom)
        if part is None or not self._parts or (steps := part * self._parts).denominator != 1:
            raise _NoPlaceError
        return turned(self._tower, self._smallest_turn, int(steps))[atom.kind == SIN]

    def _power(self, a: Element, exponent: int) -> Element:
        result, factor = ONE, a if exponent >= 0 else self._tower.inverse(a)
        for _ in range(abs(exponent)):
            result = self._tower.product(result, factor)
        return result
