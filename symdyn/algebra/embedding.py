"""Carry exact constants into a finite field: a homomorphism, so every algebraic relation between them survives.

atom                        its image
pi-angles                   from one root of unity z
square roots of numbers     from z or a coprime base (see `rational_roots`), so that cos(pi/4) = sqrt(2)/2,
                            sqrt(a) sqrt(b) = sqrt(a b) and the like hold
square roots of sums        one root for each generator of a tower of fields (see `nested_roots`), so that whatever
                            holds between them, roots of numbers and cosines of pi/8 and the like holds here;
                            with symbols or other angles in the sum, one for each sum, the same for sums that differ
                            by a rational factor
angles in radians, symbols  a random rotation of a base angle, raised to a whole power: angles that are equal, opposite
or sums of each other stay so
symbols, pi as a number     random elements: nothing is assumed of them

Where a prime with all the roots is at hand, the field is that of the numbers modulo it. Otherwise it has p² elements,
and every number modulo p has a root: no prime need be searched.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from itertools import islice
from math import lcm, prod

from symdyn.algebra.atom import COS, LET, PI, POWER, ROOT, SIN, Atom
from symdyn.algebra.exact import Exact, Monomial, atoms_of
from symdyn.algebra.finite_field import FieldElement, reduced
from symdyn.algebra.modulus import Modulus, NoRootError, QuadraticModulus, inverse, power, some_root
from symdyn.algebra.nested_roots import content_and_rest, nested_roots
from symdyn.algebra.primes import primes_one_modulo, root_of_unity
from symdyn.algebra.rational_roots import RationalRoots, RootBase
from symdyn.algebra.tower_images import TowerImages

FULL_TURN = 24  # the root of unity always holds the angle pi/12
PRIMES_TRIED = 64  # for one with all the roots; five of them exist together in every 32nd
MOST_ATTEMPTS = 200  # more than there are fields to try: what one seed draws, no other does
_PI_MONOMIAL: Monomial = ((Atom(PI), 1),)

Rotation = tuple[int, int]
AngleUnit = tuple[Monomial, tuple[int, ...]]  # what angles are multiples of: a monomial without roots, and roots
_PI_UNIT: AngleUnit = (_PI_MONOMIAL, ())


class NoFieldError(ValueError):
    """No field was found that holds all the roots of some constants."""


class UnknownAngleError(ValueError):
    """A cosine or sine of an angle for which the field was not chosen."""


class Embedding:
    """A map from exact constants to elements of a finite field; call it on a constant.

    p         the prime
    degree    1 where the field has p elements, 2 where it has p²
    modulus   what values of elements are reduced by
    """

    def __init__(self, constants: Iterable[Exact], seed: int = 0, apart_from: Collection[int] = ()) -> None:
        """Choose a field and images for all atoms of ``constants``; other constants of the same atoms may follow.

        Its prime is none of ``apart_from``.
        """
        given = set(constants)
        atoms = sorted(atoms_of(given), key=str)
        orders = [terms.get(_PI_MONOMIAL, Fraction(0)).denominator for terms in _angles(atoms)]
        self._order = lcm(FULL_TURN, 2 * lcm(*orders))
        self._nested = nested_roots(atoms)
        self._base = RootBase([*_radicands(atoms), *self._nested.numbers()], self._order)
        self._denominators = self._common_denominators(atoms)
        others = (p for p in primes_one_modulo(self._order) if p not in apart_from)
        usable = (p for p in others if not _divides_any(p, given, atoms))
        for attempt, modulus in enumerate(self._fields(usable)):
            self._random = random.Random(seed * MOST_ATTEMPTS + attempt)
            self._choose(modulus)
            try:
                for atom in atoms:
                    self._image(atom)
            except NoRootError:
                continue
            return
        raise NoFieldError("no finite field was found that holds all the square roots of sums in these constants")

    def _fields(self, usable: Iterator[int]) -> Iterator[Modulus]:
        """Yield fields worth trying: those of p elements first, since computing there takes less time."""
        primes = []
        for p in islice(usable, PRIMES_TRIED):
            primes.append(p)
            if self._base.exist_modulo(p):
                yield p
        yield from map(QuadraticModulus, primes)

    def _choose(self, modulus: Modulus) -> None:
        self.modulus = modulus
        self.p, self.degree = (modulus, 1) if isinstance(modulus, int) else (modulus.p, 2)
        self._unit = root_of_unity(self._order, self.p)
        self._rational_root = RationalRoots(self._base, self._order, self._unit, modulus)
        self._in_tower = TowerImages(self._nested.generators, modulus, self._rational_root, self._rotation)
        self._images: dict[Atom, int] = {}
        self._roots_of_sums: dict[Exact, int] = {}
        self._products: dict[Monomial, int] = {}  # few, in many constants
        self._base_rotations: dict[AngleUnit, Rotation] = {}

    def __call__(self, constant: Exact) -> FieldElement:
        """Return the image of a constant."""
        return FieldElement(self._value(constant), self.modulus)

    def element(self, value: Fraction | int) -> FieldElement:
        """Return the image of a rational."""
        return FieldElement(reduced(Fraction(value), self.modulus), self.modulus)

    def random_element(self) -> FieldElement:
        """Draw one of p elements."""
        return FieldElement(self._random.randrange(self.p), self.modulus)

    def random_rotation(self) -> tuple[FieldElement, FieldElement]:
        """Draw the cosine and sine of an angle about which nothing is known."""
        c, s = self._draw_rotation()
        return FieldElement(c, self.modulus), FieldElement(s, self.modulus)

    def random_sign(self) -> FieldElement:
        """Draw 1 or -1."""
        return FieldElement(self._random.choice((1, -1)), self.modulus)

    def _value(self, constant: Exact) -> int:
        terms, modulus = constant.terms.items(), self.modulus
        return sum([self._product(monomial) * reduced(factor, modulus) for monomial, factor in terms]) % modulus

    def _product(self, monomial: Monomial) -> int:
        if monomial not in self._products:
            product = 1
            for atom, exponent in monomial:
                product = product * power(self._image(atom), exponent, self.modulus) % self.modulus
            self._products[monomial] = product
        return self._products[monomial]

    def _image(self, atom: Atom) -> int:
        if atom not in self._images:
            self._images[atom] = self._make_image(atom)
        return self._images[atom]

    def _make_image(self, atom: Atom) -> int:
        if atom.kind == ROOT:
            return self._rational_root(atom.argument)
        if atom.kind in (COS, SIN):
            return self._rotation(atom.argument)[atom.kind == SIN]
        if atom.kind == LET:
            return self._value(atom.argument)
        if atom.kind == POWER:
            base, exponent = atom.argument
            value = self._value(base) if exponent.denominator == 1 else self._root(base)
            return power(value, exponent.numerator, self.modulus)
        return self._random.randrange(1, self.p)

    def _root(self, x: Exact) -> int:
        """Return the image of the square root of a sum."""
        if x not in self._roots_of_sums:
            element = self._nested.root(x)
            self._roots_of_sums[x] = self._free_root(x) if element is None else self._in_tower(element)
        return self._roots_of_sums[x]

    def _free_root(self, x: Exact) -> int:
        """Return a root of what has no place in the tower."""
        content, rest = content_and_rest(x)
        if rest not in self._roots_of_sums:
            self._roots_of_sums[rest] = some_root(self._value(rest), self.modulus)
        return self._fraction_root(content) * self._roots_of_sums[rest] % self.modulus

    def _fraction_root(self, x: Fraction) -> int:
        if not x:
            return 0
        return (
            self._rational_root(x.numerator * x.denominator)
            * reduced(Fraction(1, x.denominator), self.p)
            % self.modulus
        )

    def _rotation(self, angle: Exact) -> Rotation:
        total: Rotation = (1, 0)
        for unit, coefficient in self._angle_terms(angle):
            if unit not in self._base_rotations:
                self._base_rotations[unit] = self._base_rotation(unit)
            steps = coefficient * self._denominators.setdefault(unit, coefficient.denominator)
            if steps.denominator != 1:
                raise UnknownAngleError(f"{angle} rad is no multiple of the angles for which this field was chosen")
            total = _compose(total, _repeated(self._base_rotations[unit], int(steps), self.p), self.p)
        return total

    def _angle_terms(self, angle: Exact) -> Iterator[tuple[AngleUnit, Fraction]]:
        """Yield what an angle is a sum of: multiples of monomials whose roots are written in the base."""
        for monomial, coefficient in angle.ordered_terms():
            inside = 1
            for atom, _ in monomial:
                inside *= atom.argument if atom.kind == ROOT else 1
            outside, roots = self._base.factors(inside)
            yield (tuple(factor for factor in monomial if factor[0].kind != ROOT), roots), coefficient * outside

    def _common_denominators(self, atoms: Iterable[Atom]) -> dict[AngleUnit, int]:
        denominators = {_PI_UNIT: self._order // 2}
        for atom in atoms:
            if atom.kind in (COS, SIN):
                for unit, coefficient in self._angle_terms(atom.argument):
                    denominators[unit] = lcm(denominators.get(unit, 1), coefficient.denominator)
        return denominators

    def _base_rotation(self, unit: AngleUnit) -> Rotation:
        """Cosine and sine of the unit over its common denominator."""
        if unit != _PI_UNIT:
            return self._draw_rotation()
        p = self.p
        w = pow(self._unit, self._order // (2 * self._denominators[unit]), p)
        i = pow(self._unit, self._order // 4, p)
        half, back = pow(2, -1, p), inverse(w, p)
        return (w + back) * half % p, (w - back) * half * inverse(i, p) % p

    def _draw_rotation(self) -> Rotation:
        p = self.p
        while True:
            t = self._random.randrange(p)
            norm = (1 + t * t) % p
            if norm:
                back = inverse(norm, p)
                return (1 - t * t) * back % p, 2 * t * back % p


def _angles(atoms: Iterable[Atom]) -> Iterator[dict[Monomial, Fraction]]:
    return (atom.argument.terms for atom in atoms if atom.kind in (COS, SIN))


def _radicands(atoms: Iterable[Atom]) -> Iterator[int]:
    """Yield the whole numbers of which square roots are needed."""
    for atom in atoms:
        if atom.kind == ROOT:
            yield atom.argument
        elif atom.kind == POWER and atom.argument[1].denominator == 2:
            content, _ = content_and_rest(atom.argument[0])
            yield content.numerator * content.denominator
    for terms in _angles(atoms):
        for monomial in terms:
            yield prod(atom.argument for atom, _ in monomial if atom.kind == ROOT)


def _divides_any(p: int, constants: Iterable[Exact], atoms: Iterable[Atom]) -> bool:
    """Whether a prime divides a number that occurs in constants: there its image is zero, or has no inverse."""
    inner = (atom.argument[0] if atom.kind == POWER else atom.argument for atom in atoms)
    for constant in (*constants, *(x for x in inner if isinstance(x, Exact))):
        for value in constant.terms.values():
            if not value.numerator % p or not value.denominator % p:
                return True
    return any(atom.kind == ROOT and not atom.argument % p for atom in atoms)


def _compose(a: Rotation, b: Rotation, p: int) -> Rotation:
    return (a[0] * b[0] - a[1] * b[1]) % p, (a[0] * b[1] + a[1] * b[0]) % p


def _repeated(rotation: Rotation, times: int, p: int) -> Rotation:
    if times < 0:
        rotation, times = (rotation[0], -rotation[1] % p), -times
    result: Rotation = (1, 0)
    while times:
        if times & 1:
            result = _compose(result, rotation, p)
        rotation = _compose(rotation, rotation, p)
        times >>= 1
    return result
