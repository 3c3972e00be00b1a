"""Sums that are known better than by their terms: entries of turned vectors and matrices, and inner products.

c x + s y + …            at most the length of (x, y, …)
a b + c d                at most the length of (a, c) times that of (b, d)
y + t (t d + r h)        of a matrix turned on both sides, t and r being c and s: with d = x - y it is, say,
                         s² x + c² y + s c h, at most the length of (x, y, h/√2)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from symdyn.ir.op import ADD, CONST, MUL, SUB
from symdyn.ir.program import Program
from symdyn.precision.lengths import CLOSE, Entry, Length, Lengths
from symdyn.precision.number_format import UPWARDS
from symdyn.precision.turns import MOST_VALUES, NO_ANGLE, Combination, Known


class Narrowing:
    """Bounds on sums of a program that is being followed."""

    def __init__(self, program: Program, known: Known) -> None:
        """Know nothing yet."""
        self._lengths = Lengths(program, known)
        self._instructions = program.instructions
        self._known = known

    def of_sum(self, index: int) -> Length | None:
        """Return bounds on the size and the error of a sum; None where its terms say as much."""
        best = None
        for one in self._lengths.sums.of_sum(index):
            along = one.along()
            if along is not None:
                size, error = self._lengths.length(along)
                error = (error + one.wrong) * UPWARDS
                best = (size, error) if best is None else (min(best[0], size), min(best[1], error))
        return best or self._entry_of_matrix(index)

    def _entry_of_matrix(self, index: int) -> Length | None:
        op, (a, b), _ = self._instructions[index]
        sign = 1.0 if op is ADD else -1.0
        for y, of_y, product, outer in ((a, 1.0, b, sign), (b, sign, a, 1.0)):
            for turn in self._lengths.sums.of_product(product):
                (inner,) = turn.factors
                for one in self._lengths.sums.of_sum(inner) if turn.angle != NO_ANGLE else ():
                    if one.angle == turn.angle:
                        found = self._turned_twice(y, of_y, turn, outer, one)
                        if found is not None:
                            return found
        return None

    def _turned_twice(self, y: int, of_y: float, turn: Combination, outer: float, one: Combination) -> Length | None:
        """Return bounds on y, with its sign, plus a turn of a combination that is turned by the same angle."""
        known, u = self._known, self._known.form.half_unit
        ((_, c, s),) = turn.factors.values()
        waves = {y: [of_y, 0.0, 0.0]}  # what values are multiplied by: 1, the cosine and the sine of twice the angle
        wrong = (abs(c) + abs(s)) * one.wrong + turn.wrong
        for value, (_, m, n) in one.factors.items():
            wave = [outer * (c * m + s * n) / 2, outer * (c * m - s * n) / 2, outer * (c * n + s * m) / 2]
            parts = self._parts(value)
            if not any(part == y for _, part in parts):
                parts = [(1.0, value)]
            else:
                wrong += 2 * math.hypot(*wave) * u * (known.size[value] + known.error[value])
            for weight, part in parts:
                before = waves.get(part, [0.0, 0.0, 0.0])
                waves[part] = [x + weight * more for x, more in zip(before, wave, strict=True)]
        if len(waves) > MOST_VALUES or waves[y] == [of_y, 0.0, 0.0]:
            return None
        entries = _weighted(waves)
        size, error = self._lengths.length(entries)
        return size, (error + wrong + u * (size + error + wrong)) * UPWARDS

    def _parts(self, index: int) -> list[Entry]:
        """Return a value as a sum of two, or as a constant times another."""
        op, operands, _ = self._instructions[index]
        if op is ADD or op is SUB:
            return [(1.0, operands[0]), (1.0 if op is ADD else -1.0, operands[1])]
        if op is MUL and self._instructions[operands[0]].op is CONST:
            return [(self._known.low[operands[0]], operands[1])]
        return []


def _weighted(waves: Mapping[int, Sequence[float]]) -> list[Entry]:
    """Return the values with weights, so that the length of them bounds the sum at every angle.

    With weights w the sum is f · (w x), and |f|² has a mean and waves of two and four times the angle.
    """
    entries, squared = [], [0.0] * 5
    for value, (a, b, c) in waves.items():
        weight = abs(a) + math.hypot(b, c)
        if abs(a) + abs(b) <= CLOSE * abs(c):
            weight *= math.sqrt(2.0)  # s c h: with c⁴ + s⁴ of the others it makes 1
        if weight:
            entries.append((weight, value))
            a, b, c = a / weight, b / weight, c / weight
            more = a * a + (b * b + c * c) / 2, 2 * a * b, 2 * a * c, (b * b - c * c) / 2, b * c
            squared = [x + y for x, y in zip(squared, more, strict=True)]
    norm = math.sqrt(squared[0] + math.hypot(*squared[1:3]) + math.hypot(*squared[3:])) * UPWARDS
    slack = CLOSE * max((weight for weight, _ in entries), default=0.0)  # where factors cancel but for their rounding
    return [(norm * weight + slack, value) for weight, value in entries]
