"""Make a program anew through the builder, so that its identities and sharing apply again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from symdyn.algebra.exact import Exact
from symdyn.ir.builder import Builder, negated
from symdyn.ir.program import InputEntry, Instruction, Op, Port, Program, Ref

Leaf = Callable[[Builder, InputEntry], Ref]


def rebuild(
    program: Program,
    order: Iterable[int] | None = None,
    leaf: Leaf | None = None,
    inputs: tuple[Port, ...] | None = None,
) -> Program:
    """Build the instructions again in the given order; ``leaf`` may replace inputs by something else."""
    builder = Builder(program.name, program.inputs if inputs is None else inputs, program.outputs)
    made: dict[int, Ref] = {}
    for index in range(len(program.instructions)) if order is None else order:
        made[index] = build_again(builder, program.instructions[index], made, leaf)
        label = program.labels[index]
        if label is not None and builder.instructions[made[index].index].op not in (Op.CONST, Op.INPUT):
            builder.label(made[index], label)
    return builder.finish([negated(made[ref.index]) if ref.negative else made[ref.index] for ref in program.results])


def build_again(builder: Builder, instruction: Instruction, made: Mapping[int, Ref], leaf: Leaf | None) -> Ref:
    """Make one instruction in a builder, from operands made before."""
    payload = instruction.payload
    if isinstance(payload, Exact):
        return builder.constant(payload)
    if isinstance(payload, InputEntry):
        return leaf(builder, payload) if leaf else builder.input(payload.port, payload.index)
    operands = [made[i] for i in instruction.operands]
    if instruction.op is Op.ADD:
        return builder.add(*operands)
    if instruction.op is Op.SUB:
        return builder.sub(*operands)
    if instruction.op is Op.MUL:
        return builder.mul(*operands)
    if instruction.op is Op.DIV:
        return builder.div(*operands)
    return builder.function(instruction.op, *operands)
