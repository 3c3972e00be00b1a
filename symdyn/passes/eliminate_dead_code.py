"""Eliminate dead code: drop every instruction that no result depends on."""

from __future__ import annotations

from symdyn.ir.program import Program
from symdyn.passes.rebuild import rebuild


def eliminate_dead_code(program: Program) -> Program:
    """Keep what results need, in the same order."""
    return rebuild(program, order=sorted(live_instructions(program)))


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
