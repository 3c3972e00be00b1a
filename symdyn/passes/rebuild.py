"""Make a program anew through the builder, so that its identities and sharing apply again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from symdyn.algebra.exact import Exact
from symdyn.ir.builder import Builder, negated
from symdyn.ir.program import InputEntry, Instruction, Op, Port, Program, Ref

Leaf = Callable[[Builder, InputEntry], Ref]


def rebuild(program: Program, leaf: Leaf | None = None, inputs: tuple[Port, ...] | None = None) -> Program:
    """Build all instructions again; ``leaf`` may replace inputs by something else."""
    builder = Builder(program.name, program.inputs if inputs is None else inputs, program.outputs)
    made: dict[int, Ref] = {}
    for index, instruction in enumerate(program.instructions):
        made[index] = build_again(builder, instruction, made, leaf)
        label_again(builder, made[index], program.labels[index])
    return builder.finish(results_again(program, made))


def reorder(program: Program, order: Iterable[int]) -> Program:
    """Build the given instructions again, in their order, without a look at the builder's identities."""
    repeat = Repetition(program)
    for index in order:
        repeat.instruction(index)
    return repeat.finished()


class Repetition:
    """A program in canonical form that is built again: where operands are plain values, nothing needs a second look.

    An identity that changes make possible (two equal terms of opposite sign, say) may be missed; `fold_constants` sees
    it. Values that become constants or change their sign are looked at.
    """

    def __init__(self, program: Program) -> None:
        """Start with nothing built."""
        self.program = program
        self.builder = Builder(program.name, program.inputs, program.outputs)
        self.made: dict[int, Ref] = {}
        self._plain: dict[int, int] = {}

    def instruction(self, index: int) -> None:
        """Build an instruction from what its operands have become."""
        instruction = self.program.instructions[index]
        op, operands = instruction.op, instruction.operands
        plain = self._plain
        if len(operands) == 2:
            a, b = plain.get(operands[0]), plain.get(operands[1])
            if a is None or b is None or (a == b and op is not Op.MUL) or (a > b and op is Op.SUB):
                self.put(index, build_again(self.builder, instruction, self.made, None))
                return
            if a > b and (op is Op.ADD or (op is Op.MUL and not self._is_constant(operands[0]))):
                a, b = b, a
            instruction = Instruction(op, (a, b))
        elif operands:
            a = plain.get(operands[0])
            if a is None:
                self.put(index, build_again(self.builder, instruction, self.made, None))
                return
            instruction = Instruction(op, (a,))
        made = self.made[index] = self.builder.repeat(instruction)
        plain[index] = made.index
        label = self.program.labels[index]
        if label is not None:
            self.builder.label(made, label)

    def put(self, index: int, made: Ref) -> None:
        """Take a value for what an instruction has become."""
        self.made[index] = made
        if not made.negative and (self._is_constant(index) or self.builder.value_of(made) is None):
            self._plain[index] = made.index
        label_again(self.builder, made, self.program.labels[index])

    def _is_constant(self, index: int) -> bool:
        return self.program.instructions[index].op is Op.CONST

    def finished(self) -> Program:
        """Return the program."""
        return self.builder.finish(results_again(self.program, self.made))


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


def label_again(builder: Builder, made: Ref, label: str | None) -> None:
    """Give a value its name again, unless it has become a constant or an input."""
    if label is not None and builder.instructions[made.index].op not in (Op.CONST, Op.INPUT):
        builder.label(made, label)


def results_again(program: Program, made: Mapping[int, Ref]) -> list[Ref]:
    """Return what the results of a program have become."""
    return [negated(made[ref.index]) if ref.negative else made[ref.index] for ref in program.results]
