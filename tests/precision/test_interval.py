"""Intervals hold every result of their operations on numbers that they hold."""

import random
from fractions import Fraction

import mpmath
import pytest

from symdyn.precision import interval as of
from symdyn.precision.interval import Interval

OPERATIONS = {
    "added": (of.added, lambda a, b: a + b),
    "subtracted": (of.subtracted, lambda a, b: a - b),
    "multiplied": (of.multiplied, lambda a, b: a * b),
    "divided": (of.divided, lambda a, b: a / b),
}


def random_interval(source: random.Random) -> Interval:
    ends = sorted(source.choice((1, -1)) * source.random() * 10 ** source.randint(-6, 6) for _ in range(2))
    return Interval(*ends)


def numbers_in(interval: Interval, source: random.Random) -> list[Fraction]:
    low, high = Fraction(interval.low), Fraction(interval.high)
    return [low, high, *(low + (high - low) * Fraction(source.randint(0, 99), 99) for _ in range(6))]


@pytest.mark.parametrize("name", OPERATIONS)
def test_results_of_operations_are_held(name: str) -> None:
    source = random.Random(name)
    on_intervals, on_numbers = OPERATIONS[name]
    for _ in range(60):
        a, b = random_interval(source), random_interval(source)
        if name == "divided" and b.holds_zero:
            continue
        found = on_intervals(a, b)
        for x in numbers_in(a, source):
            for y in numbers_in(b, source):
                assert Fraction(found.low) <= on_numbers(x, y) <= Fraction(found.high)


def test_squares_are_held_and_never_negative_by_more_than_rounding() -> None:
    source = random.Random(1)
    for _ in range(60):
        a = random_interval(source)
        found = of.squared(a)
        assert all(Fraction(found.low) <= x * x <= Fraction(found.high) for x in numbers_in(a, source))
        assert found.low >= -(2.0**-1000)


@pytest.mark.parametrize(("function", "truth"), [(of.cosine, mpmath.cos), (of.sine, mpmath.sin)])
def test_cosines_and_sines_are_held(function, truth) -> None:
    source = random.Random(2)
    for _ in range(80):
        low = source.uniform(-20, 20)
        a = Interval(low, low + source.choice((0.0, 0.1, 1.0, 3.0, 7.0)))
        found = function(a)
        assert -1.0 <= found.low <= found.high <= 1.0
        for x in numbers_in(a, source):
            assert found.low <= truth(mpmath.mpf(x.numerator) / x.denominator) <= found.high


@pytest.mark.parametrize(
    ("function", "interval", "expected"),
    [
        (of.cosine, Interval(0.1, 0.2), (0.98, 0.995004166)),
        (of.cosine, Interval(-0.1, 0.2), (0.98, 1.0)),
        (of.cosine, Interval(3.0, 3.3), (-1.0, -0.98)),
        (of.sine, Interval(1.5, 1.6), (0.997, 1.0)),
        (of.sine, Interval(-1.6, -1.5), (-1.0, -0.997)),
        (of.sine, Interval(-4.0, 4.0), (-1.0, 1.0)),
    ],
)
def test_ranges_of_cosines_and_sines_are_narrow_where_the_angle_is(function, interval, expected) -> None:
    found = function(interval)
    assert found.low == pytest.approx(expected[0], abs=1e-2) and found.high == pytest.approx(expected[1], abs=1e-2)
