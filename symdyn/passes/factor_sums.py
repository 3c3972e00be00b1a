"""Factor sums: a*b + a*c -> a*(b + c), and the same pair b + c under other factors once."""

from __future__ import annotations

from collections.abc import Collection

from symdyn.ir.program import Program
from symdyn.passes.cheaper import cheaper
from symdyn.passes.flatten import SHARED, flat_products, flat_sums, only_users
from symdyn.passes.pairs import Factors, Pairs, Term
from symdyn.passes.rewrite import rewrite


def factor_sums(program: Program, known: Collection[str] = ()) -> Program:
    """Take common factors out of sums, those of products that are used nowhere else."""
    users = only_users(program)
    products = flat_products(program)

    def term(index: int, negative: bool) -> Term:
        return negative, products[index] if index in products and users[index] != SHARED else (index,)

    sums = {index: [term(*signed) for signed in terms] for index, terms in flat_sums(program).items()}
    anew = Pairs(sums, len(program.instructions), _is_product, factoring=True).take_out()
    return cheaper(rewrite(program, anew), program, known) if anew else program


def _is_product(factors: Factors) -> bool:
    return len(factors) > 1
