"""Schedule: put each instruction where it is first wanted, output by output.

Depth-first from the last result to the first: recursions end at their outermost link, so this walks out along the
chain once and keeps few values alive at a time. The value of a program does not depend on its order.
"""

from __future__ import annotations

from symdyn.ir.program import Program
from symdyn.passes.rebuild import rebuild


def schedule(program: Program) -> Program:
    """Order instructions by first use."""
    order: list[int] = []
    placed: set[int] = set()
    for ref in reversed(program.results):
        _place(program, ref.index, order, placed)
    return rebuild(program, order=order)


def _place(program: Program, index: int, order: list[int], placed: set[int]) -> None:
    stack = [(index, False)]
    while stack:
        current, ready = stack.pop()
        if ready:
            order.append(current)
        elif current not in placed:
            placed.add(current)
            stack.append((current, True))
            stack.extend((operand, False) for operand in reversed(program.instructions[current].operands))
