"""The error of a float program is never above its bound, with and without fused multiply-add."""

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from random_programs import FRACTIONS, random_sums

from symdyn.algebra.decimals import mp_context, to_float
from symdyn.algebra.scalar import Ring
from symdyn.ir.evaluate import MANY_DIGITS, evaluate, evaluate_all
from symdyn.ir.op import Op, functions_of
from symdyn.ir.program import Program
from symdyn.ir.text import parse_program
from symdyn.precision.error_bound import OVERFLOW, ROOTLESS, SINGULAR, Followed, any_of, error_bounds, known_value
from symdyn.precision.number_format import DOUBLE, SINGLE, NumberFormat

SUMS = (Op.ADD, Op.SUB)
HEAD = "program f(x[2]) -> y[{}]\n %0 = input x[0]\n %1 = input x[1]\n"


def rounded(value: Fraction) -> Fraction:
    """The float nearest to a number, by way of a double whose own rounding is far below."""
    return Fraction(float(np.float32(float(value))))


def in_floats(program: Program, inputs: dict[str, list[Fraction]], fuse: bool) -> list[Fraction]:
    """Run a program with a rounding after every operation, or after every product and sum that can be fused."""
    uses, values = program.use_counts(), []
    for instruction in program.instructions:
        a = [values[i] for i in instruction.operands]
        if instruction.op is Op.CONST:
            value = FRACTIONS.lift(instruction.payload)  # type: ignore[arg-type]
        elif instruction.op is Op.INPUT:
            value = inputs[instruction.payload.port][instruction.payload.index]  # type: ignore[union-attr]
        elif instruction.op is Op.MUL:
            value = a[0] * a[1]
        elif instruction.op is Op.DIV:
            value = a[0] / a[1]
        else:
            if fuse:
                i = next((i for i in (1, 0) if _is_fusable(program, uses, instruction.operands[i])), None)
                if i is not None:
                    factors = program.instructions[instruction.operands[i]].operands
                    a[i] = values[factors[0]] * values[factors[1]]  # not rounded
            value = a[0] + a[1] if instruction.op is Op.ADD else a[0] - a[1]
        values.append(rounded(value))
    return [-values[ref.index] if ref.negative else values[ref.index] for ref in program.results]


def _is_fusable(program: Program, uses: list[int], index: int) -> bool:
    return program.instructions[index].op is Op.MUL and uses[index] == 1


@pytest.mark.parametrize("fuse", [False, True], ids=["apart", "fused"])
@pytest.mark.parametrize("seed", range(12))
def test_the_error_of_a_program_is_below_its_bound(seed: int, fuse: bool) -> None:
    program = random_sums(seed, 5)
    source = random.Random(seed)
    size = 10.0 ** source.randint(-2, 1)
    parameters = [source.uniform(-size, size) for _ in range(3)]
    given: dict[str, list[Followed]] = {
        "x": [any_of(-size, size) for _ in range(4)],
        "pi": [known_value(value) for value in parameters],
    }
    bounds = error_bounds(program, given)
    for _ in range(20):
        state = [rounded(Fraction(source.uniform(-size, size))) for _ in range(4)]
        exactly = {"x": state, "pi": [Fraction(value) for value in parameters]}
        truth = evaluate_all(program, exactly, FRACTIONS)
        floats = in_floats(program, exactly, fuse)
        for ref, single, bound in zip(program.results, floats, bounds, strict=True):
            value = -truth[ref.index] if ref.negative else truth[ref.index]
            assert not bound.reason
            assert abs(value) <= Fraction(bound.interval.size)
            assert abs(single - value) <= Fraction(bound.error)


def bounded(body: str, low: float = -2.0, high: float = 3.0, results: int = 1) -> list[Followed]:
    given: Any = {"x": [any_of(low, high), any_of(low, high)]}
    return error_bounds(parse_program(HEAD.format(results) + body), given)


def test_a_divisor_that_may_vanish_leaves_no_bound_and_says_so() -> None:
    quotient, other = bounded(" %2 = div %0 %1\n %3 = mul %2 %2\n %4 = add %0 %1\n return %3 %4", results=2)
    assert quotient.reason == SINGULAR == "division by an interval that contains zero"
    assert not other.reason and 0 < other.error < 1e-6


def test_a_divisor_that_is_only_rounding_away_from_zero_leaves_no_bound() -> None:
    body = " %2 = mul %0 %0\n %3 = mul %0 %2\n %4 = sub %3 %2\n %5 = div %0 %4\n return %5"  # x/(x³ - x²)
    assert bounded(body, 1.0, 1.0 + 1e-9)[0].reason == SINGULAR


def test_values_that_no_float_holds_leave_no_bound() -> None:
    assert bounded(" %2 = mul %0 %0\n %3 = mul %2 %2\n return %3", -1e15, 1e15)[0].reason == OVERFLOW


CLOSED = (  # c = (a k - b r) / h, s = (b k + a r) / h with a = x, b = 2, k = y, h = a² + b², r = sqrt(h - k²)
    " %2 = mul %0 %0\n %3 = const 4\n %4 = add %2 %3\n %5 = mul %1 %1\n %6 = sub %4 %5\n %7 = sqrt %6\n"
    " %8 = mul %0 %1\n %9 = const 2\n %10 = mul %9 %7\n %11 = sub %8 %10\n %12 = div %11 %4\n"
    " %13 = mul %9 %1\n %14 = mul %0 %7\n %15 = add %13 %14\n %16 = div %15 %4\n %17 = atan2 %16 %12\n"
)


@pytest.mark.parametrize("form", [SINGLE, DOUBLE], ids=lambda form: form.name)
def test_the_error_of_a_closure_is_below_its_bound(form: NumberFormat) -> None:
    dtype, source = {"float": np.float32, "double": np.float64}[form.name], np.random.default_rng(3)
    program = parse_program(HEAD.format(4) + CLOSED + " return %7 %12 %16 %17\n")
    given = {"x": [any_of(0.5, 0.75), any_of(0.25, 1.0)]}
    bounds = error_bounds(program, given, form)
    assert not any(bound.reason for bound in bounds)
    rows = source.uniform([0.5, 0.25], [0.75, 1.0], (200, 2)).astype(dtype)
    ring: Ring[Any] = Ring(lambda constant: dtype(to_float(constant)), functions_of(np))
    largest = np.zeros(4)
    for row in rows:
        exactly = evaluate(program, {"x": [mp_context.mpf(float(x)) for x in row]}, MANY_DIGITS)
        computed = evaluate(program, {"x": list(row)}, ring)
        for i, (value, single, bound) in enumerate(zip(exactly, computed, bounds, strict=True)):
            assert bound.interval.low <= value <= bound.interval.high
            largest[i] = max(largest[i], float(abs(mp_context.mpf(float(single)) - value)))
    errors = np.array([bound.error for bound in bounds])
    assert (largest <= errors).all()
    assert (errors <= 100 * largest).all()  # not idle: a dozen operations, and intervals that forget what goes together


def test_a_root_that_may_come_down_to_zero_leaves_no_bound_and_says_so() -> None:
    root, other = bounded(" %2 = mul %0 %1\n %3 = sqrt %2\n %4 = mul %3 %3\n return %4 %2", 0.0, 3.0, results=2)
    assert root.reason == ROOTLESS == "square root of an interval that reaches zero"
    assert not other.reason


def test_a_root_of_what_is_only_rounding_away_from_zero_leaves_no_bound() -> None:
    body = " %2 = mul %0 %0\n %3 = mul %0 %2\n %4 = sub %3 %2\n %5 = sqrt %4\n return %5"  # sqrt(x³ - x²)
    assert bounded(body, 1.0 + 1e-9, 1.0 + 2e-9)[0].reason == ROOTLESS
    assert not bounded(body, 1.5, 1.6)[0].reason


def test_a_root_of_an_input_is_rounded_once_and_a_negation_never() -> None:
    root, negative = bounded(" %2 = sqrt %0\n %3 = neg %1\n return %2 %3", 0.0, 4.0, results=2)
    assert root.error == pytest.approx(2 * 2.0**-24) and (negative.error, negative.interval) == (0.0, (-4.0, 0.0))


def test_an_error_under_a_root_is_divided_by_twice_the_smallest_root() -> None:
    at_least_one, root = bounded(" %2 = mul %0 %1\n %3 = sqrt %2\n return %2 %3", 1.0, 1.5, results=2)
    rounding = 1.5 * 2.0**-24
    assert root.error == pytest.approx(at_least_one.error / 2 + rounding, rel=1e-6)  # errors of errors


def test_an_arctangent_that_may_jump_is_off_by_a_turn_at_most() -> None:
    body = " %2 = mul %0 %1\n %3 = atan2 %2 %0\n return %3"
    assert bounded(body, -1.0, 1.0)[0].error == pytest.approx(2 * math.pi, rel=1e-6)
    assert bounded(body, 0.5, 1.0)[0].error < 3e-6


def test_inputs_are_floats_and_other_numbers_are_rounded() -> None:
    assert bounded(" return %0")[0].error == 0.0
    assert bounded(" %2 = const 1/2\n return %2")[0].error < 2.0**-48
    third = bounded(" %2 = const 1/3\n return %2")[0].error
    assert third == pytest.approx(abs(1 / 3 - float(np.float32(1 / 3))), rel=1e-6)
    assert known_value(0.5).error == 0.0 and known_value(0.1).error > 0.0


def test_a_turned_vector_is_no_longer_than_before() -> None:
    body = (
        " %2 = cos %0\n %3 = sin %0\n %4 = const 3\n %5 = const 4\n %6 = mul %4 %2\n %7 = mul %5 %3\n"
        " %8 = add %6 %7\n %9 = sub %6 %7\n %10 = cos %1\n %11 = mul %5 %10\n %12 = add %6 %11\n return %8 %9 %12"
    )
    turned, turned_back, of_two_angles = bounded(body, -4.0, 4.0, 3)
    assert turned.interval.size == turned_back.interval.size == pytest.approx(5.0)
    assert of_two_angles.interval.size == pytest.approx(7.0)
