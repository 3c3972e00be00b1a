"""Intervals hold every result of their operations on numbers that they hold."""

import random
from fractions import Fraction

import mpmath
import pytest

from symdyn.ir.text import parse_program
from symdyn.precision import interval as of
from symdyn.precision.error_bound import any_of, error_bounds
from symdyn.precision.interval import Interval
from symdyn.precision.number_format import DOUBLE

OPERATIONS = {
    "add %0 %1": lambda a, b: a + b,
    "sub %0 %1": lambda a, b: a - b,
    "mul %0 %1": lambda a, b: a * b,
    "mul %0 %0": lambda a, b: a * a,
    "div %0 %1": lambda a, b: a / b,
}


def followed(operation: str, *operands: Interval) -> Interval:
    """The interval that a program of one operation is followed with."""
    head = "program one(x[2]) -> y[]\n  %0 = input x[0]\n  %1 = input x[1]\n"
    program = parse_program(f"{head}  %2 = {operation}\n  return %2\n")
    return error_bounds(program, {"x": [any_of(*operand) for operand in operands]}, DOUBLE)[0].interval


def random_interval(source: random.Random) -> Interval:
    ends = sorted(source.choice((1, -1)) * source.random() * 10 ** source.randint(-6, 6) for _ in range(2))
    return Interval(*ends)


def numbers_in(interval: Interval, source: random.Random) -> list[Fraction]:
    low, high = Fraction(interval.low), Fraction(interval.high)
    return [low, high, *(low + (high - low) * Fraction(source.randint(0, 99), 99) for _ in range(6))]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_results_of_operations_are_held(operation: str) -> None:
    source = random.Random(operation)
    for _ in range(60):
        a, b = random_interval(source), random_interval(source)
        if operation.startswith("div") and b.holds_zero:
            continue
        found = followed(operation, a, b)
        for x in numbers_in(a, source):
            for y in numbers_in(b, source):
                assert Fraction(found.low) <= OPERATIONS[operation](x, y) <= Fraction(found.high)


def test_squares_are_never_negative_by_more_than_rounding() -> None:
    source = random.Random(1)
    for _ in range(60):
        assert followed("mul %0 %0", random_interval(source), Interval(0.0, 0.0)).low >= -(2.0**-1000)


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
