"""The records of operations say what the operations are, and every room that needs more of them has it."""

from itertools import product

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
    operation, some = OPERATIONS[op], SOME[: OPERATIONS[op].arity]
    with np.errstate(invalid="ignore"):
        value, of_negative = OPERATED[op](*some), OPERATED[op](*(-x for x in some))
    if operation.parity is None:
        assert of_negative not in (value, -value)
    else:
        assert of_negative == operation.parity * value
    for constants in product(CONSTANTS, repeat=operation.arity):
        folded = operation.folded(*constants)
        if folded is not None:
            expected = float(OPERATED[op](*map(to_float, constants)))
            assert to_float(folded) == pytest.approx(expected, rel=1e-15)  # roundings
    assert float(MANY_DIGITS.functions[op](*some)) == pytest.approx(float(value), rel=1e-15)


def test_rooms_that_need_more_of_a_function_have_it_of_every_one() -> None:
    assert set(functions.FUNCTIONS) == set(printed.FUNCTIONS) == FUNCTIONS


@pytest.mark.parametrize("op", sorted(FUNCTIONS))
def test_intervals_hold_the_values_and_errors_what_differs(op: Op) -> None:
    bound, source = functions.FUNCTIONS[op], np.random.default_rng(5)
    arity = OPERATIONS[op].arity
    for _ in range(200):
        lows = source.uniform(0 if op is Op.SQRT else -4, 4, arity)
        errors = 10.0 ** source.uniform(-9, 0, arity)
        at = lows + source.uniform(0, 0.5, arity)
        moved = at + source.uniform(-errors, errors)
        interval, wrong = bound.of([functions.Interval(low, low + 0.5) for low in lows], list(errors), 2.0**-53)
        value = OPERATED[op](*at)
        assert interval.low <= value <= interval.high
        if op is not Op.SQRT or min(moved) >= 0:
            assert abs(OPERATED[op](*moved) - value) <= wrong
