"""Reuse values: what is a constant times another value that is there anyway is computed as that.

    t*v - s*u -> r        where r is the root that closed a loop, of which t, s, u and v are sides
    c*c + s*s -> 1        for the cosine and the sine of one angle

No look at the text shows that a loop's determinant is the root that its closure took, or that an axis keeps its
direction through a turn about it. Values at points of a finite field do (`rewriting.field_points`): those whose ratio
is the same at all points are in proportion.

The other value must need no divisor and no root beyond what the first one needs: where that could be computed, it still
can. Sums of two others are not looked for: digits would cancel in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from symdyn.algebra.exact import Exact, exact
from symdyn.ir.op import ARITHMETIC, DIV, NEG, SQRT
from symdyn.ir.program import Program
from symdyn.passes.rewriting.cheaper import cheaper
from symdyn.passes.rewriting.field_points import FieldPoints, field_points
from symdyn.passes.rewriting.rewrite import Part, Product, Sum, rewrite
from symdyn.passes.split_offline import depends_only_on

ALWAYS = (1, 2)  # factors that are tried whether the program holds them or not


def reuse_values(program: Program, known: Collection[str] = ()) -> Program:
    """Compute what is in proportion to an earlier value from that, where this frees more operations than it takes."""
    points = field_points(program)
    anew = _found(program, points, known) if points else {}
    return cheaper(rewrite(program, anew), program, known) if anew else program


class _Factor(NamedTuple):
    value: Exact
    negative: bool


def _found(program: Program, points: FieldPoints, known: Collection[str]) -> dict[int, Part]:
    p, (first, *others) = points.p, points.values
    inverses = _inverses(first, p)
    at_points = ([value * inverse % p for value, inverse in zip(values, inverses, strict=True)] for values in others)
    ratios_of_all = list(zip(*at_points, strict=True))
    counts = Counter(ratios_of_all)
    candidates = [(i, ratios) for i, ratios in enumerate(ratios_of_all) if counts[ratios] > 1 and inverses[i]]
    if not candidates:
        return {}
    factors = _factors(program, points)
    conditions = _Conditions(program.use_counts(), _divisors(program), depends_only_on(program, known))
    in_proportion: dict[tuple[int, ...], list[int]] = {}
    anew: dict[int, Part] = {}
    for index, ratios in candidates:
        one, earlier = program.instructions[index], in_proportion.setdefault(ratios, [])
        best = 0
        for other in earlier if one.op in ARITHMETIC else ():
            factor = factors.get(first[index] * inverses[other] % p)
            if factor is not None and conditions.allow(index, other):
                takes = factor.value != 1
                gain = conditions.freed(program, index, other) - takes
                if gain > best:
                    best = gain
                    anew[index] = Sum(((Product((factor.value, other)) if takes else other, factor.negative),))
        if not best:
            earlier.append(index)
    return anew


def _factors(program: Program, points: FieldPoints) -> Mapping[int, _Factor]:
    """Return what a value may be multiplied by, by its element of the field: constants that the program has anyway."""
    constants = {one.payload for one in program.instructions if isinstance(one.payload, Exact)}
    found: dict[int, _Factor] = {}
    for value in (*filter(None, constants), *map(exact, ALWAYS)):
        element = points.image(value)
        found[element], found[-element % points.p] = _Factor(value, False), _Factor(value, True)
    return found


@dataclass(frozen=True, slots=True)
class _Conditions:
    """How often values are used, the divisions and roots they need, and whether they are known before a call."""

    uses: Sequence[int]
    divisors: Sequence[int]
    early: Sequence[bool]

    def allow(self, index: int, other: int) -> bool:
        """Tell whether one may come from another: no new singularity, and nothing moved into the call."""
        return not self.divisors[other] & ~self.divisors[index] and self.early[other] >= self.early[index]

    def freed(self, program: Program, index: int, kept: int) -> int:
        """Count the operations that nothing needs any more once a value comes from one that is kept."""
        left: dict[int, int] = {}
        waiting, count = [index], 0
        while waiting:
            op, operands, _ = program.instructions[waiting.pop()]
            count += op in ARITHMETIC and op is not NEG
            for operand in operands:
                if operand != kept:
                    left[operand] = left.get(operand, self.uses[operand]) - 1
                    if not left[operand]:
                        waiting.append(operand)
        return count


def _divisors(program: Program) -> list[int]:
    """Return, as bits, the divisions and roots that each value needs."""
    found: list[int] = []
    bit = 1
    for op, operands, _ in program.instructions:
        needs = found[operands[0]] | found[operands[-1]] if operands else 0  # there are at most two
        if op is DIV or op is SQRT:
            needs |= bit
            bit <<= 1
        found.append(needs)
    return found


def _inverses(values: Sequence[int], p: int) -> list[int]:
    """Return 1/x of each, 0 of 0, with one division for all."""
    products, product = [], 1
    for value in values:
        products.append(product)
        if value:
            product = product * value % p
    inverse = pow(product, -1, p)
    found = [0] * len(values)
    for i in reversed(range(len(values))):
        if values[i]:
            found[i] = products[i] * inverse % p
            inverse = inverse * values[i] % p
    return found
