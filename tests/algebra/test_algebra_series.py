"""Power series over finite fields: products, inverses and roots, by what they mean."""

import random

import pytest

from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.modulus import QuadraticModulus
from symdyn.algebra.series import Series

P = 2**61 - 31


@pytest.fixture(params=[P, QuadraticModulus(P)], ids=["p", "p squared"])
def draw(request):
    source = random.Random(1)

    def drawn(first=None):
        entries = [source.randrange(P) for _ in range(7)]
        return Series([entries[0] if first is None else first, *entries[1:]], request.param)

    return drawn


def test_series_multiply_as_polynomials_cut_off(draw):
    x, y = draw(), draw()
    a, b = x.coefficients, y.coefficients
    assert (x * y).coefficients == tuple(sum(a[j] * b[k - j] for j in range(k + 1)) % x.modulus for k in range(7))


def test_a_series_times_its_inverse_is_one(draw):
    x = draw()
    assert (x * (1 / x)).coefficients == (1, 0, 0, 0, 0, 0, 0)
    assert (x / x - 1).coefficients == (0,) * 7


def test_a_root_squared_is_the_series(draw):
    x = draw(first=9)
    assert (x.root(3) * x.root(3)).coefficients == x.coefficients


def test_elements_of_the_field_are_constant_series(draw):
    x = draw()
    five = FieldElement(5, x.modulus)
    for one, other in ((five + x, x + 5), (five - x, 5 - x), (five * x, x * 5), (five / x, 5 * x.inverse())):
        assert one.coefficients == other.coefficients
    assert ((five - x) + (x - five)).coefficients == (0,) * 7
