"""Angles in a field: sums of coordinates with rational factors, and an offset, as rotations.

In a field an angle has no value of its own: it is a rotation, a cosine and a sine. Where an angle holds the part a/d of
a coordinate, that cannot be made of the coordinate's rotation, but powers of a finer one do both:

    angle = Σ (a_j / d_j) q_j + offset        rotation of q_j / d_j, to the power a_j, one after the other

with d_j a common denominator of all factors that a coordinate has in any program. So the rotation is drawn for
q_j / d_j, and that of q_j itself is its power of d_j.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.scalar import turned
from symdyn.algebra.trigonometry import cos_sin
from symdyn.ir.op import ADD, COS, MUL, SIN, SUB
from symdyn.ir.program import InputEntry, Program

POSITIONS = "q"
FOLLOWING = "passive"  # positions too, of joints that are counted behind the coordinates
ZERO = exact(0)


class UnprovableError(Exception):
    """A program does something that has no meaning in a field: a sine of anything but coordinates and an offset."""


@dataclass(frozen=True, slots=True)
class Angle:
    """A sum of coordinates, each with its factor, and an offset."""

    factors: Mapping[int, Fraction] = field(default_factory=dict)
    offset: Exact = ZERO

    def plus(self, other: Angle, times: int) -> Angle:
        """Add another one, or with ``times`` -1 subtract it."""
        factors = dict(self.factors)
        for coordinate, factor in other.factors.items():
            factors[coordinate] = factors.get(coordinate, Fraction(0)) + times * factor
        return Angle({j: factor for j, factor in factors.items() if factor}, self.offset + other.offset * times)

    def scaled(self, factor: Fraction) -> Angle:
        """Multiply by a rational."""
        return Angle({j: factor * one for j, one in self.factors.items() if factor}, self.offset * factor)


def angle_of(program: Program, index: int) -> Angle:
    """Return what an instruction is as an angle, or raise an UnprovableError."""
    op, operands, payload = program.instructions[index]
    if isinstance(payload, InputEntry) and payload.port == POSITIONS:
        return Angle({payload.index: Fraction(1)})
    if isinstance(payload, InputEntry) and payload.port == FOLLOWING:
        (coordinates,) = (port.size for port in program.inputs if port.name == POSITIONS)
        return Angle({coordinates + payload.index: Fraction(1)})
    if isinstance(payload, Exact):
        return Angle(offset=payload)
    if op is ADD or op is SUB:
        first, second = (angle_of(program, operand) for operand in operands)
        return first.plus(second, 1 if op is ADD else -1)
    if op is MUL:
        factor = program.instructions[operands[0]].payload  # a constant stands first
        if isinstance(factor, Exact) and factor.is_rational:
            return angle_of(program, operands[1]).scaled(factor.rational)
    raise UnprovableError(f"{program.name} takes the sine or cosine of something that is no sum of coordinates")


def angles(program: Program) -> Iterator[Angle]:
    """Yield the angles of all sines and cosines of a program."""
    for op, operands, _ in program.instructions:
        if op is SIN or op is COS:
            yield angle_of(program, operands[0])


def offsets(program: Program) -> Iterator[Exact]:
    """Yield cosine and sine of every offset of a program: constants that it does not hold, but whose image it needs."""
    for angle in angles(program):
        yield from cos_sin(angle.offset)


def denominators(programs: Iterable[Program], coordinates: int) -> tuple[int, ...]:
    """Return, for every coordinate, a common denominator of the factors that it has in programs."""
    found = [1] * coordinates
    for program in programs:
        for angle in angles(program):
            for coordinate, factor in angle.factors.items():
                found[coordinate] = lcm(found[coordinate], factor.denominator)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Rotation:
    """Cosine and sine of a coordinate's part: of q / ``parts``."""

    c: Any
    s: Any
    parts: int = 1


def rotation_of(
    angle: Angle, rotations: Sequence[Rotation], image: Callable[[Exact], Any], reduced: Callable[[Any], Any]
) -> tuple[Any, Any]:
    """Return cosine and sine of an angle in a field; ``rotations`` are those of the coordinates' parts."""
    c, s = (image(part) for part in cos_sin(angle.offset))
    for coordinate, factor in angle.factors.items():
        rotation = rotations[coordinate]
        exponent = factor * rotation.parts
        if exponent.denominator != 1:
            raise UnprovableError(f"coordinate {coordinate} is taken {factor} times, its rotation in {rotation.parts}")
        c, s = map(reduced, turned(c, s, *power(rotation.c, rotation.s, exponent.numerator, reduced)))
    return c, s


def power(c: Any, s: Any, exponent: int, reduced: Callable[[Any], Any]) -> tuple[Any, Any]:
    """Return cosine and sine of so many times an angle, by squaring."""
    if exponent < 0:
        return power(c, -s, -exponent, reduced)
    total = (1, 0)
    while exponent:
        if exponent & 1:
            total = tuple(map(reduced, turned(*total, c, s)))  # type: ignore[assignment]
        c, s = map(reduced, turned(c, s, c, s))
        exponent >>= 1
    return total
