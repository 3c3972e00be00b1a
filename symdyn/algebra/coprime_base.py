"""Whole numbers as products of numbers that share no factor, found by gcds: nobody has to factor anything.

With a = 10^12 + 39 and b = 10^12 + 61 written as a, b and a*b, the base is {a, b}, whatever the primes in them. Square
roots of base members that are no squares are then free of one another: no product of them is rational, and
root(a)*root(b) = root(a*b) holds whichever sign each has.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd


def coprime_base(numbers: Iterable[int]) -> tuple[int, ...]:
    """Return numbers above 1, in order, no two with a common factor, of which each number given is a product."""
    base: list[int] = []
    waiting = [number for number in numbers if number > 1]
    while waiting:
        number = waiting.pop()
        for member in base:
            common = gcd(number, member)
            if common > 1:
                base.remove(member)
                waiting += [part for part in (common, member // common, number // common) if part > 1]
                break
        else:
            base.append(number)
    return tuple(sorted(base))


def exponents(number: int, base: Iterable[int]) -> dict[int, int] | None:
    """Return how often each member of a base divides a number; None where the number is no product of them."""
    found: dict[int, int] = {}
    for member in base:
        while number % member == 0:
            number //= member
            found[member] = found.get(member, 0) + 1
    return found if number == 1 else None
