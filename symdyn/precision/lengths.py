"""Lengths of turned vectors: bounds on x² + y² + z² that no turn enlarges, for values and for their errors.

An interval for each entry of a vector forgets that they belong together: turned by 45 degrees, a box needs a box that
is wider by √2, and after six joints with general twists bounds are hundreds of times too wide. The length of

    (c x + s y, c y - s x)       is that of (x, y), whatever the angle,
    (k x + l y, m x + n y)       is that of (x, y) with weights, where the columns of the constants are orthogonal,
    (c x + s y, z)               is at most that of (x, y, z),
    (f x, f y, f z)              is |f| times that of (x, y, z),
    (x + u, y + v, z + w)        is at most that of (x, y, z) plus that of (u, v, w).

Errors are vectors that are turned in the same way, each turn adding what its own operations round. So a length is
followed backwards by these rules, down to entries of which nothing more is known than their intervals.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from symdyn.ir.op import ADD, MUL, SUB
from symdyn.ir.program import Program
from symdyn.precision.number_format import UPWARDS
from symdyn.precision.turns import MOST_VALUES, NO_ANGLE, Combination, Combinations, Known

ORTHOGONAL = 0.1  # up to which columns that are nearly orthogonal are taken for a turn's
DEEPEST = 40  # lengths that wait for others; those of earlier values are known by then
MOST_AT_ONCE = 128  # lengths followed for one that is asked for: in chains of fifty joints there is no end to them
CLOSE = 2.0**-30  # weights that differ by less are taken for the larger one, so that lengths are found again

Entry = tuple[float, int]  # a weight, and the instruction whose value it multiplies
Length = tuple[float, float]  # bounds on a length, and on that of the vector of its errors


class Lengths:
    """The lengths of vectors in a program that is being followed: asked for those of instructions so far."""

    def __init__(self, program: Program, known: Known) -> None:
        """Know nothing yet."""
        self.sums = Combinations(program, known)
        self._instructions = program.instructions
        self._known = known
        self._lengths: dict[tuple[Entry, ...], Length] = {}
        self._deep = 0
        self._left = 0

    def length(self, entries: Sequence[Entry]) -> Length:
        """Return bounds on the length of a vector of at most three entries, and on that of its error."""
        ordered, scale = _in_order(entries)
        found = self._lengths.get(ordered)
        if found is None:
            known = self._known
            size = math.hypot(*[weight * known.size[i] for weight, i in ordered]) * UPWARDS
            error = math.hypot(*[weight * known.error[i] for weight, i in ordered]) * UPWARDS
            if not self._deep:
                self._left = MOST_AT_ONCE
            if self._deep < DEEPEST and self._left:
                self._deep += 1
                self._left -= 1
                for other_size, other_error in self._by_rules(ordered):
                    size, error = min(size, other_size), min(error, other_error)
                self._deep -= 1
                self._lengths[ordered] = size, error
            found = size, error
        return found[0] * scale, found[1] * scale

    def _by_rules(self, entries: tuple[Entry, ...]) -> Iterator[Length]:
        turned = self._turned(entries)
        if turned is not None:
            yield turned
            return
        for found in self._common_factor(entries), self._split(entries):
            if found is not None:
                yield found
        if len(entries) < MOST_VALUES:
            yield from self._seen_along(entries)

    def _turned(self, entries: tuple[Entry, ...]) -> Length | None:
        """See two entries, or all three, as those of one vector after a turn."""
        seen = [self.sums.of_sum(i) for _, i in entries]
        if len(entries) - seen.count(()) < 2:
            return None
        for widest in (one for several in seen for one in several):
            rows, weights, rest = [], [], []
            angles, values = (widest.angle, NO_ANGLE), widest.factors.keys()
            for entry, several in zip(entries, seen, strict=True):
                for one in several:
                    if one.angle in angles and one.factors.keys() <= values:  # no other values, no other angle
                        rows.append(one)
                        weights.append(entry[0])
                        break
                else:
                    rest.append(entry)
            if len(rows) < 2 or len(widest.factors) + len(rest) > MOST_VALUES:
                continue
            inner = _before_the_turn(list(widest.factors), rows, weights)
            if inner is not None:
                size, error = self.length([*inner, *rest])
                wrong = math.hypot(*(weight * row.wrong for weight, row in zip(weights, rows, strict=True)))
                return size, (error + wrong) * UPWARDS
        return None

    def _seen_along(self, entries: tuple[Entry, ...]) -> Iterator[Length]:
        """See any of the entries as the part of a turned vector along one axis."""
        for k, (weight, i) in enumerate(entries):
            for one in self.sums.of_sum(i):
                rest = [*entries[:k], *entries[k + 1 :]]
                along = one.along()
                if along is None or len(along) + len(rest) > MOST_VALUES or one.factors.keys() & {i for _, i in rest}:
                    continue
                size, error = self.length([*((weight * inner, value) for inner, value in along), *rest])
                yield size, (error + weight * one.wrong) * UPWARDS
                break

    def _common_factor(self, entries: tuple[Entry, ...]) -> Length | None:
        """Take out a factor that all entries have."""
        products = [self._instructions[i] for _, i in entries]
        if not all(op is MUL for op, _, _ in products):
            return None
        for factor in products[0].operands:
            if all(factor in operands for _, operands, _ in products):
                others = [sum(operands) - factor for _, operands, _ in products]
                size, error = self.length([(weight, i) for (weight, _), i in zip(entries, others, strict=True)])
                return self._product(self._known.size[factor], self._known.error[factor], size, error)
        return None

    def _product(self, x: float, e: float, y: float, f: float) -> Length:
        """Return bounds on a product of two lengths, each with its error, of products that are rounded."""
        form = self._known.form
        rounding = form.half_unit * (x + e) * (y + f) + MOST_VALUES * form.underflow
        return x * y * UPWARDS, (x * f + y * e + e * f + rounding) * UPWARDS

    def _split(self, entries: tuple[Entry, ...]) -> Length | None:
        """See a sum of vectors: one that is made by turns, and the rest."""
        known, u = self._known, self._known.form.half_unit
        turned: list[Entry] = []
        others: list[Entry] = []
        rounding = []
        for weight, i in entries:
            op, operands, _ = self._instructions[i]
            is_sum = (op is ADD or op is SUB) and all(one.angle == NO_ANGLE for one in self.sums.of_sum(i))
            if not is_sum or self.sums.made.isdisjoint(operands):
                turned.append((weight, i))
                continue
            a, b = operands if operands[0] in self.sums.made else operands[::-1]
            turned.append((weight, a))
            others.append((weight, b))
            rounding.append(weight * u * (known.size[i] + known.error[i]))
        if not others:
            return None
        (x, e), (y, f) = self.length(turned), self.length(others)
        return (x + y) * UPWARDS, (e + f + math.hypot(*rounding)) * UPWARDS


def _before_the_turn(
    values: Sequence[int], rows: Sequence[Combination], weights: Sequence[float]
) -> list[Entry] | None:
    """Return the vector of values of which weighted combinations are entries after a turn; None where they are not.

    With rows M of factors k + l cos + m sin, the square of the length is xᵀ MᵀM x. Of MᵀM the mean over all angles is
    taken, on its diagonal; the rest, which a turn has none of, enlarges it by its size.
    """
    zero = (0.0, 0.0, 0.0)
    columns = [
        [tuple(weight * k for k in row.factors.get(value, zero)) for row, weight in zip(rows, weights, strict=True)]
        for value in values
    ]
    means = [sum(k * k + (m * m + n * n) / 2 for k, m, n in column) for column in columns]
    if not all(means):
        return None
    rest = 0.0
    for i, first in enumerate(columns):
        for j, second in enumerate(columns[: i + 1]):
            waves = [0.0] * 5
            for (k, m, n), (a, b, c) in zip(first, second, strict=True):
                waves[0] += k * a + (m * b + n * c) / 2
                waves[1] += k * b + m * a
                waves[2] += k * c + n * a
                waves[3] += (m * b - n * c) / 2
                waves[4] += (m * c + n * b) / 2
            largest = (abs(waves[0]) if i != j else 0.0) + math.hypot(*waves[1:3]) + math.hypot(*waves[3:])
            rest += (1 if i == j else 2) * largest * largest / (means[i] * means[j])
    rest = math.sqrt(rest)
    if not rest < ORTHOGONAL:
        return None
    widened = math.sqrt(1.0 + rest) * UPWARDS
    return [(widened * math.sqrt(mean), value) for mean, value in zip(means, values, strict=True)]


def _in_order(entries: Sequence[Entry]) -> tuple[tuple[Entry, ...], float]:
    """Return entries in order, each value once, with weights up to 1, and what these were divided by."""
    weights: dict[int, float] = {}
    for weight, i in entries:
        weights[i] = math.hypot(weights[i], weight) if i in weights else weight
    largest = max(weights.values())
    if not largest:
        return tuple((1.0, i) for i in sorted(weights)), 0.0
    scaled = [(weights[i] / largest, i) for i in sorted(weights)]
    ordered = tuple([(1.0 if weight > 1.0 - CLOSE else weight * (1.0 + CLOSE), i) for weight, i in scaled])
    return ordered, largest * (1.0 + CLOSE)
