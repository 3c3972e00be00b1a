"""The field of p² elements holds the square root of every number modulo p, and is a field."""

import random
from fractions import Fraction

import pytest

from symdyn.algebra.elimination import Echelon
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.modulus import QuadraticModulus, power, square_root_mod
from symdyn.algebra.primes import LARGE_PRIME, is_prime, prime_factors, primes_one_modulo, root_of_unity

FIELDS = [LARGE_PRIME, QuadraticModulus(LARGE_PRIME), QuadraticModulus(7)]


def _draw(modulus: QuadraticModulus | int, source: random.Random) -> FieldElement:
    if isinstance(modulus, int):
        return FieldElement(source.randrange(modulus), modulus)
    return FieldElement(modulus.whole(source.randrange(modulus.p), source.randrange(modulus.p)), modulus)


@pytest.mark.parametrize("modulus", FIELDS, ids=("p", "p²", "49"))
def test_the_laws_of_a_field_hold(modulus):
    source = random.Random(1)
    for _ in range(200):
        x, y, z = (_draw(modulus, source) for _ in range(3))
        assert x + y == y + x
        assert x * y == y * x
        assert x * (y + z) == x * y + x * z
        assert (x * y) * z == x * (y * z)
        assert not x - x
        assert -x + x == 0
        assert x**3 == x * x * x
        if y:
            assert x / y * y == x
            assert y**-2 * y * y == 1


def test_numbers_larger_than_the_field_mix_with_its_elements():
    modulus = QuadraticModulus(LARGE_PRIME)
    t = FieldElement(modulus.whole(0, 1), modulus)
    huge = 10**400 + 7
    assert t * huge == t * (huge % LARGE_PRIME)
    assert t + Fraction(huge, 10**300) - t == Fraction(huge, 10**300)
    assert huge - t + t == huge


def test_the_adjoined_root_squares_to_a_number_without_a_root():
    modulus = QuadraticModulus(LARGE_PRIME)
    t = FieldElement(modulus.whole(0, 1), modulus)
    assert t * t == modulus.nu
    assert square_root_mod(modulus.nu, LARGE_PRIME) is None


def test_every_number_modulo_p_has_a_root_among_p_squared_elements():
    modulus = QuadraticModulus(LARGE_PRIME)
    for number in range(200):
        root = square_root_mod(number, modulus)
        assert root is not None
        assert root * root % modulus == number


def test_of_the_elements_of_a_small_field_exactly_the_squares_have_roots():
    modulus = QuadraticModulus(7)
    elements = [modulus.whole(x, y) for x in range(7) for y in range(7)]
    squares = {x * x % modulus for x in elements}
    assert len(squares) == 25
    for x in elements:
        root = square_root_mod(x, modulus)
        assert (root is not None) == (x in squares)
        if root is not None:
            assert root * root % modulus == x
        assert power(x, 49, modulus) == x


def test_elements_of_different_fields_do_not_mix():
    modulus = QuadraticModulus(LARGE_PRIME)
    with pytest.raises(TypeError, match="different fields"):
        FieldElement(1, LARGE_PRIME) * FieldElement(modulus.whole(0, 1), modulus)


@pytest.mark.parametrize("modulus", FIELDS[:2], ids=("p", "p²"))
def test_rank_is_that_of_the_factors_of_a_product(modulus):
    source = random.Random(2)
    left = [[_draw(modulus, source) for _ in range(4)] for _ in range(9)]
    right = [[_draw(modulus, source) for _ in range(7)] for _ in range(4)]
    echelon = Echelon(7, modulus)
    for row in left:
        echelon.add([sum((a * b[j] for a, b in zip(row, right, strict=True)), 0 * row[0]).value for j in range(7)])
    assert echelon.rank == 4


@pytest.mark.parametrize("order", [24, 120, 24 * 10**13, 2 * 10**40, 24 * (2**89 - 1)])
def test_primes_with_a_root_of_unity_are_found_for_any_order(order):
    primes = [p for p, _ in zip(primes_one_modulo(order), range(3), strict=False)]
    for p in primes:
        assert is_prime(p)
        assert p % order == 1
        assert p > 2**59
        unit = root_of_unity(order, p)
        assert pow(unit, order, p) == 1
        assert all(pow(unit, order // q, p) != 1 for q in prime_factors(order))
    assert len(set(primes)) == 3
