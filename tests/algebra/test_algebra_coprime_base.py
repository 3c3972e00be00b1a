"""Numbers are products over a coprime base, though nobody factors them."""

import random
from itertools import combinations
from math import gcd, prod

from symdyn.algebra.coprime_base import coprime_base, exponents


def test_a_product_of_two_given_numbers_adds_nothing():
    a, b = 10**12 + 39, 10**12 + 61
    assert coprime_base([a * b, a, b]) == (a, b)


def test_powers_and_one_are_made_of_smaller_numbers():
    assert coprime_base([1, 8, 4, 27]) == (2, 27)


def test_every_number_is_a_product_of_members_that_share_no_factor():
    source = random.Random(3)
    for _ in range(100):
        numbers = [prod(source.choices((2, 3, 5, 7, 10**9 + 7), k=4)) for _ in range(6)]
        base = coprime_base(numbers)
        assert all(gcd(a, b) == 1 for a, b in combinations(base, 2))
        for number in numbers:
            found = exponents(number, base)
            assert found is not None
            assert prod(member**exponent for member, exponent in found.items()) == number


def test_a_number_with_another_factor_is_no_product_of_the_base():
    assert exponents(6, (2, 5)) is None
