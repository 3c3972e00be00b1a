"""Values with operators: run any ring-generic function on these and it writes a program."""

from __future__ import annotations

from fractions import Fraction

from symdyn.algebra.exact import Exact
from symdyn.ir.builder import Builder, negated
from symdyn.ir.op import Op
from symdyn.ir.program import Ref

CONSTANTS = (int, Fraction, Exact)  # made once: they are asked for with every operation


class Value:
    """A signed use of an instruction in a builder; a commutative ring, and a field where / is used."""

    __slots__ = ("builder", "ref")

    def __init__(self, builder: Builder, ref: Ref) -> None:
        """Wrap a reference."""
        self.builder = builder
        self.ref = ref

    def _coerced(self, other: Value | Exact | Fraction | int) -> Ref:
        if isinstance(other, Value):
            return other.ref
        if isinstance(other, CONSTANTS):
            return self.builder.constant(other)
        raise TypeError(f"cannot use {type(other).__name__} in a program")

    def __neg__(self) -> Value:
        """Negate: a change of handle, not an instruction."""
        return Value(self.builder, negated(self.ref))

    def __add__(self, other: Value | Exact | Fraction | int) -> Value:
        """Add."""
        ref = other.ref if type(other) is Value else self._coerced(other)  # nearly always a value
        return Value(self.builder, self.builder.add(self.ref, ref))

    __radd__ = __add__

    def __sub__(self, other: Value | Exact | Fraction | int) -> Value:
        """Subtract."""
        return Value(self.builder, self.builder.sub(self.ref, self._coerced(other)))

    def __rsub__(self, other: Exact | Fraction | int) -> Value:
        """Subtract from a constant."""
        return Value(self.builder, self.builder.sub(self._coerced(other), self.ref))

    def __mul__(self, other: Value | Exact | Fraction | int) -> Value:
        """Multiply."""
        ref = other.ref if type(other) is Value else self._coerced(other)
        return Value(self.builder, self.builder.mul(self.ref, ref))

    __rmul__ = __mul__

    def __truediv__(self, other: Value | Exact | Fraction | int) -> Value:
        """Divide."""
        return Value(self.builder, self.builder.div(self.ref, self._coerced(other)))

    def __rtruediv__(self, other: Exact | Fraction | int) -> Value:
        """Divide a constant."""
        return Value(self.builder, self.builder.div(self._coerced(other), self.ref))

    def function(self, op: Op, *others: Value | Exact | Fraction | int) -> Value:
        """Apply a function: sin, cos, sign or sqrt of this value; atan2 of this and the other coordinate."""
        return Value(self.builder, self.builder.function(op, self.ref, *map(self._coerced, others)))


def function_of(op: Op, *operands: Value) -> Value:
    """Apply a function to all of its operands: what a ring of values has by the function's name."""
    first, *others = operands
    return first.function(op, *others)
