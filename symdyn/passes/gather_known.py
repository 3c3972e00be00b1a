"""Gather known: what is known before a call meets, and is done before it.

    (x + p) + r -> x + (p + r)        p*(r*x) -> (p*r)*x        for p, r known before the call

Known are constants and what depends on the inputs named in `known` alone; `split_offline` moves it out of the call.
"""

from __future__ import annotations

from collections.abc import Collection

from symdyn.ir.program import Program
from symdyn.passes.cheaper import cheaper
from symdyn.passes.flatten import flat_products, flat_sums
from symdyn.passes.rewrite import Part, Product, Sum, rewrite
from symdyn.passes.split_offline import depends_only_on


def gather_known(program: Program, known: Collection[str] = ()) -> Program:
    """Put the known terms of a sum into one, and the known factors of a product."""
    early = {index for index, fixed in enumerate(depends_only_on(program, known)) if fixed}
    anew: dict[int, Part] = {}
    for index, factors in flat_products(program, early).items():
        known_factors = tuple(factor for factor in factors if factor in early)
        if len(known_factors) > 1 and index not in early:
            anew[index] = Product((Product(known_factors), *(f for f in factors if f not in early)))
    for index, terms in flat_sums(program, early).items():
        known_terms = tuple(signed for signed in terms if signed[0] in early)
        if len(known_terms) > 1 and index not in early:
            anew[index] = Sum(((Sum(known_terms), False), *(signed for signed in terms if signed[0] not in early)))
    return cheaper(rewrite(program, anew), program, known) if anew else program
