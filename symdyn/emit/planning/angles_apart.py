"""Loop fission at the sines and cosines: a program in two, their angles, and the rest, which takes these as an input.

    y = sin(q + 1/6)   ->   angles = q + 1/6   and   y = sin(angles)

Blocks of samples have all their angles in one array before sines and cosines are taken of them. Where angles are
entries of an input, they have that already, and nothing is parted.
"""

from __future__ import annotations

from dataclasses import replace

from symdyn.emit.planning.trigonometry import TRIGONOMETRIC, ancestors, find_waves
from symdyn.ir.once import once_per_program
from symdyn.ir.op import Op
from symdyn.ir.program import InputEntry, Instruction, Port, Program, Ref

ANGLES = "angles"
PART = "angle_part"


@once_per_program
def angles_apart(program: Program) -> tuple[Program | None, Program]:
    """Return the program of the angles, None where all are inputs, and the rest; no angle may need a sine or cosine."""
    waves = find_waves(program)
    if all(wave.entries for wave in waves):
        return None, program
    (wave,) = waves
    port = Port(ANGLES, (len(wave.angles),))
    angles = replace(program, outputs=(port,), results=tuple(Ref(angle) for angle in wave.angles))
    slots = {angle: slot for slot, angle in enumerate(wave.angles)}
    leaves = [Instruction(Op.INPUT, (), InputEntry(ANGLES, slot)) for slot in range(port.size)]
    moved = [_moved(instruction, slots) for instruction in program.instructions]
    rest = Program(
        name=program.name,
        inputs=(*program.inputs, port),
        outputs=program.outputs,
        instructions=(*leaves, *moved),
        results=tuple(Ref(ref.index + port.size, ref.negative) for ref in program.results),
        labels=(*(None for _ in leaves), *program.labels),
    )
    return _named(_pruned(angles)), _pruned(rest)


def _moved(instruction: Instruction, slots: dict[int, int]) -> Instruction:
    """Make room for the angles in front; sines and cosines take theirs from there."""
    if instruction.op in TRIGONOMETRIC:
        return instruction._replace(operands=(slots[instruction.operands[0]],))
    return instruction._replace(operands=tuple(operand + len(slots) for operand in instruction.operands))


def _named(angles: Program) -> Program:
    """Call what several angles share by a name that the rest, whose statements stand behind, does not use."""
    uses = angles.use_counts()
    labels = zip(angles.instructions, angles.labels, uses, strict=True)
    return replace(angles, labels=tuple(PART if one.operands and count > 1 else label for one, label, count in labels))


def _pruned(program: Program) -> Program:
    """Leave out what no result needs."""
    kept = sorted(ancestors(program, (ref.index for ref in program.results)))
    place = {index: at for at, index in enumerate(kept)}
    instructions = [program.instructions[index] for index in kept]
    return replace(
        program,
        instructions=tuple(one._replace(operands=tuple(place[i] for i in one.operands)) for one in instructions),
        results=tuple(Ref(place[ref.index], ref.negative) for ref in program.results),
        labels=tuple(program.labels[index] for index in kept),
    )
