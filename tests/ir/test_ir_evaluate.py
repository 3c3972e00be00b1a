"""Programs run over any scalar, and their operations are counted."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from random_programs import FRACTIONS, INPUTS, random_inputs, random_program

from symdyn.algebra.decimals import mp_context
from symdyn.algebra.exact import exact
from symdyn.ir.builder import Builder
from symdyn.ir.cost import Cost, cost
from symdyn.ir.evaluate import FLOATS, MANY_DIGITS, evaluate, evaluate_all
from symdyn.ir.program import Port
from symdyn.ir.text import parse_program
from symdyn.ir.value import Value
from symdyn.ir.verify import verify

EVERY_OPERATION = parse_program(
    """program every(x[2]) -> y[12]
      %0 = input x[0]
      %1 = input x[1]
      %2 = const 1/2*sqrt(2)
      %3 = add %0 %1
      %4 = sub %0 %1
      %5 = mul %2 %0
      %6 = div %0 %1
      %7 = sin %0
      %8 = cos %0
      %9 = sign %1
      %10 = sqrt %0
      %11 = atan2 %1 %0
      %12 = neg %1
      %13 = sqrt %12
      return %0 -%2 %3 -%4 %5 %6 %7 -%8 %9 -%10 %11 %13
    """
)


def expected(x: float, y: float) -> list[float]:
    half = 0.5**0.5
    arithmetic = [x, -half, x + y, y - x, half * x, x / y]
    return [*arithmetic, np.sin(x), -np.cos(x), np.sign(y), -np.sqrt(x), np.arctan2(y, x), np.sqrt(-y)]


def test_every_operation_has_its_meaning() -> None:
    found = evaluate(EVERY_OPERATION, {"x": [0.7, -1.3]}, FLOATS)
    assert found == pytest.approx(expected(0.7, -1.3), rel=1e-15)  # one rounding each


def test_arrays_of_samples_are_evaluated_at_once() -> None:
    xs, ys = np.array([0.7, 2.0, 5.0]), np.array([-1.3, -0.4, -11.0])
    found = np.array(np.broadcast_arrays(*evaluate(EVERY_OPERATION, {"x": [xs, ys]}, FLOATS))).T
    one_by_one = [evaluate(EVERY_OPERATION, {"x": [x, y]}, FLOATS) for x, y in zip(xs, ys, strict=True)]
    np.testing.assert_array_equal(found, one_by_one)


def test_many_digits_agree_with_doubles() -> None:
    x = [mp_context.mpf(7) / 10, mp_context.mpf(-13) / 10]
    found = [float(value) for value in evaluate(EVERY_OPERATION, {"x": x}, MANY_DIGITS)]
    assert found == pytest.approx(expected(0.7, -1.3), rel=1e-15)  # one rounding each


def test_no_function_loses_any_of_many_digits() -> None:
    program = parse_program(
        """program signed(x[2]) -> y[1]
          %0 = input x[0]
          %1 = sign %0
          %2 = input x[1]
          %3 = mul %1 %2
          return %3
        """
    )
    third = mp_context.mpf(1) / 3
    (found,) = evaluate(program, {"x": [mp_context.mpf(-2), third]}, MANY_DIGITS)
    assert found == -third


def arithmetic(x: Any, y: Any, z: Any) -> list[Any]:
    """Every operator on every combination of signs, for any field."""
    found = []
    for a in (x, -x, x - y):
        for b in (y, -y, z - y):
            found += [a + b, a - b, a * b, a / b, 2 * a - b * 3, 1 / b, 1 - a, (a - b) / (a * b), -(a / b) * z]
    return found


def test_a_program_computes_what_the_function_that_wrote_it_returns() -> None:
    numbers = [Fraction(2, 3), Fraction(-5, 7), Fraction(11, 2)]
    expected_values = arithmetic(*numbers)
    builder = Builder("f", [Port("x", (3,))], [Port("y", (len(expected_values),))])
    written = arithmetic(*(Value(builder, builder.input("x", i)) for i in range(3)))
    program = verify(builder.finish([value.ref for value in written]))
    assert list(evaluate(program, {"x": numbers}, FRACTIONS)) == expected_values


def test_every_instruction_has_a_value() -> None:
    values = evaluate_all(EVERY_OPERATION, {"x": [3.0, -4.0]}, FLOATS)
    assert len(values) == len(EVERY_OPERATION.instructions)
    assert (values[3], values[4]) == (-1.0, 7.0)


def test_a_program_of_many_outputs_knows_the_results_of_each() -> None:
    program = random_program(0)
    matrix, scalar = program.outputs
    assert program.results_of(matrix) + program.results_of(scalar) == program.results
    assert len(program.results_of(scalar)) == 1
    with pytest.raises(KeyError):
        program.results_of(Port("absent", (1,)))


def test_cost_counts_each_kind_of_operation() -> None:
    found = cost(EVERY_OPERATION)
    assert found == Cost(multiplications=1, additions=2, divisions=1, trigonometric=2, roots=2, arctangents=1)
    assert found.total == 4
    assert str(found) == "1 M 2 A 1 D 2 roots 1 atan2"


def test_roots_and_arctangents_are_told_where_there_are_any() -> None:
    assert cost(EVERY_OPERATION).counts()["roots"] == 2
    assert set(Cost(1, 2, 3, 4).counts()) == {"multiplications", "additions", "divisions", "trigonometric"}
    assert str(Cost(1, 2, 3, 4, roots=1)) == "1 M 2 A 3 D 1 root"


@pytest.mark.parametrize("ring", [FLOATS, MANY_DIGITS], ids=["doubles", "many digits"])
def test_a_root_of_a_negative_number_is_none_and_goes_on_as_none(ring: Any) -> None:
    program = parse_program("program r(x[1]) -> y[]\n %0 = input x[0]\n %1 = sqrt %0\n %2 = add %0 %1\n return %2\n")
    with np.errstate(invalid="ignore"):
        (found,) = evaluate(program, {"x": [ring.lift(exact(-2))]}, ring)
    assert np.isnan(float(found))


def test_use_counts_are_those_of_instructions_and_results() -> None:
    assert EVERY_OPERATION.use_counts() == [9, 6, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]


def test_fractions_stay_fractions() -> None:
    program = random_program(1)
    values = evaluate(program, random_inputs(program, 1), FRACTIONS)
    assert all(isinstance(value, Fraction) for value in values)
    assert {port.name for port in INPUTS} == {port.name for port in program.inputs}
