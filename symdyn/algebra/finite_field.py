"""Arithmetic modulo a prime: exact, of fixed size, and a field, so ranks over it need no tolerance."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

LARGE_PRIME = 2**61 - 31  # = 1 mod 24, so that sqrt(-1), sqrt(2) and sqrt(3) exist


class FieldElement:
    """An integer modulo a prime; mixes with integers and fractions."""

    __slots__ = ("p", "value")

    def __init__(self, value: int, p: int) -> None:
        """Reduce ``value`` modulo ``p``."""
        self.value = value % p
        self.p = p

    def _number(self, other: FieldElement | Fraction | int) -> int:
        if isinstance(other, FieldElement):
            return other.value
        if isinstance(other, int):
            return other
        return reduced(other, self.p)

    def __add__(self, other: FieldElement | Fraction | int) -> FieldElement:
        """Add."""
        if not isinstance(other, FieldElement | Fraction | int):
            return NotImplemented
        return FieldElement(self.value + self._number(other), self.p)

    __radd__ = __add__

    def __sub__(self, other: FieldElement | Fraction | int) -> FieldElement:
        """Subtract."""
        if not isinstance(other, FieldElement | Fraction | int):
            return NotImplemented
        return FieldElement(self.value - self._number(other), self.p)

    def __rsub__(self, other: Fraction | int) -> FieldElement:
        """Subtract from a number."""
        return FieldElement(self._number(other) - self.value, self.p)

    def __mul__(self, other: FieldElement | Fraction | int) -> FieldElement:
        """Multiply."""
        if not isinstance(other, FieldElement | Fraction | int):
            return NotImplemented
        return FieldElement(self.value * self._number(other), self.p)

    __rmul__ = __mul__

    def __truediv__(self, other: FieldElement | Fraction | int) -> FieldElement:
        """Divide."""
        if not isinstance(other, FieldElement | Fraction | int):
            return NotImplemented
        return FieldElement(self.value * pow(self._number(other), -1, self.p), self.p)

    def __rtruediv__(self, other: Fraction | int) -> FieldElement:
        """Divide a number."""
        return FieldElement(self._number(other) * pow(self.value, -1, self.p), self.p)

    def __neg__(self) -> FieldElement:
        """Negate."""
        return FieldElement(-self.value, self.p)

    def __pow__(self, exponent: int) -> FieldElement:
        """Raise to an integer power."""
        return FieldElement(pow(self.value, exponent, self.p), self.p)

    def __eq__(self, other: object) -> bool:
        """Compare modulo the prime."""
        if isinstance(other, FieldElement | int | Fraction):
            return self.value == self._number(other) % self.p
        return NotImplemented

    def __hash__(self) -> int:
        """Hash the residue."""
        return hash(self.value)

    def __bool__(self) -> bool:
        """Whether the element differs from zero."""
        return self.value != 0

    def __repr__(self) -> str:
        """Write the residue."""
        return f"{self.value} mod {self.p}"


def reduced(value: Fraction, p: int) -> int:
    """Return a fraction modulo a prime that does not divide its denominator."""
    return value.numerator * _inverse(value.denominator, p) % p


@lru_cache(maxsize=10_000)  # the denominators of one robot are few
def _inverse(value: int, p: int) -> int:
    return pow(value, -1, p)


def square_root_mod(a: int, p: int) -> int | None:
    """Return a square root of ``a`` modulo ``p`` by Tonelli and Shanks; None where there is none."""
    a %= p
    if a == 0:
        return 0
    if pow(a, (p - 1) // 2, p) != 1:
        return None
    odd, twos = p - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    non_residue = next(z for z in range(2, p) if pow(z, (p - 1) // 2, p) == p - 1)
    m, c, t, r = twos, pow(non_residue, odd, p), pow(a, odd, p), pow(a, (odd + 1) // 2, p)
    while t != 1:
        i, square = 0, t
        while square != 1:
            square, i = square * square % p, i + 1
        b = pow(c, 1 << (m - i - 1), p)
        m, c, t, r = i, b * b % p, t * b * b % p, r * b % p
    return r


def is_prime(n: int) -> bool:
    """Decide primality of n < 3.3e24 by Miller and Rabin with fixed witnesses."""
    witnesses = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    if n < 2 or any(n % w == 0 for w in witnesses):
        return n in witnesses
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for witness in witnesses:
        x = pow(witness, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def root_of_unity(order: int, p: int) -> int:
    """Return an element of exactly the given multiplicative order, which must divide p - 1."""
    primes = _prime_factors(order)
    for base in range(2, p):
        root = pow(base, (p - 1) // order, p)
        if all(pow(root, order // prime, p) != 1 for prime in primes):
            return root
    raise ValueError(f"no element of order {order} modulo {p}")


def _prime_factors(n: int) -> list[int]:
    factors, divisor = [], 2
    while divisor * divisor <= n:
        if n % divisor == 0:
            factors.append(divisor)
            while n % divisor == 0:
                n //= divisor
        divisor += 1
    return [*factors, n] if n > 1 else factors
