"""Signs end up where they cost nothing."""

from collections.abc import Callable

import pytest
from random_programs import random_program, random_sums

from symdyn.emit.planning.place_signs import _minuses, _negatives, place_signs
from symdyn.emit.planning.statements import write_body
from symdyn.emit.python.language import python_notation
from symdyn.ir.op import Op
from symdyn.ir.program import Program
from symdyn.ir.text import parse_program

HEAD = "program f(x[3]) -> y[{}]\n %0 = input x[0]\n %1 = input x[1]\n %2 = input x[2]\n"


def written(body: str, results: int = 1) -> tuple[str, ...]:
    program = parse_program(HEAD.format(results) + body)
    body_text = write_body(program, python_notation())
    names = {statement.name: statement.expression for statement in body_text.statements}  # type: ignore[union-attr]
    return tuple(names.get(result, result).replace("[..., ", "").replace("]", "") for result in body_text.results)


def test_a_negative_difference_is_written_the_other_way_round() -> None:
    assert written(" %3 = sub %0 %1\n return -%3") == ("x1 - x0",)


def test_a_product_passes_the_sign_on_to_a_difference() -> None:
    assert written(" %3 = sub %0 %1\n %4 = mul %2 %3\n return -%4") == ("x2*(x1 - x0)",)


def test_a_sum_passes_the_sign_on_to_both_its_terms() -> None:
    text = " %3 = sub %0 %1\n %4 = mul %2 %3\n %5 = sub %1 %2\n %6 = add %4 %5\n return -%6"
    assert written(text) == ("x2*(x1 - x0) + (x2 - x1)",)


def test_a_root_passes_the_sign_of_its_operand_on_to_a_difference() -> None:
    assert written(" %3 = sub %0 %1\n %4 = neg %3\n %5 = sqrt %4\n return %5") == ("np.sqrt(x1 - x0)",)
    text = " %3 = sub %0 %1\n %4 = mul %2 %3\n %5 = neg %4\n %6 = atan2 %5 %0\n return -%6"
    assert written(text) == ("-np.arctan2(x2*(x1 - x0), x0)",)


def test_an_argument_that_is_no_difference_keeps_its_minus() -> None:
    assert written(" %3 = neg %0\n %4 = sqrt %3\n return %4") == ("np.sqrt(-x0)",)
    assert written(" %3 = add %0 %1\n %4 = neg %3\n %5 = atan2 %2 %4\n return %5") == ("np.arctan2(x2, -(x0 + x1))",)


def test_a_negated_value_is_written_once() -> None:
    text = " %3 = mul %0 %1\n %4 = neg %3\n %5 = sqrt %4\n %6 = atan2 %4 %5\n %7 = add %3 %6\n return %7"
    body = write_body(parse_program(HEAD.format(1) + text), python_notation())
    assert [statement.expression for statement in body.statements] == [  # type: ignore[union-attr]
        "x[..., 0]*x[..., 1]",
    ]
    assert body.results == ("t1 + np.arctan2(-t1, np.sqrt(-t1))",)


def test_a_sum_of_inputs_needs_its_minus() -> None:
    assert written(" %3 = add %0 %1\n return -%3") == ("-(x0 + x1)",)


def test_a_difference_wanted_with_both_signs_takes_one_minus() -> None:
    found = written(" %3 = sub %0 %1\n return -%3 %3", 2)
    assert sum(result.startswith("-") for result in found) == 1


def test_a_constant_below_zero_gives_its_minus_to_the_sum() -> None:
    below = " %3 = const cos(2)\n %4 = mul %3 %0\n"  # canonical forms have a sign of their own: cos(2), not -cos(2)
    assert written(below + " %5 = add %1 %4\n return %5") == ("x1 - 0.4161468365471424*x0",)
    assert written(below + " %5 = sub %1 %4\n return %5") == ("x1 + 0.4161468365471424*x0",)
    assert written(below + " return %4") == ("-0.4161468365471424*x0",)


def test_the_majority_of_results_decides() -> None:
    text = " %3 = sub %0 %1\n %4 = mul %2 %3\n return -%3 %3 -%4"
    assert sum(result.startswith("-") for result in written(text, 3)) == 1


@pytest.mark.parametrize("make", [random_program, random_sums])
@pytest.mark.parametrize("seed", range(8))
def test_no_more_results_need_a_minus_than_have_one(seed: int, make: Callable[[int], Program]) -> None:
    program = make(seed)
    negated = {index for index, instruction in enumerate(program.instructions) if instruction.op is Op.NEG}
    arguments = sum(operand in negated for instruction in program.instructions for operand in instruction.operands)
    most = sum(ref.negative for ref in program.results) + arguments
    assert _minuses(program, _negatives(program, place_signs(program))) <= most
