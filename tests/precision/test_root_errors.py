"""Errors of programs with roots and arctangents: bounded where roots stay above zero, observed where they may not."""

import math
from typing import Any

import numpy as np
import pytest

from symdyn.ir.op import Op
from symdyn.ir.program import Program
from symdyn.ir.text import parse_program
from symdyn.precision.double_errors import KernelErrors
from symdyn.precision.fixed_point import ONE, in_fixed_point
from symdyn.precision.functions import FUNCTIONS
from symdyn.precision.interval import Interval, angle, square_root
from symdyn.precision.observation import largest, observed_errors, results_in
from symdyn.precision.ranges import Ranges, sampled_states

ROOT = parse_program(
    """program root(q[2]) -> y[2]
      %0 = input q[0]
      %1 = input q[1]
      %2 = mul %0 %0
      %3 = mul %1 %1
      %4 = sub %2 %3
      %5 = sqrt %4
      %6 = atan2 %5 %0
      %7 = neg %1
      %8 = atan2 %7 %0
      %9 = add %6 %8
      return %5 -%9
    """
)
SAFE: Ranges = {"q": ((2.0, 3.0), (-1.5, 1.5))}
REACHING_ZERO: Ranges = {"q": ((1.0, 3.0), (-1.5, 1.5))}
NEVER: Ranges = {"q": ((0.25, 0.5), (1.0, 1.5))}


def errors_in(ranges: Ranges, program: Program = ROOT) -> KernelErrors:
    return KernelErrors(program, ranges, sampled_states(ranges), {"pi": ()})


def test_doubles_have_a_bound_where_what_is_under_the_root_stays_above_zero() -> None:
    errors = errors_in(SAFE)
    assert errors.bound is not None
    for seen, bound in zip(errors.observed, errors.bound, strict=True):
        assert 0 < seen <= bound < 1e-14
    assert set(errors.stated()["y"]) == {"size", "bound", "bound_over_size"}


def test_where_it_may_come_down_to_zero_the_error_is_observed_and_called_so() -> None:
    errors = errors_in(REACHING_ZERO)
    assert errors.bound is None
    entry = errors.stated()["y"]
    assert set(entry) == {"size", "observed", "observed_over_size"}
    assert 0 < entry["observed_over_size"] < 1e-14  # of the states at which there is a root
    assert math.isfinite(entry["size"])


def test_where_no_state_has_a_root_nothing_is_claimed() -> None:
    errors = errors_in(NEVER)
    assert errors.bound is None or not all(bound < math.inf for bound in errors.bound)
    assert errors.stated()["y"]["size"] is None


def test_floats_are_observed_at_the_states_that_have_a_root() -> None:
    samples = sampled_states(REACHING_ZERO)
    roots = results_in(np.float64, ROOT, samples, {})[0]
    assert 0 < np.isnan(roots).sum() < roots.size
    for seen in observed_errors(ROOT, samples, {}):
        assert 0 < seen.error < 1e-5 and 0 < seen.size < 4


def test_what_is_no_number_is_left_out_of_programs_with_roots_alone() -> None:
    numbers = np.array([1.0, math.nan, 3.0])
    assert largest(numbers, ROOT) == 3.0
    assert math.isnan(largest(np.array([math.nan]), ROOT))
    without = parse_program("program f(q[1]) -> y[]\n %0 = input q[0]\n return %0\n")
    assert math.isnan(largest(numbers, without))


def test_eighty_digits_know_roots_arctangents_and_negation() -> None:
    root, angle_sum = in_fixed_point(ROOT, {"q": [5 * ONE, 3 * ONE]})
    assert root == 4 * ONE
    assert angle_sum / ONE == pytest.approx(-(math.atan2(4, 5) - math.atan2(3, 5)), rel=1e-15)  # one rounding
    with pytest.raises(ArithmeticError, match="square root of a negative number"):
        in_fixed_point(ROOT, {"q": [3 * ONE, 5 * ONE]})


@pytest.mark.parametrize("seed", range(20))
def test_intervals_hold_roots_and_angles(seed: int) -> None:
    source = np.random.default_rng(seed)
    y, x = (Interval(*sorted(source.uniform(-3, 3, 2))) for _ in range(2))
    for _ in range(50):
        b, a = source.uniform(*y), source.uniform(*x)
        assert angle(y, x).low <= math.atan2(b, a) <= angle(y, x).high
        if b >= 0:
            assert square_root(y).low <= math.sqrt(b) <= square_root(y).high


def test_what_is_computed_may_lie_outside_of_the_interval_and_the_bound_knows() -> None:
    _, wrong = FUNCTIONS[Op.SQRT].of([Interval(0.01, 0.02)], [0.0099], 0.0)
    assert wrong >= math.sqrt(0.01) - math.sqrt(0.01 - 0.0099)
    _, wrong = FUNCTIONS[Op.ATAN2].of([Interval(-2.0, -0.01), Interval(-2.0, -1.0)], [0.02, 0.0], 0.0)
    assert wrong >= math.atan2(0.01, -1.0) - math.atan2(-0.01, -1.0)


def test_an_interval_of_angles_is_no_wider_than_its_corners_unless_it_jumps() -> None:
    right = angle(Interval(-1.0, 1.0), Interval(1.0, 2.0))
    assert right == pytest.approx((-math.pi / 4, math.pi / 4))
    across = angle(Interval(-1.0, 1.0), Interval(-2.0, 1.0))
    assert across == pytest.approx((-math.pi, math.pi))


def test_a_program_of_every_function_is_observed_the_same_in_rows_and_single_numbers() -> None:
    body = "program f(q[1], pi[1]) -> y[]\n %0 = input q[0]\n %1 = input pi[0]\n %2 = atan2 %0 %1\n return %2\n"
    program = parse_program(body)
    samples: Any = {"q": np.array([[0.5], [math.nan], [-2.0]])}
    (found,) = results_in(np.float64, program, samples, {"pi": [-1.5]})
    np.testing.assert_array_equal(found, [math.atan2(0.5, -1.5), math.nan, math.atan2(-2.0, -1.5)])
    assert program.instructions[2].op is Op.ATAN2
