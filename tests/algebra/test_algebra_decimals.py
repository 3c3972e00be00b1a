"""The double of a constant is the one nearest to it."""

from fractions import Fraction
from math import pi, sqrt

import pytest

from symdyn.algebra.decimals import to_float
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
