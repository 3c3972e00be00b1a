"""The records of operations say what the operations are, and every room that needs more of them has it."""

import numpy as np
import pytest

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import EXACT_PI, exact
from symdyn.ir.evaluate import FLOATS, MANY_DIGITS, operations_over
from symdyn.ir.op import ARITHMETIC, FUNCTIONS, OPERATIONS, Op
from symdyn.precision import functions
from symdyn.proof import printed

SOME = 0.7, -1.3  # numbers with nothing special about them
OPERATED = operations_over(FLOATS)
CONSTANTS = [exact("0.3"), exact(-2), exact(0), EXACT_PI / 3]


def test_every_operation_has_a_record_and_stands_in_one_place() -> None:
    assert set(OPERATIONS) == set(Op)
    assert set(OPERATED) == {op for op in Op if OPERATIONS[op].arity} == ARITHMETIC | FUNCTIONS


@pytest.mark.parametrize("op", sorted(op for op in Op if OPERATIONS[op].arity == 2))
def test_swapping_operands_does_what_the_record_says(op: Op) -> None:
    there, back = OPERATED[op](*SOME), OPERATED[op](*SOME[::-1])
    sign = OPERATIONS[op].swapped
    assert back == sign * there if sign else back not in (there, -there)


@pytest.mark.parametrize("op", sorted(FUNCTIONS))
def test_a_function_has_the_parity_and_the_exact_values_of_its_record(op: Op) -> None:
    operation = OPERATIONS[op]
    assert operation.parity in (-1, 1)
    assert OPERATED[op](-SOME[0]) == operation.parity * OPERATED[op](SOME[0])
    for constant in CONSTANTS:
        folded = operation.folded(constant)
        if folded is not None:
            assert to_float(folded) == pytest.approx(float(OPERATED[op](to_float(constant))), rel=1e-15)  # roundings
    assert float(MANY_DIGITS.functions[op](SOME[1])) == pytest.approx(float(OPERATED[op](SOME[1])), rel=1e-15)


def test_rooms_that_need_more_of_a_function_have_it_of_every_one() -> None:
    assert set(functions.FUNCTIONS) == set(printed.FUNCTIONS) == FUNCTIONS


@pytest.mark.parametrize("op", sorted(FUNCTIONS))
def test_intervals_hold_the_values_and_errors_what_differs(op: Op) -> None:
    bound, source = functions.FUNCTIONS[op], np.random.default_rng(5)
    for _ in range(200):
        low, error = source.uniform(-4, 4), 10.0 ** source.uniform(-9, 0)
        at = low + source.uniform(0, 0.5)
        interval, wrong = bound.of([functions.Interval(low, low + 0.5)], [error], 2.0**-53)
        value, computed = (OPERATED[op](x) for x in (at, at + source.uniform(-error, error)))
        assert interval.low <= value <= interval.high and abs(computed - value) <= wrong
