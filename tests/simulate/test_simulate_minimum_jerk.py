"""The fifth-order polynomial, with exact arithmetic."""

from fractions import Fraction
from itertools import pairwise

import numpy as np

from symdyn.algebra.dual import Dual
from symdyn.simulate.motion.minimum_jerk import (
    minimum_jerk,
    minimum_jerk_acceleration,
    minimum_jerk_speed,
    progress,
)

TIMES = [Fraction(k, 7) for k in range(8)]


def derivative(function, u):
    return function(Dual(u, Fraction(1))).derivative


def test_it_goes_from_zero_to_one_at_rest_and_without_acceleration():
    assert (minimum_jerk(Fraction(0)), minimum_jerk(Fraction(1))) == (0, 1)
    for u in (Fraction(0), Fraction(1)):
        assert minimum_jerk_speed(u) == minimum_jerk_acceleration(u) == 0


def test_speed_and_acceleration_are_its_derivatives():
    for u in TIMES:
        assert derivative(minimum_jerk, u) == minimum_jerk_speed(u)
        assert derivative(minimum_jerk_speed, u) == minimum_jerk_acceleration(u)


def test_it_is_of_fifth_order_so_that_its_sixth_difference_vanishes():
    values = [minimum_jerk(u) for u in TIMES]
    for _ in range(5):
        values = [b - a for a, b in pairwise(values)]
    assert values[0] == values[1] == values[2] != 0


def test_no_other_polynomial_with_the_same_ends_has_less_jerk():
    # u³(1-u)³ times anything may be added without changing the ends; the jerk of the two is orthogonal
    u, weights = np.polynomial.legendre.leggauss(12)
    u, weights = (u + 1) / 2, weights / 2
    jerk = 60 - 360 * u + 360 * u**2
    for added in (
        np.polynomial.Polynomial([0, 0, 0, 1, -3, 3, -1]),
        np.polynomial.Polynomial([0, 0, 0, 0, 1, -3, 3, -1]),
    ):
        assert abs(weights @ (jerk * added.deriv(3)(u))) < 1e-12  # rounding of a sum of twelve


def test_before_and_after_there_is_rest():
    s, rate, change = progress(np.array([-1.0, 1.0, 2.0, 5.0]), start=1.0, duration=2.0)
    np.testing.assert_array_equal(s, [0, 0, 0.5, 1])
    assert rate[0] == rate[1] == rate[3] == change[0] == change[3] == 0
    assert rate[2] == 15 / 8 / 2  # the peak of 30 u² (1-u)² over the duration
