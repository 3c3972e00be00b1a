"""Primes, and roots of unity modulo them: all that it takes to choose a finite field."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import count

LARGE_PRIME = 2**61 - 31  # = 1 mod 24, so that sqrt(-1), sqrt(2) and sqrt(3) exist
ROOM_BITS = 20  # between an order and the primes that are 1 modulo it: about 20,000 of these
TRIAL_DIVISION_LIMIT = 1_000_000


def is_prime(n: int) -> bool:
    """Decide primality by Miller and Rabin with fixed witnesses: proved for n < 3.3e24, and no exception is known."""
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


def primes_one_modulo(order: int) -> Iterator[int]:
    """Yield large primes that are 1 modulo ``order``: below 2^61, or above a large order itself."""
    known, others = _primes_found(order)
    for i in count():
        if i == len(known):
            known.append(next(others))
        yield known[i]


@lru_cache(maxsize=100)
def _primes_found(order: int) -> tuple[list[int], Iterator[int]]:
    return [], filter(is_prime, _candidates(order))


def _candidates(order: int) -> Iterator[int]:
    room = LARGE_PRIME.bit_length() - order.bit_length()
    if room > ROOM_BITS:
        return iter(range(LARGE_PRIME - (LARGE_PRIME - 1) % order, order, -order))
    return count((order << ROOM_BITS) + 1, order)


@lru_cache(maxsize=1000)
def root_of_unity(order: int, p: int) -> int:
    """Return an element of exactly the given multiplicative order, which must divide p - 1.

    A power of order that has a prime factor beyond trial division is wrong with a probability of one in that factor.
    """
    primes = prime_factors(order)
    for base in range(2, p):
        root = pow(base, (p - 1) // order, p)
        if all(pow(root, order // prime, p) != 1 for prime in primes):
            return root
    raise ValueError(f"no element of order {order} modulo {p}")


@lru_cache(maxsize=1000)
def prime_factors(n: int) -> tuple[int, ...]:
    """Return the prime factors of a number, each once; what trial division leaves whole comes last, as one."""
    factors, divisor = [], 2
    while divisor * divisor <= n and divisor <= TRIAL_DIVISION_LIMIT:
        if n % divisor == 0:
            factors.append(divisor)
            while n % divisor == 0:
                n //= divisor
        divisor += 1 if divisor == 2 else 2
    return (*factors, n) if n > 1 else tuple(factors)


@lru_cache(maxsize=1000)
def non_residue(p: int) -> int:
    """Return the least number that has no square root modulo an odd prime."""
    return next(z for z in range(2, p) if pow(z, (p - 1) // 2, p) == p - 1)
