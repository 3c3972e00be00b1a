"""Share partial sums (common subexpressions of sums, whatever their order): a + c is computed once.

(a + b) + c, (a + d) + c -> (a + c) + b, (a + c) + d
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from symdyn.ir.program import Program
from symdyn.passes.rewriting.cheaper import cheaper
from symdyn.passes.rewriting.flatten import flat_sums
from symdyn.passes.rewriting.pairs import Factors, Pairs, Term
from symdyn.passes.rewriting.rewrite import rewrite


def share_partial_sums(program: Program, known: Collection[str] = ()) -> Program:
    """Add pairs of terms first that several sums have in common."""
    count = len(program.instructions)
    flat = flat_sums(program)
    occurrences = Counter([term for terms in flat.values() for term, _ in terms])

    def occurs_again(factors: Factors) -> bool:
        return factors[0] >= count or occurrences[factors[0]] > 1

    sums: dict[int, list[Term]] = {
        index: [(sign, (term,)) for term, sign in terms]
        for index, terms in flat.items()
        if sum([occurrences[term] > 1 for term, _ in terms]) > 1
    }
    anew = Pairs(sums, count, occurs_again, factoring=False).take_out()
    return cheaper(rewrite(program, anew), program, known) if anew else program
