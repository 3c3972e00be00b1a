"""Programs over a field in which angles are rotations.

A program takes cosines of q and of q + offset. In the field an angle has no value of its own: it is a rotation, drawn
at random for every coordinate, and an offset turns it further by the image of its cosine and sine. So a sine or a
cosine is looked up by what its operand *is*; an operand that is nothing of the kind cannot be proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.trigonometry import cos_sin
from symdyn.ir.op import ADD, COS, DIV, MUL, SIGN, SIN, SUB, Op
from symdyn.ir.program import InputEntry, Program

POSITIONS, RATES = "q", "qd"
ZERO = exact(0)


class UnprovableError(Exception):
    """A program does something that has no meaning in a field: a sine of anything but a coordinate and an offset."""


@dataclass(frozen=True, slots=True)
class Angle:
    """Coordinate, or its negative, plus an offset."""

    coordinate: int
    offset: Exact
    negative: bool = False


@dataclass(frozen=True, slots=True)
class Ring:
    """What evaluation needs of a field: images of constants, reduction, reciprocals."""

    image: Callable[[Exact], Any]
    reduced: Callable[[Any], Any]
    reciprocal: Callable[[Any], Any]


Functions = Callable[[Program, Op, int, Any], Any]
"""Sine, cosine or sign of an instruction of a program, whose value is given too."""


def offsets(program: Program) -> Iterator[Exact]:
    """Yield cosine and sine of every offset of a program: constants that it does not hold, but whose image it needs."""
    for op, operands, _ in program.instructions:
        if op is SIN or op is COS:
            yield from cos_sin(_angle(program, operands[0]).offset)


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
        else:
            keep(functions(program, op, operands[0], values[operands[0]]))
    return [reduced(-values[ref.index] if ref.negative else values[ref.index]) for ref in program.results]


def of_rotations(turns: Sequence[tuple[Any, Any]], signs: Sequence[Any], ring: Ring) -> Functions:
    """Return the functions in which ``turns`` are cosine and sine of every q, and ``signs`` those of every qd."""

    def functions(program: Program, op: Op, operand: int, value: Any) -> Any:
        if op is SIGN:
            return signs[_rate(program, operand)]
        angle = _angle(program, operand)
        c, s = turns[angle.coordinate]
        s = -s if angle.negative else s
        c_more, s_more = (ring.image(part) for part in cos_sin(angle.offset))
        return ring.reduced(s * c_more + c * s_more if op is SIN else c * c_more - s * s_more)

    return functions


def _angle(program: Program, index: int) -> Angle:
    op, operands, payload = program.instructions[index]
    if isinstance(payload, InputEntry) and payload.port == POSITIONS:
        return Angle(payload.index, ZERO)
    if op in (ADD, SUB):
        first, second = (program.instructions[operand] for operand in operands)
        for one, other, backwards in ((first, second, False), (second, first, True)):
            entry, offset = one.payload, other.payload
            if isinstance(entry, InputEntry) and entry.port == POSITIONS and isinstance(offset, Exact):
                if op is ADD:
                    return Angle(entry.index, offset)
                # entry - offset, or backwards offset - entry
                return Angle(entry.index, offset, True) if backwards else Angle(entry.index, -offset)
    raise UnprovableError(f"{program.name} takes the sine or cosine of something that is no coordinate")


def _rate(program: Program, index: int) -> int:
    entry = program.instructions[index].payload
    if isinstance(entry, InputEntry) and entry.port == RATES:
        return entry.index
    raise UnprovableError(f"{program.name} takes the sign of something that is no joint's rate")
