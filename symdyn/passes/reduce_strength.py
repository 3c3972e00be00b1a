"""Reduce strength: the same value from fewer or lighter operations.

    c*x + d*x -> (c + d)*x        x + y - x -> y        (x + y) + x -> 2*x + y        for constants c, d
    a/y -> a * (1/y)              where 1/y is known already

2*x + y is one instruction where a processor has fused multiply-add; x + x + y are two.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from symdyn.algebra.exact import Exact, exact
from symdyn.ir.op import DIV, MUL
from symdyn.ir.program import Program
from symdyn.passes.rewriting.cheaper import cheaper
from symdyn.passes.rewriting.flatten import SHARED, Signed, flat_sums, only_users
from symdyn.passes.rewriting.rewrite import Part, Product, Sum, rewrite

ONE = exact(1)


def reduce_strength(program: Program, known: Collection[str] = ()) -> Program:
    """Collect like terms of sums, and multiply by reciprocals that are there."""
    weights = _weights(program)
    anew: dict[int, Part] = dict(_by_reciprocals(program))
    for index, terms in flat_sums(program).items():
        if len({weights[term][1] if term in weights else term for term, _ in terms}) < len(terms):
            anew[index] = _collected(weights, terms)
    return cheaper(rewrite(program, anew), program, known) if anew else program


def _by_reciprocals(program: Program) -> dict[int, Part]:
    """Return quotients by a divisor whose reciprocal comes before them."""
    reciprocals: dict[int, int] = {}
    found: dict[int, Part] = {}
    for index, instruction in enumerate(program.instructions):
        if instruction.op is DIV:
            dividend, divisor = instruction.operands
            if _constant(program, dividend) == 1:
                reciprocals[divisor] = index
            elif divisor in reciprocals:
                found[index] = Product((dividend, reciprocals[divisor]))
    return found


def _weights(program: Program) -> dict[int, tuple[Exact, int]]:
    """Return products of a constant and something, as these two; those that are used once."""
    users = only_users(program)
    return {
        index: (value, operands[1])
        for index, (op, operands, _) in enumerate(program.instructions)
        if op is MUL and users[index] != SHARED and (value := _constant(program, operands[0])) is not None
    }


def _collected(weights: Mapping[int, tuple[Exact, int]], terms: list[Signed]) -> Part:
    totals: dict[int, Exact] = {}
    for term, negative in terms:
        weight, of = weights.get(term, (ONE, term))
        totals[of] = totals.get(of, exact(0)) + (-weight if negative else weight)
    collected = [_term(weight, of) for of, weight in totals.items() if weight]
    return Sum(tuple(collected)) if collected else exact(0)


def _term(weight: Exact, of: int) -> tuple[Part, bool]:
    negative = weight.leading_sign() < 0
    size = -weight if negative else weight
    return of if size == 1 else Product((size, of)), negative


def _constant(program: Program, index: int) -> Exact | None:
    payload = program.instructions[index].payload
    return payload if isinstance(payload, Exact) else None
