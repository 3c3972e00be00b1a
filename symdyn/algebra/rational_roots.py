"""Square roots of whole numbers as elements of a finite field, with every product between them as in the reals.

The numbers are products over a coprime base; the root of each member of the base is chosen once, and the roots of all
numbers follow. What the root of unity z, which stands for angles, already says of a root is respected:

    member of the base        its root
    a square c²               c
    2                         2 cos(pi/4)
    3                         2 cos(pi/6)
    an odd prime q            Gauss's sum of (a over q) z_q^a, a < q, with z_q of order q: it is sqrt(q), or i sqrt(q)
                              where q = 3 mod 4; so sqrt(5) = 4 cos(pi/5) - 1
    any other                 either root: nothing else depends on it
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt

from symdyn.algebra.coprime_base import coprime_base, exponents
from symdyn.algebra.modulus import Modulus, characteristic, inverse, square_root_mod
from symdyn.algebra.primes import prime_factors

MOST_SUMMANDS = 10_000  # of Gauss's sum; a relation of cosines that would show a longer one, nobody writes


class UnknownRootError(ValueError):
    """A square root of a number for which the field was not chosen."""


class RootBase:
    """A coprime base for the numbers whose roots are wanted, and how each number is made of it."""

    def __init__(self, numbers: Iterable[int], order: int) -> None:
        """Take the numbers, and the order of the root of unity that stands for angles."""
        wanted = set(numbers)
        self.from_angles = frozenset(q for q in prime_factors(order) if q <= MOST_SUMMANDS)
        self._base = coprime_base([*self.from_angles, *sorted(wanted)])
        self._exponents: dict[int, dict[int, int]] = {}
        self.members = sorted({member for number in wanted for member in self.factors(number)[1]})

    def factors(self, number: int) -> tuple[int, tuple[int, ...]]:
        """Return the number c and members b of the base, each once and no square, with c² * product of b = number."""
        if number not in self._exponents:
            found = exponents(number, self._base)
            if found is None:
                raise UnknownRootError(f"sqrt({number}) is not made of the roots for which this field was chosen")
            self._exponents[number] = found
        outside, inside = 1, []
        for member, exponent in self._exponents[number].items():
            root = isqrt(member)
            if root * root == member:
                outside *= root**exponent
                continue
            outside *= member ** (exponent // 2)
            if exponent % 2:
                inside.append(member)
        return outside, tuple(inside)

    def exist_modulo(self, p: int) -> bool:
        """Whether all roots exist modulo a prime."""
        return all(member in self.from_angles or pow(member, (p - 1) // 2, p) == 1 for member in self.members)


class RationalRoots:
    """The images of square roots in one field."""

    def __init__(self, base: RootBase, order: int, unit: int, modulus: Modulus) -> None:
        """Take the base, the root of unity for angles and its order, and the field in which all roots exist."""
        self._base, self._order, self._unit, self._modulus = base, order, unit, modulus
        self._of_members: dict[int, int] = {}

    def __call__(self, number: int) -> int:
        """Return the image of the positive square root of a positive whole number."""
        outside, inside = self._base.factors(number)
        result = outside % characteristic(self._modulus)
        for member in inside:
            result = result * self._of_member(member) % self._modulus
        return result

    def _of_member(self, member: int) -> int:
        if member not in self._of_members:
            self._of_members[member] = self._chosen(member)
        return self._of_members[member]

    def _chosen(self, member: int) -> int:
        p = characteristic(self._modulus)
        if member in (2, 3):  # 2 cos(pi/4), 2 cos(pi/6)
            w = pow(self._unit, self._order // (8 if member == 2 else 12), p)
            return (w + pow(w, -1, p)) % p
        if member in self._base.from_angles:
            return self._gauss_sum(member, p)
        root = square_root_mod(member % p, self._modulus)
        if root is None:
            raise UnknownRootError(f"sqrt({member}) does not exist in the field of {p} elements")
        return root

    def _gauss_sum(self, q: int, p: int) -> int:
        unit = pow(self._unit, self._order // q, p)
        squares = {a * a % q for a in range(1, q)}
        total, turned = 0, 1
        for a in range(1, q):
            turned = turned * unit % p
            total += turned if a in squares else -turned
        if q % 4 == 3:
            total *= inverse(pow(self._unit, self._order // 4, p), p)
        return total % p
