"""Gather known (hoisting): what is known before a call meets, and is done before it.

    (x + p) + r -> x + (p + r)        p*(r*x) -> (p*r)*x        for p, r known before the call

Known are constants and what depends on the inputs named in `known` alone; `split_offline` moves it out of the call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from symdyn.ir.op import MUL, PRODUCTS, SUMS
from symdyn.ir.program import Program
from symdyn.passes.rewriting.cheaper import cheaper
from symdyn.passes.rewriting.flatten import flat_parts, outermost
from symdyn.passes.rewriting.rewrite import Part, Product, Sum, rewrite
from symdyn.passes.split_offline import depends_only_on

REGROUPED = SUMS | PRODUCTS


def gather_known(program: Program, known: Collection[str] = ()) -> Program:
    """Put the known terms of a sum into one, and the known factors of a product."""
    early = depends_only_on(program, known)
    anew: dict[int, Part] = {}
    for index in _with_several(program, early):
        parts = flat_parts(program, index, early)
        if program.instructions[index].op is MUL:
            factors = sorted(factor for factor, _ in parts)
            first = Product(tuple(factor for factor in factors if early[factor]))
            anew[index] = Product((first, *(factor for factor in factors if not early[factor])))
        else:
            of_known = Sum(tuple(signed for signed in parts if early[signed[0]]))
            anew[index] = Sum(((of_known, False), *(signed for signed in parts if not early[signed[0]])))
    return cheaper(rewrite(program, anew), program, known) if anew else program


def _with_several(program: Program, early: list[bool]) -> list[int]:
    """Return the sums and products that are not known themselves and have several parts that are."""
    counts: Counter[int] = Counter()
    for index, (op, operands, _) in enumerate(program.instructions):
        if op in REGROUPED and early[operands[0]] != early[operands[1]]:
            counts[outermost(program, index, early)] += 1
    return [index for index, count in counts.items() if count > 1]
