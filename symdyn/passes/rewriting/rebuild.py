"""Make a program anew through the builder, so that its identities and sharing apply again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from symdyn.algebra.exact import Exact
from symdyn.ir.builder import Builder, negated
from symdyn.ir.op import ADD, CONST, INPUT, MUL, SUB
from symdyn.ir.program import InputEntry, Instruction, Port, Program, Ref

Leaf = Callable[[Builder, InputEntry], Ref]


def rebuild(program: Program, leaf: Leaf | None = None, inputs: tuple[Port, ...] | None = None) -> Program:
    """Build all instructions again; ``leaf`` may replace inputs by something else."""
    builder = Builder(program.name, program.inputs if inputs is None else inputs, program.outputs)
    made: list[Ref] = []
    for instruction, label in zip(program.instructions, program.labels, strict=True):
        made.append(build_again(builder, instruction, [made[i] for i in instruction.operands], leaf))
        label_again(builder, made[-1], label)
    return builder.finish([signed(made[ref.index], ref.negative) for ref in program.results])


def reorder(program: Program, order: Iterable[int]) -> Program:
    """Build the given instructions again, in their order, without a look at the builder's identities."""
    repetition = Repetition(program)
    repetition.repeat(order)
    return repetition.finished()


class Repetition:
    """A program in canonical form that is built again: where operands are plain values, nothing needs a second look.

    An identity that changes make possible (two equal terms of opposite sign, say) may be missed; `fold_constants` sees
    it. Values that become constants or change their sign are looked at.
    """

    def __init__(self, program: Program) -> None:
        """Start with nothing built."""
        self.program = program
        self.builder = Builder(program.name, program.inputs, program.outputs)
        self._plain: dict[int, int] = {}
        self._other: dict[int, Ref] = {}

    def made(self, index: int) -> Ref:
        """Return what an instruction has become."""
        plain = self._plain.get(index)
        return self._other[index] if plain is None else Ref(plain)

    def repeat(self, order: Iterable[int]) -> None:
        """Build instructions from what their operands have become."""
        instructions, labels, plain, builder = self.program.instructions, self.program.labels, self._plain, self.builder
        for index in order:
            instruction = instructions[index]
            op, operands, _ = instruction
            a = b = None
            if operands:  # at most two
                a, b = plain.get(operands[0]), plain.get(operands[-1])
            if a is None or b is None or (a >= b and (op is SUB or (op is ADD and a == b))):
                self.put(index, build_again(builder, instruction, [self.made(i) for i in operands], None))
                continue
            if a > b and (op is ADD or (op is MUL and not self._is_constant(operands[0]))):
                a, b = b, a
            plain[index] = made = builder.emit(op, (a, b) if len(operands) == 2 else (a,))
            label = labels[index]
            if label is not None:
                builder.label(Ref(made), label)

    def put(self, index: int, made: Ref) -> None:
        """Take a value for what an instruction has become."""
        if not made.negative and (self._is_constant(index) or self.builder.value_of(made) is None):
            self._plain[index] = made.index
        else:
            self._other[index] = made
        label_again(self.builder, made, self.program.labels[index])

    def _is_constant(self, index: int) -> bool:
        return self.program.instructions[index].op is CONST

    def finished(self) -> Program:
        """Return the program."""
        return self.builder.finish([signed(self.made(ref.index), ref.negative) for ref in self.program.results])


def build_again(builder: Builder, instruction: Instruction, operands: Sequence[Ref], leaf: Leaf | None) -> Ref:
    """Make one instruction in a builder, from what its operands have become."""
    payload = instruction.payload
    if isinstance(payload, Exact):
        return builder.constant(payload)
    if isinstance(payload, InputEntry):
        return leaf(builder, payload) if leaf else builder.input(payload.port, payload.index)
    return builder.apply(instruction.op, operands)


def label_again(builder: Builder, made: Ref, label: str | None) -> None:
    """Give a value its name again, unless it has become a constant or an input."""
    if label is not None and builder.instructions[made.index].op not in (CONST, INPUT):
        builder.label(made, label)


def signed(ref: Ref, negative: bool) -> Ref:
    """Return a value, or its negative."""
    return negated(ref) if negative else ref
