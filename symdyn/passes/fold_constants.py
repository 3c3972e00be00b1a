"""Fold constants: c1 op c2 -> their exact value, x + 0 -> x, x * 1 -> x, a*(b*x) -> (a*b)*x."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from symdyn.algebra.exact import Exact
from symdyn.ir.builder import abs_is_one, folded_function
from symdyn.ir.op import ADD, DIV, FUNCTIONS, MUL, NEG, SUB, SUMS
from symdyn.ir.program import Instruction, Program
from symdyn.passes.rewriting.rebuild import rebuild


def fold_constants(program: Program) -> Program:
    """Rebuild through the builder's identities; a program that a builder made has nothing to fold."""
    return program if _is_folded(program.instructions) else rebuild(program)


def _is_folded(instructions: Sequence[Instruction]) -> bool:
    """Tell whether none of the builder's identities applies; much sooner said than tried."""
    constants = {index: one.payload for index, one in enumerate(instructions) if isinstance(one.payload, Exact)}
    zeros = {index for index, value in constants.items() if not value}
    look = _Look(instructions, constants, zeros, {i for i, value in constants.items() if abs_is_one(value)})
    return len(set(instructions)) == len(instructions) and all(map(look.stays, instructions))


@dataclass(frozen=True, slots=True)
class _Look:
    """Instructions, and which of them are constants, those that are 0, and those that are 1 or -1."""

    instructions: Sequence[Instruction]
    constants: Mapping[int, Exact]
    zeros: Collection[int]
    ones: Collection[int]

    def stays(self, instruction: Instruction) -> bool:
        """Tell whether no identity applies to an instruction."""
        op, operands, _ = instruction
        if not operands or op is NEG:
            return True
        if op in FUNCTIONS:
            return folded_function(op, list(map(self.constants.get, operands))) is None
        first, second = operands[0], operands[-1]
        constants, zeros = self.constants, self.zeros
        if second in constants and (first in constants or op is MUL or op is DIV):
            return False
        if op is MUL:
            if first not in constants:
                return first <= second
            inner = self.instructions[second]
            is_scaled = inner.op is MUL and inner.operands[0] in constants
            return not is_scaled and first not in zeros and first not in self.ones
        if op in SUMS:
            return first < second and first not in zeros and second not in zeros and not self._cancels(instruction)
        return first not in zeros

    def _cancels(self, instruction: Instruction) -> bool:
        """Tell whether a sum of two terms, one of them a sum itself, holds a term and its negative."""
        first, second = instruction.operands
        negative = instruction.op is ADD
        a, b = self.instructions[first], self.instructions[second]
        return _holds(a, second, negative=negative) or _holds(b, first, negative=negative)


def _holds(instruction: Instruction, term: int, *, negative: bool) -> bool:
    """Tell whether an instruction is a sum with the given term, or with its negative."""
    if instruction.op is ADD:
        return not negative and term in instruction.operands
    return instruction.op is SUB and instruction.operands[negative] == term
