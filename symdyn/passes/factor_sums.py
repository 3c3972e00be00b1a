"""Factor sums: a*b + a*c -> a*(b + c), and the same pair b + c under other factors once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain

from symdyn.ir.program import Program
from symdyn.passes.rewriting.cheaper import cheaper
from symdyn.passes.rewriting.flatten import SHARED, flat_products, flat_sums, only_users
from symdyn.passes.rewriting.pairs import Factors, Pairs, Term
from symdyn.passes.rewriting.rewrite import rewrite


def factor_sums(program: Program, known: Collection[str] = ()) -> Program:
    """Take common factors out of sums, those of products that are used nowhere else."""
    users = only_users(program)
    products = {index: factors for index, factors in flat_products(program).items() if users[index] != SHARED}
    sums: dict[int, list[Term]] = {}
    for index, terms in flat_sums(program).items():
        factors = [products.get(term, (term,)) for term, _ in terms]
        if _some_repeat(factors):
            sums[index] = [(negative, product) for (_, negative), product in zip(terms, factors, strict=True)]
    anew = Pairs(sums, len(program.instructions), _is_product, factoring=True).take_out()
    return cheaper(rewrite(program, anew), program, known) if anew else program


def _some_repeat(products: Sequence[Factors]) -> bool:
    """Tell whether a factor occurs twice; without that a sum has nothing in common."""
    factors = list(chain.from_iterable(products))
    return len(set(factors)) < len(factors)


def _is_product(factors: Factors) -> bool:
    return len(factors) > 1
