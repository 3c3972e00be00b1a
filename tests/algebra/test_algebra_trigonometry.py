"""Cosines and sines: multiples of pi/12 are algebraic, the rest keeps its relations."""

from fractions import Fraction
from math import cos, pi, sin

import pytest

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import EXACT_PI, exact, symbol
from symdyn.algebra.roots import square_root
from symdyn.algebra.trigonometry import cos_sin

A = symbol("a")
ANGLES = [exact("0.3"), A, A + EXACT_PI / 3, EXACT_PI / 5, A - 2 * EXACT_PI / 7, exact(-4)]


@pytest.mark.parametrize("k", range(-24, 25))
def test_multiples_of_a_twelfth_are_algebraic_numbers(k):
    c, s = cos_sin(EXACT_PI * Fraction(k, 12))
    assert {atom.kind for x in (c, s) for atom in x.atoms()} <= {"root"}
    assert to_float(c) == pytest.approx(cos(k * pi / 12), abs=1e-15)  # the error is that of math.cos near k*pi/12
    assert to_float(s) == pytest.approx(sin(k * pi / 12), abs=1e-14)  # and of rounding 4*pi to a double


def test_well_known_values_are_exact():
    assert cos_sin(EXACT_PI / 2) == (0, 1)
    assert cos_sin(EXACT_PI / 3)[0] == Fraction(1, 2)
    assert cos_sin(-EXACT_PI / 4)[1] == -square_root(exact(2)) / 2


@pytest.mark.parametrize("angle", ANGLES)
def test_cosine_and_sine_lie_on_the_unit_circle(angle):
    c, s = cos_sin(angle)
    assert c * c + s * s == 1


@pytest.mark.parametrize("angle", ANGLES)
def test_the_cosine_is_even_and_the_sine_is_odd(angle):
    c, s = cos_sin(angle)
    assert cos_sin(-angle) == (c, -s)


@pytest.mark.parametrize("angle", ANGLES)
def test_a_quarter_turn_exchanges_cosine_and_sine(angle):
    c, s = cos_sin(angle)
    assert cos_sin(angle + EXACT_PI / 2) == (-s, c)


@pytest.mark.parametrize("angle", [exact("0.3"), EXACT_PI / 5, EXACT_PI / 7 + 1])
def test_values_are_those_of_the_mathematics_library(angle):
    c, s = cos_sin(angle)
    # one rounding of the angle and one of the result
    assert (to_float(c), to_float(s)) == pytest.approx((cos(to_float(angle)), sin(to_float(angle))), rel=1e-14)
