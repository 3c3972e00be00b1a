"""Every kind of broken program is refused, and told apart."""

from dataclasses import replace

import pytest

from symdyn.algebra.exact import exact, symbol
from symdyn.ir.op import Op
from symdyn.ir.program import InputEntry, Instruction, Program, Ref
from symdyn.ir.text import parse_program
from symdyn.ir.verify import InvalidProgramError, verify

HEAD = "program f(x[2], pi[1]) -> y[2]\n"
VALID = f"""{HEAD}
  %0 = input x[0]
  %1 = input x[1]
  %2 = const 3
  %3 = mul %2 %1
  %4 = sub %0 %3  # difference
  return %4 -%3
"""
BROKEN = {
    "has the wrong number of operands": "%0 = input x[0]\n %1 = add %0\n return %1 %1",
    "uses a later value": "%0 = input x[0]\n %1 = add %0 %1\n return %1 %1",
    "occurs twice": "%0 = input x[0]\n %1 = input x[0]\n return %1 %1",
    "is negative": "%0 = const -3\n return %0 %0",
    "reads beyond its inputs": "%0 = input x[2]\n return %0 %0",
    "has its operands out of order": "%0 = input x[0]\n %1 = input x[1]\n %2 = add %1 %0\n return %2 %2",
    "has 1 results for 2 scalars": "%0 = input x[0]\n return %0",
    "lacks a result": "%0 = input x[0]\n return %0 %1",
}
OUT_OF_ORDER = (
    "%0 = input x[0]\n %1 = input x[1]\n %2 = sub %1 %0\n return %2 %2",
    "%0 = input x[0]\n %1 = input x[1]\n %2 = mul %1 %0\n return %2 %2",
    "%0 = input x[0]\n %1 = const 3\n %2 = mul %0 %1\n return %2 %2",
)


def valid() -> Program:
    return parse_program(VALID)


def with_instruction(instruction: Instruction) -> Program:
    program = valid()
    instructions, labels = (*program.instructions, instruction), (*program.labels, None)
    return replace(program, instructions=instructions, labels=labels, results=(Ref(0), Ref(5)))


def test_a_valid_program_comes_back_unchanged() -> None:
    assert verify(valid()) == valid()


@pytest.mark.parametrize("what", BROKEN)
def test_broken_program_is_refused(what: str) -> None:
    with pytest.raises(InvalidProgramError, match=what):
        verify(parse_program(HEAD + BROKEN[what]))


@pytest.mark.parametrize("body", OUT_OF_ORDER)
def test_operands_of_every_symmetric_operation_stand_in_order(body: str) -> None:
    with pytest.raises(InvalidProgramError, match="out of order"):
        verify(parse_program(HEAD + body))


def test_a_constant_factor_stands_first_whatever_its_index() -> None:
    verify(parse_program(HEAD + "%0 = input x[0]\n %1 = const 3\n %2 = mul %1 %0\n return %2 %2"))


@pytest.mark.parametrize(
    ("instruction", "what"),
    [
        (Instruction(Op.CONST), "has no value"),
        (Instruction(Op.CONST, (), symbol("l2")), "holds a symbol"),
        (Instruction(Op.INPUT), "reads beyond its inputs"),
        (Instruction(Op.INPUT, (), InputEntry("x", -1)), "reads beyond its inputs"),
        (Instruction(Op.INPUT, (), InputEntry("z", 0)), "reads beyond its inputs"),
        (Instruction(Op.ADD, (0, 1), exact(1)), "has a payload"),
        (Instruction(Op.SIN, (0, 1)), "has the wrong number of operands"),
        (Instruction(Op.ADD, (-1, 1)), "uses a later value"),
    ],
)
def test_broken_instruction_is_refused(instruction: Instruction, what: str) -> None:
    with pytest.raises(InvalidProgramError, match=what):
        verify(with_instruction(instruction))


def test_labels_of_another_length_are_refused() -> None:
    with pytest.raises(InvalidProgramError, match="labels"):
        verify(replace(valid(), labels=(None,)))
