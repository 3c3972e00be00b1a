"""Make programs instruction by instruction, in canonical form.

The builder shares equal instructions (hash-consing) and applies, as they are made, the identities

    x + 0 -> x        x - x -> 0        x + x -> 2*x        (x + y) - x -> y        x - (x - y) -> y
    x * 0 -> 0        x * 1 -> x        a * (b*x) -> (a*b) * x   for constants a, b
    0 / x -> 0        x / a -> x * (1/a)
    c1 op c2 -> their exact value       sin, cos, sign of -x -> by parity
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symdyn.algebra.exact import Exact, compact, exact, reciprocal
from symdyn.algebra.trigonometry import cos_sin
from symdyn.ir.program import NEGATIVE_LABEL, InputEntry, Instruction, Op, Port, Program, Ref

ODD = frozenset({Op.SIN, Op.SIGN})
SUMS = frozenset({Op.ADD, Op.SUB})
MOST_TERMS = 64  # of a folded constant; products of longer sums would grow with every link of a chain


class Builder:
    """A program under construction."""

    def __init__(self, name: str, inputs: Sequence[Port], outputs: Sequence[Port]) -> None:
        """Start a program with the given ports."""
        self.name = name
        self.inputs = tuple(inputs)
        self.outputs = tuple(outputs)
        self.instructions: list[Instruction] = []
        self.labels: dict[int, str] = {}
        self._known: dict[Instruction, int] = {}
        self._integers: dict[int, Ref] = {}
        self._values: dict[int, tuple[Exact, Exact]] = {}  # of constants, and their negatives

    def finish(self, results: Sequence[Ref]) -> Program:
        """Return the program that yields the given results."""
        labels = tuple(self.labels.get(i) for i in range(len(self.instructions)))
        unsigned = tuple(Ref(ref.index) if self._is_zero(ref) else ref for ref in results)
        return Program(self.name, self.inputs, self.outputs, tuple(self.instructions), unsigned, labels)

    def _is_zero(self, ref: Ref) -> bool:
        value = self.value_of(ref)
        return value is not None and not value

    def label(self, ref: Ref, name: str) -> None:
        """Name the quantity that a value is; the first name stays. An instruction may compute its negative."""
        if ref.negative:
            negated_already = name.startswith(NEGATIVE_LABEL)
            name = name.removeprefix(NEGATIVE_LABEL) if negated_already else NEGATIVE_LABEL + name
        self.labels.setdefault(ref.index, name)

    def constant(self, value: Exact | Fraction | int) -> Ref:
        """Return an exact constant."""
        if type(value) is int:  # mostly 0 and 1, and very often
            known = self._integers.get(value)
            if known is None:
                known = self._integers[value] = self._constant(exact(value))
            return known
        return self._constant(exact(value))

    def _folded(self, value: Exact) -> Ref:
        """Return a constant that was computed: written out while it is short, one atom when it is long."""
        return self._constant(compact(value, MOST_TERMS))

    def _constant(self, value: Exact) -> Ref:
        negative = value.leading_sign() < 0
        positive = -value if negative else value
        index = self._emit(Instruction(Op.CONST, (), positive))
        if index not in self._values:
            self._values[index] = (positive, -positive)
        return Ref(index, negative)

    def input(self, port: str, index: int) -> Ref:
        """Return one scalar of an input."""
        return Ref(self._emit(Instruction(Op.INPUT, (), InputEntry(port, index))))

    def value_of(self, ref: Ref) -> Exact | None:
        """Return the value of a constant; None for anything else."""
        values = self._values.get(ref.index)
        return values[ref.negative] if values is not None else None

    def add(self, a: Ref, b: Ref) -> Ref:
        """Return a + b."""
        x, y = self.value_of(a), self.value_of(b)
        if x is not None and not x:
            return b
        if y is not None and not y:
            return a
        if x is not None and y is not None:
            return self._folded(x + y)
        if a.index == b.index:
            return self.constant(0) if a.negative != b.negative else self.mul(self.constant(2), a)
        if a.index > b.index:
            a, b = b, a
        for inner, other in ((a, b), (b, a)):
            if self.instructions[inner.index].op in SUMS:
                left = self._cancelled(inner, other)
                if left is not None:
                    return left
        # ±a ± b = ±(a + b) or ±(a - b), with a's sign outside
        op = Op.ADD if a.negative == b.negative else Op.SUB
        return Ref(self._emit(Instruction(op, (a.index, b.index))), a.negative)

    def _cancelled(self, a: Ref, b: Ref) -> Ref | None:
        """Return what remains of a + b when the sum a holds the negative of b."""
        instruction = self.instructions[a.index]
        x, y = instruction.operands
        if b.index != x and b.index != y:
            return None
        first = Ref(x, a.negative)
        second = Ref(y, a.negative != (instruction.op is Op.SUB))
        if first == negated(b):
            return second
        return first if second == negated(b) else None

    def sub(self, a: Ref, b: Ref) -> Ref:
        """Return a - b."""
        return self.add(a, negated(b))

    def mul(self, a: Ref, b: Ref) -> Ref:
        """Return a * b."""
        x, y = self.value_of(a), self.value_of(b)
        if y is not None:
            if not y or (x is not None and not x):
                return self.constant(0)
            if x is not None:
                return self._folded(x * y)
            a, b, x = b, a, y
        negative = a.negative != b.negative
        if x is not None:
            if not x:
                return self.constant(0)
            if abs_is_one(x):
                return Ref(b.index, negative)
            inner = self.instructions[b.index]
            if inner.op is Op.MUL and (factor := self.value_of(Ref(inner.operands[0]))) is not None:
                return self.mul(self._folded(x * factor), Ref(inner.operands[1], b.negative))
            # constants stand first, whatever their index: `2*x`, never `x*2`
            return Ref(self._emit(Instruction(Op.MUL, (a.index, b.index))), negative)
        first, second = sorted((a.index, b.index))
        return Ref(self._emit(Instruction(Op.MUL, (first, second))), negative)

    def div(self, a: Ref, b: Ref) -> Ref:
        """Return a / b."""
        x, y = self.value_of(a), self.value_of(b)
        if y is not None:
            return self.mul(a, self.constant(reciprocal(y)))
        if x is not None and not x:
            return a
        return Ref(self._emit(Instruction(Op.DIV, (a.index, b.index))), a.negative != b.negative)

    def function(self, op: Op, a: Ref) -> Ref:
        """Return sin, cos or sign of a."""
        x = self.value_of(a)
        if x is not None:
            folded = _fold_function(op, x)
            if folded is not None:
                return self.constant(folded)
        return Ref(self._emit(Instruction(op, (a.index,))), a.negative and op in ODD)

    def repeat(self, instruction: Instruction) -> Ref:
        """Return an instruction that is known to be in canonical form: none of the identities applies."""
        if isinstance(instruction.payload, Exact):
            return self._constant(instruction.payload)
        return Ref(self._emit(instruction))

    def _emit(self, instruction: Instruction) -> int:
        known = self._known.setdefault(instruction, len(self.instructions))
        if known == len(self.instructions):
            self.instructions.append(instruction)
        return known


def negated(ref: Ref) -> Ref:
    """Return the same value with the other sign."""
    return Ref(ref.index, not ref.negative)


def abs_is_one(x: Exact) -> bool:
    """Whether a constant is 1 or -1."""
    return x.is_rational and abs(x.rational) == 1


def _fold_function(op: Op, x: Exact) -> Exact | None:
    if op is Op.COS:
        return cos_sin(x)[0]
    if op is Op.SIN:
        return cos_sin(x)[1]
    if op is Op.SIGN and x.is_rational:
        return exact((x.rational > 0) - (x.rational < 0))
    return None
