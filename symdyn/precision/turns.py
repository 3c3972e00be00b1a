"""Sums of a program as combinations of a few values, turned by one angle or weighted by constants.

    k x + l y + m z          constants times values
    c k x + s l y + s m z    constants times the cosine c or the sine s of one angle, times values

Each says what its own operations may round it by, the errors of its values apart: these are turned and weighted as the
values are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from symdyn.ir.op import ADD, CONST, COS, MUL, SUB, TRIGONOMETRIC
from symdyn.ir.program import Program
from symdyn.precision.number_format import UPWARDS, NumberFormat

MOST_VALUES = 3
NO_ANGLE = -1

Factor = tuple[float, float, float]  # k + l cos + m sin


class Known(Protocol):
    """What is known of every instruction so far: its values, from `low` on, at most of `size`, and its error."""

    form: NumberFormat
    low: list[float]
    size: list[float]
    error: list[float]


@dataclass(frozen=True, slots=True)
class Combination:
    """Values by their factors, the angle's instruction where factors are turns, and what rounding adds."""

    factors: dict[int, Factor]
    angle: int
    wrong: float

    @property
    def is_plain(self) -> bool:
        """Whether nothing is weighted, but at most negated."""
        return self.angle == NO_ANGLE and all(abs(k) == 1.0 for k, _, _ in self.factors.values())

    def along(self) -> list[tuple[float, int]] | None:
        """Return the values with weights, so that the length of them bounds the combination; None if that says little.

        c x + s y is at most the length of (x, y), whatever the angle, and k x + l y that of (k, l) times it.
        """
        weights: dict[int, float] = {}
        for part in (0,) if self.angle == NO_ANGLE else (1, 2):
            inside = {value: factor[part] for value, factor in self.factors.items() if factor[part]}
            if inside.keys() & weights.keys():
                return None
            weight = math.hypot(*inside.values()) * UPWARDS
            weights |= dict.fromkeys(inside, weight)
        return [(weight, value) for value, weight in weights.items()]


class Combinations:
    """Reads the sums of a program that is being followed."""

    def __init__(self, program: Program, known: Known) -> None:
        """Read nothing yet."""
        self.instructions = program.instructions
        self.known = known
        self._sums: dict[int, tuple[Combination, ...]] = {}
        self.made: set[int] = (
            set()
        )  # combinations, and sums that hold one; asked of all sums in turn, it never goes deep

    def of_sum(self, index: int) -> tuple[Combination, ...]:
        """Return the ways to see a sum as a combination, turns first; those that weight nothing are none."""
        if index not in self._sums:
            self._sums[index] = found = self._read(index)
            op, operands, _ = self.instructions[index]
            if found or ((op is ADD or op is SUB) and not self.made.isdisjoint(operands)):
                self.made.add(index)
        return self._sums[index]

    def _read(self, index: int) -> tuple[Combination, ...]:
        op, operands, _ = self.instructions[index]
        if op is not ADD and op is not SUB:
            return ()
        first, second = ((*self.of_sum(operand), *self.of_product(operand)) for operand in operands)
        added = [self._added(a, b, 1.0 if op is ADD else -1.0) for a in first for b in second if a.angle == b.angle]
        found = [one for one in added if one is not None and not one.is_plain]
        return tuple(sorted(found, key=lambda one: one.angle == NO_ANGLE)[:MOST_VALUES])

    def _added(self, a: Combination, b: Combination, sign: float) -> Combination | None:
        if a.factors.keys() & b.factors.keys() or len(a.factors) + len(b.factors) > MOST_VALUES:
            return None
        signed = {value: (sign * k, sign * m, sign * n) for value, (k, m, n) in b.factors.items()}
        both = a.factors | signed
        size, error, u = self.known.size, self.known.error, self.known.form.half_unit
        parts = [[abs(f[p]) * (size[i] + error[i]) for i, f in both.items()] for p in range(3)]
        whole = sum(parts[0]) + math.hypot(sum(parts[1]), sum(parts[2]))
        wrong = a.wrong + b.wrong
        return Combination(both, a.angle, (wrong + u * (whole + wrong)) * UPWARDS)

    def of_product(self, index: int) -> list[Combination]:
        """Return the ways to see a value as a product of one: with a turn, with a constant, else as itself."""
        op, operands, _ = self.instructions[index]
        found = []
        if op is MUL:
            for turn, value in (operands, operands[::-1]):
                found += self._turn(turn, value)
            if self.instructions[operands[0]].op is CONST:
                found.append(self._product(operands[0], (self.known.low[operands[0]], 0.0, 0.0), NO_ANGLE, operands[1]))
        return found or [Combination({index: (1.0, 0.0, 0.0)}, NO_ANGLE, 0.0)]

    def _turn(self, turn: int, value: int) -> list[Combination]:
        op, operands, _ = self.instructions[turn]
        scale = 1.0
        if op is MUL and self.instructions[operands[0]].op is CONST:
            scale = self.known.low[operands[0]]
            op, operands, _ = self.instructions[operands[1]]
        if op not in TRIGONOMETRIC:
            return []
        factor = (0.0, scale, 0.0) if op is COS else (0.0, 0.0, scale)
        return [self._product(turn, factor, operands[0], value)]

    def _product(self, coefficient: int, factor: Factor, angle: int, value: int) -> Combination:
        """Return a product with what its rounding, and its coefficient's error, add to it."""
        known = self.known
        size, error = known.size[value] + known.error[value], known.error[coefficient]
        wrong = error * size + known.form.half_unit * (known.size[coefficient] + error) * size + known.form.underflow
        return Combination({value: factor}, angle, wrong * UPWARDS)
