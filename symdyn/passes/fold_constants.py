"""Fold constants: c1 op c2 -> their exact value, x + 0 -> x, x * 1 -> x, a*(b*x) -> (a*b)*x."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.algebra.exact import Exact
from symdyn.ir.builder import abs_is_one
from symdyn.ir.program import Instruction, Op, Program
from symdyn.passes.rebuild import rebuild


def fold_constants(program: Program) -> Program:
    """Rebuild through the builder's identities; a program that a builder made has nothing to fold."""
    return program if _is_folded(program.instructions) else rebuild(program)


def _is_folded(instructions: Sequence[Instruction]) -> bool:
    """Tell whether none of the builder's identities applies; much sooner said than tried."""
    return len(set(instructions)) == len(instructions) and all(
        _stays(instructions, instruction) for instruction in instructions if instruction.operands
    )


def _stays(instructions: Sequence[Instruction], instruction: Instruction) -> bool:
    first, *others = instruction.operands
    x = _constant(instructions[first])
    if not others:
        return x is None
    second = others[0]
    y = _constant(instructions[second])
    if x is not None and y is not None:
        return False
    if instruction.op is Op.DIV:
        return y is None and (x is None or bool(x))
    if instruction.op is Op.MUL:
        if x is None:
            return y is None and first <= second
        inner = instructions[second]
        is_scaled = inner.op is Op.MUL and _constant(instructions[inner.operands[0]]) is not None
        return bool(x) and not abs_is_one(x) and not is_scaled
    if first >= second or (x is not None and not x) or (y is not None and not y):
        return False
    subtract = instruction.op is Op.SUB
    return not (
        _holds(instructions[first], second, negative=not subtract)
        or _holds(instructions[second], first, negative=not subtract)
    )


def _holds(instruction: Instruction, term: int, *, negative: bool) -> bool:
    """Tell whether an instruction is a sum with the given term, or with its negative."""
    if instruction.op is Op.ADD:
        return not negative and term in instruction.operands
    return instruction.op is Op.SUB and instruction.operands[negative] == term


def _constant(instruction: Instruction) -> Exact | None:
    return instruction.payload if isinstance(instruction.payload, Exact) else None
