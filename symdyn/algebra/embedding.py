"""Carry exact constants into a finite field: a homomorphism, so every algebraic relation between them survives.

atom                        its image
sqrt(2), sqrt(3), pi-angles from one root of unity z, so that cos(pi/4) = sqrt(2)/2 and the like hold
other square roots          a root modulo the prime; a prime is chosen in which they all exist
angles in radians, symbols  a random rotation of a base angle, raised to a whole power: angles that are equal, opposite
or sums of each other stay so
symbols, pi as a number     random elements: nothing is assumed of them
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from math import lcm, prod

from symdyn.algebra.exact import COS, LET, PI, POWER, ROOT, SIN, Atom, Exact, Monomial
from symdyn.algebra.finite_field import (
    LARGE_PRIME,
    FieldElement,
    is_prime,
    reduced,
    root_of_unity,
    square_root_mod,
)

FULL_TURN = 24  # the root of unity always holds the angle pi/12
ATTEMPTS = 200
_PI_MONOMIAL: Monomial = ((Atom(PI), 1),)

Rotation = tuple[int, int]


class Embedding:
    """A map from exact constants to elements of a finite field; call it on a constant."""

    def __init__(self, constants: Iterable[Exact], seed: int = 0) -> None:
        """Choose a prime and images for all atoms of ``constants``; other constants of the same atoms may follow."""
        atoms = {atom for constant in constants for atom in constant.atoms()}
        angles = [atom.argument for atom in atoms if atom.kind in (COS, SIN)]
        self._denominators = _common_denominators(angles)
        self._order = lcm(FULL_TURN, 2 * self._denominators.get(_PI_MONOMIAL, 1))
        roots = sorted(atom.argument for atom in atoms if atom.kind == ROOT and atom.argument not in (2, 3))
        for attempt in range(ATTEMPTS):
            self._random = random.Random(seed * ATTEMPTS + attempt)
            self.p = _suitable_prime(self._order, roots)
            self._unit = root_of_unity(self._order, self.p)
            self._images: dict[Atom, int] = {}
            self._products: dict[Monomial, int] = {}  # few, in many constants
            self._base_rotations: dict[Monomial, Rotation] = {}
            try:
                for atom in sorted(atoms, key=str):
                    self._image(atom)
            except _NoRootError:
                continue
            return
        raise ValueError("no finite field holds all the roots of these constants")

    def __call__(self, constant: Exact) -> FieldElement:
        """Return the image of a constant."""
        return FieldElement(self._value(constant), self.p)

    def element(self, value: Fraction | int) -> FieldElement:
        """Return the image of a rational."""
        return FieldElement(reduced(Fraction(value), self.p), self.p)

    def random_element(self) -> FieldElement:
        """Draw an element."""
        return FieldElement(self._random.randrange(self.p), self.p)

    def random_rotation(self) -> tuple[FieldElement, FieldElement]:
        """Draw the cosine and sine of an angle about which nothing is known."""
        c, s = self._draw_rotation()
        return FieldElement(c, self.p), FieldElement(s, self.p)

    def random_sign(self) -> FieldElement:
        """Draw 1 or -1."""
        return FieldElement(self._random.choice((1, -1)), self.p)

    def _value(self, constant: Exact) -> int:
        p = self.p
        return sum([self._product(monomial) * reduced(factor, p) for monomial, factor in constant.terms.items()]) % p

    def _product(self, monomial: Monomial) -> int:
        if monomial not in self._products:
            powers = [pow(self._image(atom), exponent, self.p) for atom, exponent in monomial]
            self._products[monomial] = prod(powers) % self.p
        return self._products[monomial]

    def _image(self, atom: Atom) -> int:
        if atom not in self._images:
            self._images[atom] = self._make_image(atom)
        return self._images[atom]

    def _make_image(self, atom: Atom) -> int:
        p, z = self.p, self._unit
        if atom.kind == ROOT and atom.argument in (2, 3):  # 2 cos(pi/4), 2 cos(pi/6)
            w = pow(z, self._order // (8 if atom.argument == 2 else 12), p)
            return (w + pow(w, -1, p)) % p
        if atom.kind == ROOT:
            return _required_root(atom.argument, p)
        if atom.kind in (COS, SIN):
            return self._rotation(atom.argument)[atom.kind == SIN]
        if atom.kind == LET:
            return self._value(atom.argument)
        if atom.kind == POWER:
            base, exponent = atom.argument
            value = pow(self._value(base), exponent.numerator, p)
            return value if exponent.denominator == 1 else _required_root(value, p)
        return self._random.randrange(1, p)

    def _rotation(self, angle: Exact) -> Rotation:
        total: Rotation = (1, 0)
        for monomial, coefficient in angle.ordered_terms():
            if monomial not in self._base_rotations:
                self._base_rotations[monomial] = self._base_rotation(monomial)
            steps = coefficient * self._denominators[monomial]
            total = _compose(total, _repeated(self._base_rotations[monomial], int(steps), self.p), self.p)
        return total

    def _base_rotation(self, monomial: Monomial) -> Rotation:
        """Cosine and sine of the monomial over its common denominator."""
        if monomial != _PI_MONOMIAL:
            return self._draw_rotation()
        p = self.p
        w = pow(self._unit, self._order // (2 * self._denominators[monomial]), p)
        i = pow(self._unit, self._order // 4, p)
        half, inverse = pow(2, -1, p), pow(w, -1, p)
        return (w + inverse) * half % p, (w - inverse) * half * pow(i, -1, p) % p

    def _draw_rotation(self) -> Rotation:
        p = self.p
        while True:
            t = self._random.randrange(p)
            norm = (1 + t * t) % p
            if norm:
                inverse = pow(norm, -1, p)
                return (1 - t * t) * inverse % p, 2 * t * inverse % p


class _NoRootError(ValueError):
    """A square root does not exist for the values drawn: draw again."""


def _required_root(a: int, p: int) -> int:
    root = square_root_mod(a, p)
    if root is None:
        raise _NoRootError(a)
    return root


def _common_denominators(angles: Iterable[Exact]) -> dict[Monomial, int]:
    denominators: dict[Monomial, int] = {}
    for angle in angles:
        for monomial, coefficient in angle.terms.items():
            denominators[monomial] = lcm(denominators.get(monomial, 1), coefficient.denominator)
    return denominators


def _suitable_prime(order: int, roots: Iterable[int]) -> int:
    """Return the largest prime below 2^61 that is 1 modulo ``order`` and in which all ``roots`` have square roots."""
    wanted = list(roots)
    p = LARGE_PRIME
    if (p - 1) % order:
        p -= (p - 1) % order
    while not (is_prime(p) and all(pow(k, (p - 1) // 2, p) == 1 for k in wanted)):
        p -= order
    return p


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
