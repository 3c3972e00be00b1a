"""Distribute constants: c*(x + d) -> c*x + c*d for constants c and d, so that c*d is done when code is generated.

There it meets what else is known, c*x + c*d + e -> c*x + (c*d + e); and c*x + c*d is one instruction where a processor
has fused multiply-add.
"""

from __future__ import annotations

from collections.abc import Collection

from symdyn.algebra.exact import Exact, exact
from symdyn.ir.op import MUL
from symdyn.ir.program import Program
from symdyn.passes.gather_known import gather_known
from symdyn.passes.rewriting.cheaper import cheaper
from symdyn.passes.rewriting.flatten import SHARED, Signed, flat_sums, only_users
from symdyn.passes.rewriting.rewrite import Part, Product, Sum, rewrite


def distribute_constants(program: Program, known: Collection[str] = ()) -> Program:
    """Multiply constants out of sums that are used nowhere else, and gather what is known then."""
    users = only_users(program)
    sums = flat_sums(program)
    anew: dict[int, Part] = {}
    for index, (op, operands, _) in enumerate(program.instructions):
        if op is MUL:
            factor, inner = operands
            value = _constant(program, factor)
            if value is not None and inner in sums and users[inner] != SHARED:
                distributed = _distributed(program, value, factor, sums[inner])
                if distributed is not None:
                    anew[index] = distributed
    return cheaper(gather_known(rewrite(program, anew), known), program, known) if anew else program


def _distributed(program: Program, value: Exact, factor: int, terms: list[Signed]) -> Part | None:
    rest: list[tuple[Part, bool]] = []
    offset = exact(0)
    for term, negative in terms:
        constant = _constant(program, term)
        if constant is None:
            rest.append((term, negative))
        else:
            offset = offset - constant * value if negative else offset + constant * value
    if not offset or not rest:
        return None
    return Sum(((Product((factor, Sum(tuple(rest)))), False), (offset, False)))


def _constant(program: Program, index: int) -> Exact | None:
    payload = program.instructions[index].payload
    return payload if isinstance(payload, Exact) else None
