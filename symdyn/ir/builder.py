"""Make programs instruction by instruction, in canonical form.

The builder shares equal instructions (hash-consing, value numbering) and applies, as they are made, the identities

    x + 0 -> x        x - x -> 0        x + x -> 2*x        (x + y) - x -> y        x - (x - y) -> y
    x * 0 -> 0        x * 1 -> x        a * (b*x) -> (a*b) * x   for constants a, b
    0 / x -> 0        x / a -> x * (1/a)
    c1 op c2 -> their exact value       sin, cos, sign of -x -> by parity

A square root and an arctangent have no parity: of a negative operand they take the one instruction that negates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from symdyn.algebra.compact import compact
from symdyn.algebra.exact import Exact, exact, reciprocal
from symdyn.ir.op import ADD, CONST, DIV, INPUT, MUL, NEG, OPERATIONS, SUB, SUMS, Op
from symdyn.ir.program import NEGATIVE_LABEL, InputEntry, Instruction, Port, Program, Ref

_new_instruction = tuple.__new__  # of its parts as they are: an Instruction's own takes twice as long
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
        self._known: dict[tuple[Op, tuple[int, ...], Exact | InputEntry | None], int] = {}
        self._constants: dict[Exact | Fraction | int, Ref] = {}
        self._values: dict[int, tuple[Exact, Exact]] = {}  # of constants, and their negatives
        self._zero = self._one = -1  # where these constants are

    def finish(self, results: Sequence[Ref]) -> Program:
        """Return the program that yields the given results."""
        labels = tuple(map(self.labels.get, range(len(self.instructions))))
        unsigned = tuple(Ref(ref.index) if ref.index == self._zero else ref for ref in results)
        return Program(self.name, self.inputs, self.outputs, tuple(self.instructions), unsigned, labels)

    def label(self, ref: Ref, name: str) -> None:
        """Name the quantity that a value is; the first name stays. An instruction may compute its negative."""
        if ref.negative:
            negated_already = name.startswith(NEGATIVE_LABEL)
            name = name.removeprefix(NEGATIVE_LABEL) if negated_already else NEGATIVE_LABEL + name
        self.labels.setdefault(ref.index, name)

    def constant(self, value: Exact | Fraction | int) -> Ref:
        """Return an exact constant."""
        known = self._constants.get(value)  # 0 and 1 very often, and those of the geometry
        if known is None:
            known = self._constants[value] = self._constant(exact(value))
        return known

    def _folded(self, value: Exact) -> Ref:
        """Return a constant that was computed: written out while it is short, one atom when it is long."""
        return self._constant(compact(value, MOST_TERMS))

    def _constant(self, value: Exact) -> Ref:
        negative = value.leading_sign() < 0
        positive = -value if negative else value
        index = self.emit(CONST, (), positive)
        if index not in self._values:
            self._values[index] = (positive, -positive)
            if not positive:
                self._zero = index
            elif abs_is_one(positive):
                self._one = index
        return Ref(index, negative)

    def input(self, port: str, index: int) -> Ref:
        """Return one scalar of an input."""
        return Ref(self.emit(INPUT, (), InputEntry(port, index)))

    def value_of(self, ref: Ref) -> Exact | None:
        """Return the value of a constant; None for anything else."""
        return self._value(ref) if ref.index in self._values else None

    def _value(self, constant: Ref) -> Exact:
        return self._values[constant.index][constant.negative]

    def add(self, a: Ref, b: Ref) -> Ref:
        """Return a + b."""
        if a.index == self._zero:
            return b
        if b.index == self._zero:
            return a
        if a.index in self._values and b.index in self._values:
            return self._folded(self._value(a) + self._value(b))
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
        op = ADD if a.negative == b.negative else SUB
        return Ref(self.emit(op, (a.index, b.index)), a.negative)

    def _cancelled(self, a: Ref, b: Ref) -> Ref | None:
        """Return what remains of a + b when the sum a holds the negative of b."""
        instruction = self.instructions[a.index]
        x, y = instruction.operands
        if b.index != x and b.index != y:
            return None
        first = Ref(x, a.negative)
        second = Ref(y, a.negative != (instruction.op is SUB))
        if first == negated(b):
            return second
        return first if second == negated(b) else None

    def sub(self, a: Ref, b: Ref) -> Ref:
        """Return a - b."""
        return self.add(a, negated(b))

    def mul(self, a: Ref, b: Ref) -> Ref:
        """Return a * b."""
        if a.index == self._zero:
            return a
        if b.index == self._zero:
            return b
        if b.index in self._values:
            if a.index in self._values:
                return self._folded(_product(self._value(a), self._value(b)))
            a, b = b, a
        negative = a.negative != b.negative
        if a.index in self._values:
            if a.index == self._one:
                return negated(b) if a.negative else b
            inner = self.instructions[b.index]
            if inner.op is MUL and inner.operands[0] in self._values:
                factor = self._folded(_product(self._value(a), self._value(Ref(inner.operands[0]))))
                return self.mul(factor, Ref(inner.operands[1], b.negative))
        elif a.index > b.index:  # but constants stand first, whatever their index: `2*x`, never `x*2`
            a, b = b, a
        return Ref(self.emit(MUL, (a.index, b.index)), negative)

    def div(self, a: Ref, b: Ref) -> Ref:
        """Return a / b."""
        x, y = self.value_of(a), self.value_of(b)
        if y is not None:
            return self.mul(a, self.constant(reciprocal(y)))
        if x is not None and not x:
            return a
        return Ref(self.emit(DIV, (a.index, b.index)), a.negative != b.negative)

    def function(self, op: Op, *operands: Ref) -> Ref:
        """Return a function: sin, cos, sign or sqrt of one operand, atan2 of two."""
        folded = folded_function(op, [self.value_of(operand) for operand in operands])
        if folded is not None:
            return self.constant(folded)
        parity = OPERATIONS[op].parity
        if parity is None:
            return Ref(self.emit(op, tuple(map(self._unsigned, operands))))
        (a,) = operands
        return Ref(self.emit(op, (a.index,)), a.negative and parity == -1)

    def _unsigned(self, a: Ref) -> int:
        """Return an instruction that has the value of a reference, with its sign."""
        negative = a.negative and a.index != self._zero
        return self.emit(NEG, (a.index,)) if negative else a.index

    def apply(self, op: Op, operands: Sequence[Ref]) -> Ref:
        """Return any operation on its operands."""
        return _WRITTEN[op](self, *operands) if op in _WRITTEN else self.function(op, *operands)

    def emit(self, op: Op, operands: tuple[int, ...] = (), payload: Exact | InputEntry | None = None) -> int:
        """Add an instruction that is known to be in canonical form, unless it is there; return its index.

        An instruction equals the tuple of its parts, so that only a new one need be made.
        """
        key, count = (op, operands, payload), len(self.instructions)
        known = self._known.setdefault(key, count)  # hashed once, which takes longest
        if known == count:
            self.instructions.append(_new_instruction(Instruction, key))
        return known


_WRITTEN: Mapping[Op, Callable[..., Ref]] = {
    ADD: Builder.add,
    SUB: Builder.sub,
    MUL: Builder.mul,
    DIV: Builder.div,
    NEG: lambda builder, a: negated(a),
}


def negated(ref: Ref) -> Ref:
    """Return the same value with the other sign."""
    return Ref(ref.index, not ref.negative)


def folded_function(op: Op, values: Sequence[Exact | None]) -> Exact | None:
    """Return the exact value of a function of constants; None where an operand is no constant, or nothing is known."""
    fold = OPERATIONS[op].folded
    return None if fold is None or any(value is None for value in values) else fold(*values)


@lru_cache(maxsize=100_000)  # the kernels of one robot multiply the same constants
def _product(x: Exact, y: Exact) -> Exact:
    return x * y


def abs_is_one(x: Exact) -> bool:
    """Whether a constant is 1 or -1."""
    return x.is_rational and abs(x.rational) == 1
