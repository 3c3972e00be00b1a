"""The order of passes, and a record of what each did."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle

from symdyn.ir.cost import Cost, cost
from symdyn.ir.fusion import fused
from symdyn.ir.program import Program
from symdyn.ir.verify import verify
from symdyn.passes.distribute_constants import distribute_constants
from symdyn.passes.eliminate_dead_code import eliminate_dead_code
from symdyn.passes.factor_sums import factor_sums
from symdyn.passes.fold_constants import fold_constants
from symdyn.passes.fuse_products import fuse_products
from symdyn.passes.gather_known import gather_known
from symdyn.passes.reduce_strength import reduce_strength
from symdyn.passes.reuse_values import reuse_values
from symdyn.passes.schedule import schedule
from symdyn.passes.share_partial_sums import share_partial_sums

Pass = Callable[[Program], Program]
LAST_RESORT = "reuse_values"  # looks at values, which takes longer than to look at text


@dataclass(frozen=True, slots=True)
class PassRecord:
    """What a pass left: its name, the cost of the program after it, and how many sums take a product with them."""

    name: str
    cost: Cost
    fused: int


def pipeline(known: Collection[str] = ()) -> dict[str, Pass]:
    """Return the passes in order, by name; the inputs named in ``known`` are given before a call."""
    rewriting = {
        "reduce_strength": reduce_strength,
        "distribute_constants": distribute_constants,
        "gather_known": gather_known,
        "factor_sums": factor_sums,
        "share_partial_sums": share_partial_sums,
        "fuse_products": fuse_products,
    }
    return {
        "eliminate_dead_code": eliminate_dead_code,
        "fold_constants": fold_constants,
        **{name: partial(transform, known=known) for name, transform in rewriting.items()},
        "schedule": schedule,
        LAST_RESORT: partial(reuse_values, known=known),
    }


def optimise(program: Program, known: Collection[str] = ()) -> tuple[Program, tuple[PassRecord, ...]]:
    """Run the pipeline round and round until no pass changes anything; every pass leaves a program that costs no more.

    It comes to an end: what rewrites lowers the price (`cheaper`), the other passes do nothing the second time.
    The last one waits until all others have settled. The record tells of every pass the first time, and of those that
    changed something later.
    """
    records = [_record("trace", program)]
    passes = pipeline(known)
    told: set[str] = set()
    settled = 0  # passes one after the other that left this very program as it is
    for name, transform in cycle(passes.items()):
        is_last = name == LAST_RESORT
        if is_last and settled < len(passes) - 1:
            continue
        after = transform(program)
        if after is not program:
            records.append(_record(name, after))
        elif name not in told:
            records.append(replace(records[-1], name=name))
        told.add(name)
        settled = settled + 1 if after is program else 0
        if is_last and settled:
            break
        program = after
    return verify(program), tuple(records)


def tidied(program: Program) -> Program:
    """Return a part of an optimised program without what it does not need, in the usual order."""
    return schedule(eliminate_dead_code(program))


def _record(name: str, program: Program) -> PassRecord:
    return PassRecord(name, cost(program), fused(program))
