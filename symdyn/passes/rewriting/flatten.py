"""Programs as sums of many terms and products of many factors, which passes regroup (reassociation).

What one instruction alone uses, and for the same purpose, is a part of that: (a + b) + c has three terms unless a + b
is used elsewhere too.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

from symdyn.ir.once import once_per_program
from symdyn.ir.op import PRODUCTS, SUB, SUMS, Op
from symdyn.ir.program import Program

SHARED = -1

Signed: TypeAlias = tuple[int, bool]  # an instruction, and whether its negative is meant


@once_per_program
def only_users(program: Program) -> list[int]:
    """Return, for each instruction, the one that uses it if no other and no result does, else SHARED."""
    users = [SHARED] * len(program.instructions)
    for index, (_, operands, _) in enumerate(program.instructions):
        for operand in operands:
            users[operand] = index
    return [user if count == 1 else SHARED for user, count in zip(users, program.use_counts(), strict=True)]


@once_per_program
def flat_sums(program: Program) -> dict[int, list[Signed]]:
    """Return the terms of every sum that is not a part of another."""
    inner = _parts(program, SUMS)
    found: dict[int, list[Signed]] = {}
    for index, is_part in inner.items():
        if not is_part:
            first, second = program.instructions[index].operands
            if inner.get(first) or inner.get(second):
                found[index] = flat_parts(program, index)
            else:
                found[index] = [(first, False), (second, program.instructions[index].op is SUB)]
    return found


def flat_products(program: Program) -> dict[int, tuple[int, ...]]:
    """Return the factors of every product that is not a part of another, in ascending order."""
    inner = _parts(program, PRODUCTS)
    factors: dict[int, tuple[int, ...]] = {}
    for index in inner:
        first, second = program.instructions[index].operands
        found = factors[first] if inner.get(first) else (first,)
        found += factors[second] if inner.get(second) else (second,)
        factors[index] = tuple(sorted(found))
    return {index: factors[index] for index, is_part in inner.items() if not is_part}


def _parts(program: Program, ops: Collection[Op]) -> dict[int, bool]:
    """Return the instructions of the given kind; True for those that are a part of another of that kind."""
    instructions, users = program.instructions, only_users(program)
    return {
        index: users[index] != SHARED and instructions[users[index]].op in ops
        for index, (op, _, _) in enumerate(instructions)
        if op in ops
    }


def outermost(program: Program, index: int, whole: Sequence[bool]) -> int:
    """Return the sum or product that one is a part of, itself if of none; what is marked in ``whole`` is no part."""
    instructions, users = program.instructions, only_users(program)
    ops = SUMS if instructions[index].op in SUMS else PRODUCTS
    while not whole[index] and users[index] != SHARED and instructions[users[index]].op in ops:
        index = users[index]
    return index


def flat_parts(program: Program, index: int, whole: Sequence[bool] | None = None) -> list[Signed]:
    """Return the terms of one sum, or the factors of one product; what is marked in ``whole`` stays one of them."""
    instructions, users = program.instructions, only_users(program)
    ops = SUMS if instructions[index].op in SUMS else PRODUCTS
    found: list[Signed] = []
    waiting = [(index, False)]
    while waiting:
        at, negative = waiting.pop()
        op, operands, _ = instructions[at]
        if at == index or (op in ops and users[at] != SHARED and not (whole and whole[at])):
            first, second = operands
            waiting += [(second, negative != (op is SUB)), (first, negative)]
        else:
            found.append((at, negative))
    return found
