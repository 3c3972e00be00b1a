"""The operations of programs, one record each: everything that is true of an operation wherever it stands.

An operation is one more member of `Op` and one more record. A function's text is the name that NumPy, mpmath and SymPy
have for it, so that it has a value in doubles, with many digits and as an expression. What depends on a room stays
there, in a table that says which operation is missing:

- `precision.error_bound`: an interval that holds its values, and by how much it enlarges errors;
- `proof.programs`: what it means in a finite field;
- `emit`: its name in C.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from symdyn.algebra.atom import ROOT
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.roots import square_root
from symdyn.algebra.trigonometry import cos_sin


class Op(StrEnum):
    """What an instruction does."""

    CONST = "const"
    INPUT = "input"
    ADD = "add"
    SUB = "sub"
    MUL = "mul"
    DIV = "div"
    NEG = "neg"
    SIN = "sin"
    COS = "cos"
    SIGN = "sign"
    SQRT = "sqrt"
    ATAN2 = "atan2"


# The operations by themselves: looked up in the enumeration, as loops over programs would, they take longer.
CONST, INPUT, ADD, SUB, MUL, DIV, NEG, SIN, COS, SIGN, SQRT, ATAN2 = Op


class Counted(StrEnum):
    """What papers count an operation as."""

    MULTIPLICATION = "multiplication"
    ADDITION = "addition"
    DIVISION = "division"
    TRIGONOMETRIC = "trigonometric"  # sines and cosines, apart from the others
    ROOT = "root"
    ARCTANGENT = "arctangent"


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation on ``arity`` operands.

    Attributes:
        arity: how many operands it has.
        counted: what it counts as; None: nothing.
        cycles: how long its value takes, on recent processors.
        value: what it is by the operators of any scalar; None for a function, which scalars bring with them.
        swapped: the sign that its value takes when the two operands change places; None where it becomes another.
        parity: the sign that a function takes with its operand: -1 of odd ones, 1 of even ones; None where it becomes
            another, and a negative operand is an instruction of its own.
        folded: a function's exact value at constants, None where it has none that can be written.
    """

    arity: int
    counted: Counted | None = None
    cycles: int = 0
    value: Callable[..., Any] | None = None
    swapped: int | None = None
    parity: int | None = None
    folded: Callable[..., Exact | None] | None = None


def _sign(x: Exact) -> Exact | None:
    return exact((x.rational > 0) - (x.rational < 0)) if x.is_rational else None


def _root(x: Exact) -> Exact | None:
    """Return the root of a rational that is not negative, or of a sum that has one without roots of sums.

    Others are left to the processor: an opaque power says no more than the instruction.
    """
    if x.is_rational:
        return square_root(x) if x.rational >= 0 else None
    root = square_root(x)
    return root if all(atom.kind == ROOT for atom in root.atoms()) else None


def _angle(y: Exact, x: Exact) -> Exact | None:
    """Return the angle of what points along the axis; others are left to the processor."""
    return y if not y and x.is_rational and x.rational > 0 else None


OPERATIONS: Mapping[Op, Operation] = {
    CONST: Operation(0),
    INPUT: Operation(0),
    ADD: Operation(2, Counted.ADDITION, 2, operator.add, swapped=1),
    SUB: Operation(2, Counted.ADDITION, 2, operator.sub, swapped=-1),
    MUL: Operation(2, Counted.MULTIPLICATION, 3, operator.mul, swapped=1),
    DIV: Operation(2, Counted.DIVISION, 13, operator.truediv),
    NEG: Operation(1, None, 1, operator.neg),
    SIN: Operation(1, Counted.TRIGONOMETRIC, 30, parity=-1, folded=lambda x: cos_sin(x)[1]),
    COS: Operation(1, Counted.TRIGONOMETRIC, 30, parity=1, folded=lambda x: cos_sin(x)[0]),
    SIGN: Operation(1, None, 2, parity=-1, folded=_sign),
    SQRT: Operation(1, Counted.ROOT, 18, folded=_root),
    ATAN2: Operation(2, Counted.ARCTANGENT, 60, folded=_angle),
}


def counted_as(*kinds: Counted) -> frozenset[Op]:
    """Return the operations that count as one of these."""
    return frozenset(op for op, operation in OPERATIONS.items() if operation.counted in kinds)


SUMS = counted_as(Counted.ADDITION)
PRODUCTS = counted_as(Counted.MULTIPLICATION)
TRIGONOMETRIC = counted_as(Counted.TRIGONOMETRIC)
ARITHMETIC = frozenset(op for op, operation in OPERATIONS.items() if operation.value)
FUNCTIONS = frozenset(OPERATIONS) - ARITHMETIC - {CONST, INPUT}
OLDER_NAMES = {ATAN2: "arctan2"}  # NumPy's before 2.0


def functions_of(library: Any) -> dict[str, Callable[..., Any]]:
    """Return the functions by the names that programs have for them, and a library, by these or by older ones."""
    return {op: getattr(library, op, None) or getattr(library, OLDER_NAMES[op]) for op in FUNCTIONS}
