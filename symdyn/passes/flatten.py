"""Programs as sums of many terms and products of many factors, which passes regroup.

What one instruction alone uses, and for the same purpose, is a part of that: (a + b) + c has three terms unless a + b
is used elsewhere too.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from symdyn.ir.program import Op, Program

SUMS = frozenset({Op.ADD, Op.SUB})
PRODUCTS = frozenset({Op.MUL})
SHARED = -1

Signed: TypeAlias = tuple[int, bool]  # an instruction, and whether its negative is meant


def only_users(program: Program) -> list[int]:
    """Return, for each instruction, the one that uses it if no other and no result does, else SHARED."""
    if "only_users" not in program.memo:
        program.memo["only_users"] = _found_users(program)
    users: list[int] = program.memo["only_users"]
    return users


def _found_users(program: Program) -> list[int]:
    users = [SHARED] * len(program.instructions)
    for index, instruction in enumerate(program.instructions):
        for operand in instruction.operands:
            users[operand] = index
    return [user if count == 1 else SHARED for user, count in zip(users, program.use_counts(), strict=True)]


def flat_sums(program: Program, whole: Collection[int] = ()) -> dict[int, list[Signed]]:
    """Return the terms of every sum that is not a part of another; those in ``whole`` stay one term."""
    if whole:
        return _flat_sums(program, whole)
    if "flat_sums" not in program.memo:
        program.memo["flat_sums"] = _flat_sums(program, whole)
    sums: dict[int, list[Signed]] = program.memo["flat_sums"]
    return sums


def _flat_sums(program: Program, whole: Collection[int]) -> dict[int, list[Signed]]:
    inner = _parts(program, SUMS, whole)
    terms: dict[int, list[Signed]] = {}
    for index in inner:
        instruction = program.instructions[index]
        first, second = instruction.operands
        found = terms[first] if inner.get(first) else [(first, False)]
        subtract = instruction.op is Op.SUB
        if inner.get(second):
            found = found + [(term, negative != subtract) for term, negative in terms[second]]
        else:
            found = [*found, (second, subtract)]
        terms[index] = found
    return {index: terms[index] for index, is_part in inner.items() if not is_part}


def flat_products(program: Program, whole: Collection[int] = ()) -> dict[int, tuple[int, ...]]:
    """Return the factors of every product that is not a part of another, in ascending order."""
    inner = _parts(program, PRODUCTS, whole)
    factors: dict[int, tuple[int, ...]] = {}
    for index in inner:
        found: tuple[int, ...] = ()
        for operand in program.instructions[index].operands:
            found += factors[operand] if inner.get(operand) else (operand,)
        factors[index] = tuple(sorted(found))
    return {index: factors[index] for index, is_part in inner.items() if not is_part}


def _parts(program: Program, ops: Collection[Op], whole: Collection[int]) -> dict[int, bool]:
    """Return the instructions of the given kind; True for those that are a part of another of that kind."""
    instructions, users = program.instructions, only_users(program)
    return {
        index: users[index] != SHARED and instructions[users[index]].op in ops and index not in whole
        for index, instruction in enumerate(instructions)
        if instruction.op in ops
    }
