"""Fuse products (fused multiply-add): order a sum so that it takes its products with it, unless that makes it late.

    (a*b + c*d) + e -> (e + a*b) + c*d

A processor with fused multiply-add does x + a*b in one instruction if the product is used there alone; so a sum starts
with a term that is no product, and the products follow. But each waits for the one before, and calls of a kernel wait
for values more than for arithmetic units: measured, sums that fuse all they can make inverse dynamics and regressors
slower by 2 to 8 %. So a sum is written anew only if its value can be ready as early as before, which it can be where
the last product is what it waits for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from symdyn.ir.fusion import fusable_products
from symdyn.ir.op import ADD, OPERATIONS, SUMS
from symdyn.ir.program import Program
from symdyn.passes.rewriting.cheaper import cheaper
from symdyn.passes.rewriting.flatten import Signed, flat_parts, outermost
from symdyn.passes.rewriting.rewrite import Part, Sum, rewrite
from symdyn.passes.split_offline import depends_only_on

CYCLES = {op: operation.cycles for op, operation in OPERATIONS.items()}
FUSED_CYCLES = 4


def fuse_products(program: Program, known: Collection[str] = ()) -> Program:
    """Start sums with a term that is no product; partial sums that have a name or are known before a call stay."""
    product = fusable_products(program)
    early = depends_only_on(program, known)
    whole = [label is not None or fixed for label, fixed in zip(program.labels, early, strict=True)]
    times = _Times(program, product)
    anew: dict[int, Part] = {}
    for index, unfused in _meeting_products(program, product, whole).items():
        terms = flat_parts(program, index, whole)
        starts = [signed for signed in terms if not product[signed[0]]]
        if unfused <= (not starts):
            continue
        first = min(starts, key=lambda signed: times.ready[signed[0]]) if starts else terms[0]
        order = [first, *(signed for signed in terms if signed is not first)]
        if times.of_chain(order) <= times.ready[index]:
            anew[index] = Sum(tuple(order))
    return cheaper(rewrite(program, anew), program, known) if anew else program


def _meeting_products(program: Program, product: list[bool], whole: list[bool]) -> Counter[int]:
    """Count the products that a sum of more than two terms does not take with it: one wherever two of them meet."""
    counts: Counter[int] = Counter()
    for index, instruction in enumerate(program.instructions):
        if instruction.op in SUMS and all([product[operand] for operand in instruction.operands]):
            around = outermost(program, index, whole)
            if around != index:
                counts[around] += 1
    return counts


class _Times:
    """When values are ready: `ready` counts cycles from the start of a call, `operands` to where a value's begin."""

    def __init__(self, program: Program, product: list[bool]) -> None:
        self.product = product
        self.ready = ready = [0] * len(program.instructions)
        self.operands = [0] * len(program.instructions)
        for index, (op, operands, _) in enumerate(program.instructions):
            if op in SUMS:
                ready[index] = self._of_sum(*operands)
            elif operands:
                self.operands[index] = latest = max(ready[operands[0]], ready[operands[-1]])
                ready[index] = latest + CYCLES[op]

    def _of_sum(self, a: int, b: int) -> int:
        """When a + b can be ready, fused or not."""
        time = max(self.ready[a], self.ready[b]) + CYCLES[ADD]
        if self.product[a]:
            time = min(time, self._added(self.ready[b], a))
        if self.product[b]:
            time = min(time, self._added(self.ready[a], b))
        return time

    def _added(self, time: int, term: int) -> int:
        """When a sum is ready that a term is added to, in one instruction."""
        if self.product[term]:
            return max(time, self.operands[term]) + FUSED_CYCLES
        return max(time, self.ready[term]) + CYCLES[ADD]

    def of_chain(self, terms: list[Signed]) -> int:
        """When a sum is ready whose terms are added from the left."""
        time = self.ready[terms[0][0]]
        for term, _ in terms[1:]:
            time = self._added(time, term)
        return time
