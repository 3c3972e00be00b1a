"""Dual numbers differentiate exactly, over any ring; rational rotations lie on the circle."""

from fractions import Fraction

import pytest

from symdyn.algebra.dual import Dual, derivative_of, value_of
from symdyn.algebra.exact import Exact, exact, symbol
from symdyn.algebra.rational_rotation import rational_rotation

X = Dual(Fraction(3, 2), Fraction(1))  # x = 3/2, moving with unit rate


def test_sum_and_difference_differentiate_term_by_term() -> None:
    y = Dual(Fraction(5), Fraction(-2))
    assert X + y == Dual(Fraction(13, 2), Fraction(-1))
    assert X - y == Dual(Fraction(-7, 2), Fraction(3))
    assert 0 - X == -X == Dual(Fraction(-3, 2), Fraction(-1))


def test_product_follows_leibniz() -> None:
    cube = X * X * X
    assert cube == Dual(Fraction(27, 8), 3 * Fraction(9, 4))


def test_quotient_follows_its_rule() -> None:
    quotient = (X * X) / (X + 1)  # derivative (x² + 2x)/(x + 1)²
    assert quotient == Dual(Fraction(9, 10), Fraction(21, 4) / Fraction(25, 4))


@pytest.mark.parametrize("number", [2, Fraction(1, 3)])
def test_numbers_are_constants_on_either_side(number: int | Fraction) -> None:
    assert X + number == number + X == Dual(X.value + number, X.derivative)
    assert X - number == Dual(X.value - number, X.derivative)
    assert number - X == Dual(number - X.value, -X.derivative)
    assert X * number == number * X == Dual(X.value * number, number * X.derivative)
    assert X / number == Dual(X.value / number, X.derivative / number)
    assert number / X == Dual(number / X.value, -number / X.value**2)


def test_duals_of_symbols_are_symbolic_derivatives() -> None:
    x: Dual[Exact] = Dual(symbol("x"), exact(1))
    assert derivative_of(3 * x * x - 2 * x + 7) == 6 * symbol("x") - 2


def test_a_constant_is_its_own_value_and_does_not_change() -> None:
    assert (value_of(7), derivative_of(7)) == (7, 0)
    assert (value_of(X), derivative_of(X)) == (Fraction(3, 2), 1)


@pytest.mark.parametrize("t", [Fraction(0), Fraction(1), Fraction(-2, 3), Fraction(17, 4)])
def test_rational_rotations_lie_on_the_circle(t: Fraction) -> None:
    c, s = rational_rotation(t)
    assert c * c + s * s == 1
    assert s == t * (1 + c)  # t is the tangent of half the angle


def test_rational_rotations_turn_the_way_of_t() -> None:
    assert rational_rotation(Fraction(1)) == (0, 1)
    assert rational_rotation(Fraction(-1)) == (0, -1)
