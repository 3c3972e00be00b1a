"""Eliminate dead code: drop every instruction that no result depends on."""

from __future__ import annotations

from symdyn.ir.once import once_per_program
from symdyn.ir.op import ARITHMETIC, NEG
from symdyn.ir.program import Program
from symdyn.passes.rewriting.keep import keep

WORK = ARITHMETIC - {NEG}  # a negation is a matter of writing


def eliminate_dead_code(program: Program) -> Program:
    """Keep what results need, in the same order."""
    if all(program.use_counts()):  # of instructions that nothing needs, the last has no use at all
        return program
    return keep(program, sorted(live_instructions(program)))


def live_operations(program: Program) -> int:
    """Count the operations that results depend on, functions excepted."""
    return sum(program.instructions[index].op in WORK for index in live_instructions(program))


@once_per_program
def live_instructions(program: Program) -> set[int]:
    """Return the instructions that results depend on."""
    live: set[int] = set()
    waiting = [ref.index for ref in program.results]
    while waiting:
        index = waiting.pop()
        if index not in live:
            live.add(index)
            waiting.extend(program.instructions[index].operands)
    return live
