"""Eliminate dead code: drop every instruction that no result depends on."""

from __future__ import annotations

from symdyn.ir.program import Op, Program
from symdyn.passes.rebuild import reorder

ARITHMETIC = frozenset({Op.ADD, Op.SUB, Op.MUL, Op.DIV})


def eliminate_dead_code(program: Program) -> Program:
    """Keep what results need, in the same order."""
    live = live_instructions(program)
    return program if len(live) == len(program.instructions) else reorder(program, sorted(live))


def live_operations(program: Program) -> int:
    """Count the operations that results depend on, sines and cosines excepted."""
    return sum(program.instructions[index].op in ARITHMETIC for index in live_instructions(program))


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
