"""Keep some instructions of a program, in the same order: nothing changes but their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from symdyn.ir.op import INPUT
from symdyn.ir.program import InputEntry, Instruction, Program, Ref


def keep(program: Program, kept: Iterable[int], read: Mapping[int, InputEntry] | None = None) -> Program:
    """Return a program of the instructions ``kept``, which need no others; those in ``read`` become inputs.

    A program in canonical form stays in it: no operands change their order, and distinct instructions stay distinct.
    """
    at: dict[int, int] = {}
    instructions: list[Instruction] = []
    labels: list[str | None] = []
    for index in kept:
        at[index] = len(instructions)
        instruction, label = program.instructions[index], program.labels[index]
        if read and index in read:
            instruction, label = Instruction(INPUT, (), read[index]), None
        elif instruction.operands:
            instruction = Instruction(instruction.op, tuple(map(at.__getitem__, instruction.operands)))
        instructions.append(instruction)
        labels.append(label)
    results = tuple(Ref(at[ref.index], ref.negative) for ref in program.results)
    return replace(program, instructions=tuple(instructions), results=results, labels=tuple(labels))
