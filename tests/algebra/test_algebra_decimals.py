"""The double of a constant is the one nearest to it."""

import random
from fractions import Fraction
from math import cos, pi, sqrt

import mpmath
import pytest

from symdyn.algebra.decimals import to_float, to_mpf
from symdyn.algebra.exact import EXACT_PI, exact, reciprocal, symbol
from symdyn.algebra.roots import square_root
from symdyn.algebra.trigonometry import cos_sin


def test_a_decimal_becomes_the_double_that_python_reads():
    assert to_float(exact("0.4318")) == 0.4318


def test_pi_and_roots_are_rounded_once():
    assert to_float(EXACT_PI) == pi
    assert to_float(square_root(exact(2))) == sqrt(2)


def test_cancellation_does_not_reach_the_result():
    # sqrt(1e20 + 1) - 1e10 = 5e-11 to 20 digits: doubles would give 0
    difference = square_root(exact(10**20 + 1)) - 10**10
    assert to_float(difference) == 5e-11


def test_symbols_take_the_given_values():
    a = symbol("a")
    assert to_float(a * a - 1, {"a": Fraction(3, 2)}) == 1.25
    assert to_float(cos_sin(a)[0], {"a": 0.0}) == 1.0
    assert to_float(reciprocal(a + 1), {"a": 3.0}) == 0.25


def test_a_symbol_without_a_value_is_an_error():
    with pytest.raises(KeyError, match="a"):
        to_float(symbol("a"))


@pytest.mark.parametrize("small", [0, 1, 9, 12, 16])
def test_long_constants_are_rounded_once_however_small_their_factors_and_sums(small):
    """Three hundred digits decide; angles, coefficients and what is left of a sum come down to 10^-small."""
    source, digits = random.Random(small), mpmath.mp.clone()
    digits.dps = 300

    def number(x: Fraction) -> mpmath.mpf:
        return digits.mpf(x.numerator) / x.denominator

    for _ in range(60):
        constant, value, all_small = exact(0), digits.mpf(0), source.randrange(2)

        def drawn(always: int = all_small) -> Fraction:
            return Fraction(source.randrange(1, 10**6), 10 ** (6 + (small if always else source.choice((0, small)))))

        for _ in range(source.randrange(1, 4)):
            coefficient = source.choice((1, -1)) * drawn()
            term, product = exact(coefficient), number(coefficient)
            for angle in [drawn() for _ in range(source.randrange(1, 5))]:
                take = source.randrange(2)
                term = term * cos_sin(exact(angle))[take]
                product *= (digits.cos, digits.sin)[take](number(angle))
            near = Fraction(int(product * 10**small * 2**20), 10**small * 2**20)  # nearly all of it
            constant, value = constant + term - exact(near), value + product - number(near)
        assert to_float(constant) == float(value)


def test_a_root_of_less_than_nothing_is_no_number_but_has_a_value():
    """Whoever reads files refuses it first; a sum that only rounding makes negative comes as far as this."""
    value = to_mpf(square_root(cos_sin(exact("0.3"))[0] - 2), {})
    assert value.real == 0 and float(value.imag) == pytest.approx((2 - cos(0.3)) ** 0.5)
