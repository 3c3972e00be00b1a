"""What elements of a finite field are reduced by: a prime p, or for p² elements a prime and a square root to adjoin.

In the field of p² elements every number modulo p has a square root. Its elements are polynomials x + y t with t² = nu,
and nu without a root modulo p. One integer holds such a polynomial, its value at t = 2^shift with room between the
coefficients; so sums and products of elements are sums and products of integers, and what is left is the remainder:

    value % modulus         of sums of many products of two elements, for either kind of modulus

Numbers below p mean the same modulo both.
"""

from __future__ import annotations

from symdyn.algebra.primes import non_residue

SUMMAND_BITS = 40  # room for the sum of 2^40 products


class QuadraticModulus:
    """The field of p² elements, as what integers that hold polynomials in t are reduced by."""

    __slots__ = ("_half", "_mask", "_offset", "nu", "p", "shift")

    def __init__(self, p: int) -> None:
        """Adjoin the root of the least number that has none modulo ``p``."""
        self.p = p
        self.nu = non_residue(p)
        self.shift = 2 * p.bit_length() + SUMMAND_BITS
        self._half = 1 << (self.shift - 1)
        self._mask = (1 << self.shift) - 1
        self._offset = self._half * (1 + (1 << self.shift) + (1 << 2 * self.shift))  # makes all coefficients positive

    def __rmod__(self, value: int) -> int:
        """Reduce a polynomial in t of degree two: t² -> nu, coefficients modulo p."""
        shift, half, p = self.shift, self._half, self.p
        raised = value + self._offset
        x = (raised & self._mask) - half + self.nu * ((raised >> 2 * shift) - half)
        y = (raised >> shift & self._mask) - half
        return x % p + (y % p << shift)

    def parts(self, value: int) -> tuple[int, int]:
        """Return x and y of a reduced value x + y t."""
        return value & self._mask, value >> self.shift

    def whole(self, x: int, y: int) -> int:
        """Return x + y t."""
        return x % self.p + (y % self.p << self.shift)


Modulus = int | QuadraticModulus


def characteristic(modulus: Modulus) -> int:
    """Return the prime."""
    return modulus if isinstance(modulus, int) else modulus.p


def inverse(value: int, modulus: Modulus) -> int:
    """Return 1/value; a ValueError where it is zero."""
    if isinstance(modulus, int):
        return pow(value, -1, modulus)
    x, y = modulus.parts(value)
    norm = pow(x * x - modulus.nu * y * y, -1, modulus.p)  # (x + y t)(x - y t)
    return modulus.whole(x * norm, -y * norm)


def power(value: int, exponent: int, modulus: Modulus) -> int:
    """Raise to a whole power."""
    if isinstance(modulus, int):
        return pow(value, exponent, modulus)
    if exponent < 0:
        value, exponent = inverse(value, modulus), -exponent
    result = 1
    while exponent:
        if exponent & 1:
            result = result * value % modulus
        value = value * value % modulus
        exponent >>= 1
    return result


def square_root_mod(value: int, modulus: Modulus) -> int | None:
    """Return a square root; None where there is none."""
    if isinstance(modulus, int):
        return _root_modulo_prime(value % modulus, modulus)
    x, y = modulus.parts(value)
    p, nu = modulus.p, modulus.nu
    if not y:
        root = _root_modulo_prime(x, p)
        if root is not None:
            return root
        upright = _root_modulo_prime(x * pow(nu, -1, p) % p, p)  # of two numbers without a root, the ratio has one
        assert upright is not None
        return modulus.whole(0, upright)
    # (u + v t)² = x + y t: u² + nu v² = x and 2 u v = y, so u² = (x ± s)/2 with s² = x² - nu y²
    s = _root_modulo_prime((x * x - nu * y * y) % p, p)
    if s is None:
        return None
    half = pow(2, -1, p)
    for square in ((x + s) * half % p, (x - s) * half % p):
        u = _root_modulo_prime(square, p)
        if u:
            return modulus.whole(u, y * half * pow(u, -1, p))
    raise AssertionError("one of the two is a square, since their product nu y²/4 is none")


class NoRootError(ValueError):
    """A square root does not exist in a field."""


def some_root(value: int, modulus: Modulus) -> int:
    """Return a square root; a NoRootError where there is none."""
    found = square_root_mod(value, modulus)
    if found is None:
        raise NoRootError("a square root does not exist in this field")
    return found


def _root_modulo_prime(a: int, p: int) -> int | None:
    """By Tonelli and Shanks."""
    if a == 0:
        return 0
    if pow(a, (p - 1) // 2, p) != 1:
        return None
    odd, twos = p - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    m, c, t, r = twos, pow(non_residue(p), odd, p), pow(a, odd, p), pow(a, (odd + 1) // 2, p)
    while t != 1:
        i, square = 0, t
        while square != 1:
            square, i = square * square % p, i + 1
        b = pow(c, 1 << (m - i - 1), p)
        m, c, t, r = i, b * b % p, t * b * b % p, r * b % p
    return r
