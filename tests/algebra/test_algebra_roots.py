"""Square roots are exact, and canonical for rationals with small factors."""

from fractions import Fraction

import pytest

from symdyn.algebra.exact import exact, symbol
from symdyn.algebra.roots import square_root


@pytest.mark.parametrize("value", [0, 1, 2, 18, Fraction(18, 49), Fraction(1, 3), Fraction(4318, 10000), 10**40 + 1])
def test_a_root_squared_is_the_number(value):
    assert square_root(exact(value)) ** 2 == value


def test_squares_have_rational_roots():
    assert square_root(exact(Fraction(9, 25))) == Fraction(3, 5)
    assert square_root(exact(10007**2)) == 10007  # a prime beyond trial division


def test_roots_of_multiples_are_multiples_of_roots():
    assert square_root(exact(18)) == 3 * square_root(exact(2))
    assert square_root(exact(6)) == square_root(exact(2)) * square_root(exact(3))
    assert square_root(exact(Fraction(1, 2))) == square_root(exact(2)) * Fraction(1, 2)


def test_the_root_of_a_negative_number_is_refused():
    with pytest.raises(ValueError, match="square root of -2"):
        square_root(exact(-2))


def test_the_root_of_a_symbol_stays_a_root():
    a = symbol("a")
    assert str(square_root(a + 1)) == "sqrt(1+a)"
    assert square_root(a + 1) != square_root(a + 2)
