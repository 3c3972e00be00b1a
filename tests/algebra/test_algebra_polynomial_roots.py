"""Roots of polynomials in finite fields: all that there are, each once."""

import random

import pytest

from symdyn.algebra.modulus import Modulus, QuadraticModulus
from symdyn.algebra.polynomial_roots import roots_of

P = 2305843009213693921


def product(roots: list[int], modulus: Modulus) -> list[int]:
    found = [1]
    for root in roots:
        found = [(a - root * b) % modulus for a, b in zip([0, *found], [*found, 0], strict=True)]
    return found


@pytest.mark.parametrize("modulus", [10007, P])
def test_a_product_has_the_roots_that_it_is_made_of(modulus: int) -> None:
    draw = random.Random(0)
    for count in range(7):
        roots = sorted({draw.randrange(modulus) for _ in range(count)})
        assert sorted(roots_of(product([*roots, *roots[:2]], modulus), modulus)) == roots


def test_what_is_no_square_has_a_root_where_one_was_adjoined() -> None:
    field = QuadraticModulus(P)
    assert roots_of([-field.nu, 0, 1], P) == []
    assert {value * value % field for value in roots_of([-field.nu, 0, 1], field)} == {field.nu}
    assert sorted(roots_of([6, -5, 1], field)) == [2, 3]


def test_a_polynomial_of_degree_eight_has_one_root_on_average() -> None:
    draw = random.Random(1)
    met = [len(roots_of([draw.randrange(P) for _ in range(9)], P)) for _ in range(200)]
    assert 0.7 < sum(met) / len(met) < 1.3  # one, and single numbers vary by one: four times the average's deviation
