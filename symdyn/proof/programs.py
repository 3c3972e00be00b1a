"""Programs over a field, in which functions are looked up by what their operands are.

A sine or a cosine is that of an angle (`angles`), a sum of coordinates for which rotations were drawn. A square root is
looked up in a table of roots that comes with the point: which of the two is meant, whoever chose the point knows. So is
the sign of anything but a joint's own rate. An arctangent is a direction (`directions`). An operand that is nothing of
the kind cannot be proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from symdyn.algebra.exact import Exact
from symdyn.ir.op import ADD, ATAN2, DIV, MUL, NEG, SIGN, SIN, SQRT, SUB, Op
from symdyn.ir.program import InputEntry, Program
from symdyn.proof.angles import Rotation, UnprovableError, angle_of, offsets, rotation_of
from symdyn.proof.directions import Direction

__all__ = ["Known", "Ring", "UnprovableError", "evaluate_in_field", "functions_at", "offsets"]

RATES = "qd"


@dataclass(frozen=True, slots=True)
class Ring:
    """What evaluation needs of a field: images of constants, reduction, reciprocals."""

    image: Callable[[Exact], Any]
    reduced: Callable[[Any], Any]
    reciprocal: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of functions at a point.

    Attributes:
        rotations: of every coordinate, or of a part of it.
        rates: the sign of every joint's rate.
        roots: square roots, by the element of which they are.
        signs: signs of other elements, as of sums of rates; that of an element's negative follows.
    """

    rotations: Sequence[Rotation]
    rates: Sequence[Any] = ()
    roots: Mapping[Any, Any] = field(default_factory=dict)
    signs: Mapping[Any, Any] = field(default_factory=dict)


Functions = Callable[[Program, Op, Sequence[int], Sequence[Any]], Any]
"""A function of instructions of a program, whose values are given too."""


def evaluate_in_field(
    program: Program, inputs: Mapping[str, Sequence[Any]], ring: Ring, functions: Functions
) -> list[Any]:
    """Return the results of a program over a field."""
    reduced = ring.reduced
    values: list[Any] = []
    keep = values.append
    for op, operands, payload in program.instructions:
        if op is MUL:
            keep(reduced(values[operands[0]] * values[operands[1]]))
        elif op is ADD:
            keep(values[operands[0]] + values[operands[1]])
        elif op is SUB:
            keep(values[operands[0]] - values[operands[1]])
        elif isinstance(payload, InputEntry):
            keep(inputs[payload.port][payload.index])
        elif isinstance(payload, Exact):
            keep(ring.image(payload))
        elif op is DIV:
            keep(reduced(values[operands[0]] * ring.reciprocal(reduced(values[operands[1]]))))
        elif op is NEG:
            keep(-values[operands[0]])
        else:
            keep(functions(program, op, operands, [values[operand] for operand in operands]))
    signed = (-values[ref.index] if ref.negative else values[ref.index] for ref in program.results)
    return [value if isinstance(value, Direction) else reduced(value) for value in signed]


def functions_at(known: Known, ring: Ring) -> Functions:
    """Return the functions of a point."""

    def functions(program: Program, op: Op, operands: Sequence[int], values: Sequence[Any]) -> Any:
        if op is SQRT:
            return _root(program, ring.reduced(values[0]), known)
        if op is ATAN2:
            return Direction(*map(ring.reduced, values))
        if op is SIGN:
            return _sign(program, operands[0], ring.reduced(values[0]), known, ring)
        c, s = rotation_of(angle_of(program, operands[0]), known.rotations, ring.image, ring.reduced)
        return s if op is SIN else c

    return functions


def _root(program: Program, square: Any, known: Known) -> Any:
    if square not in known.roots:
        raise UnprovableError(f"{program.name} takes a square root of which nothing is known")
    return known.roots[square]


def _sign(program: Program, index: int, value: Any, known: Known, ring: Ring) -> Any:
    entry = program.instructions[index].payload
    if isinstance(entry, InputEntry) and entry.port == RATES:
        return known.rates[entry.index]
    if value in known.signs:
        return known.signs[value]
    opposite = ring.reduced(-value)
    if opposite in known.signs:
        return -known.signs[opposite]
    raise UnprovableError(f"{program.name} takes the sign of something that is no joint's rate, and of unknown sign")
