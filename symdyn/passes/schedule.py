"""Schedule: sines and cosines first, then everything in the order in which the recursion made it.

A reader meets the links one after the other, outwards and then inwards, and all trigonometry stands in one place.
The value of a program does not depend on its order.
"""

from __future__ import annotations

from symdyn.ir.op import TRIGONOMETRIC
from symdyn.ir.program import Program
from symdyn.passes.rewriting.rebuild import reorder


def schedule(program: Program) -> Program:
    """Move trigonometric functions, and what they need, to the front."""
    early: set[int] = set()
    for index in reversed(range(len(program.instructions))):
        instruction = program.instructions[index]
        if instruction.op in TRIGONOMETRIC or index in early:
            early.add(index)
            early.update(instruction.operands)
    count = len(program.instructions)
    order = [*sorted(early), *(index for index in range(count) if index not in early)]
    return program if order == list(range(count)) else reorder(program, order)
