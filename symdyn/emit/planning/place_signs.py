"""Sign placement (negation elimination): which differences are written the other way round, to save minuses.

    y = -(a - b)  ->  y = b - a          y = -(x*(a - b))  ->  y = x*(b - a)

A difference costs the same both ways, a minus in front of a result is an operation. The sign of a product follows from
its factors', that of a sum of two terms of like sign from theirs; so the wishes of results are passed on, users before
what they use, to the differences. A root and an arctangent wish what results do: sqrt(b - a), not
sqrt(-(a - b)). Wishes about names are weaker: a statement computes x rather than neg_x.
"""

from __future__ import annotations

from collections.abc import Collection

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.ir.once import once_per_program
from symdyn.ir.op import ADD, ATAN2, DIV, MUL, NEG, SQRT, SUB
from symdyn.ir.program import NEGATIVE_LABEL, Program

PRODUCTS = frozenset({MUL, DIV})
WITHOUT_PARITY = frozenset({SQRT, ATAN2})
NAME = 0.6  # weight of a name's wish, a result's being 1
HALF = 0.5  # of a wish, to each of two terms that must both turn
ROUNDS = 3  # what is a difference depends on the signs chosen


@once_per_program  # a program is written in several languages
def place_signs(program: Program) -> frozenset[int]:
    """Return the instructions to write so that they compute the negative of their value, where that costs nothing."""
    results = {ref.index for ref in program.results if ref.negative}
    turned = frozenset(i for i, label in enumerate(program.labels) if i in results or _is_negative(label))
    negative = _negatives(program, turned)
    best, fewest = turned, _minuses(program, negative)
    for _ in range(ROUNDS if fewest else 0):
        turned = _turned(program, negative)
        negative = _negatives(program, turned)
        if _minuses(program, negative) < fewest:
            best, fewest = turned, _minuses(program, negative)
    nothing = frozenset[int]()
    return nothing if fewest and _minuses(program, _negatives(program, nothing)) < fewest else best


def _is_negative(label: str | None) -> bool:
    return label is not None and label.startswith(NEGATIVE_LABEL)


def _minuses(program: Program, negative: list[bool]) -> int:
    """Count the results that need a minus, and the operands of functions through which it cannot pass."""
    arguments = [i for op, operands, _ in program.instructions if op in WITHOUT_PARITY for i in operands]
    return sum(negative[ref.index] != ref.negative for ref in program.results) + sum(negative[i] for i in arguments)


def _negatives(program: Program, turned: Collection[int]) -> list[bool]:
    """Tell which instructions are written as the negative of their value."""
    negative: list[bool] = []
    for index, (op, operands, payload) in enumerate(program.instructions):
        if op is MUL or op is DIV:
            a, b = operands
            negative.append(negative[a] != negative[b])
        elif op is ADD or op is SUB:
            a, b = operands
            alike = negative[a] == (negative[b] != (op is SUB))
            negative.append(negative[a] if alike else index in turned)
        elif op is NEG:
            negative.append(not negative[operands[0]])
        else:
            negative.append(isinstance(payload, Exact) and is_below_zero(payload))
    return negative


def is_below_zero(constant: Exact) -> bool:
    """Tell whether a number is written with a minus; the canonical form of a long constant does not show it."""
    return to_float(constant) < 0


def _turned(program: Program, negative: list[bool]) -> frozenset[int]:
    """Return the differences that more wish turned than not; a wish below 0 is for the negative."""
    wishes = [0.0 if label is None else -NAME if _is_negative(label) else NAME for label in program.labels]
    for ref in program.results:
        wishes[ref.index] += -1 if ref.negative else 1
    turned: list[int] = []
    for index in reversed(range(len(program.instructions))):
        instruction, wish = program.instructions[index], wishes[index]
        if instruction.op in WITHOUT_PARITY:
            for operand in instruction.operands:
                wishes[operand] += 1
            continue
        if instruction.op is NEG:
            wishes[instruction.operands[0]] -= wish
            continue
        if not wish or len(instruction.operands) < 2:
            continue
        a, b = instruction.operands
        if instruction.op in PRODUCTS:
            carrier, other = (a, b) if program.instructions[a].operands else (b, a)
            wishes[carrier] += -wish if negative[other] else wish
        elif negative[a] != (negative[b] != (instruction.op is SUB)):
            if wish < 0:
                turned.append(index)
        else:
            wishes[a] += HALF * wish
            wishes[b] += -HALF * wish if instruction.op is SUB else HALF * wish
    return frozenset(turned)
