"""Choose between equal programs: a pass keeps what it made only if that costs less, so that passes come to an end."""

from __future__ import annotations

from collections.abc import Collection

from symdyn.ir.cost import cost
from symdyn.ir.fusion import fused
from symdyn.ir.program import Program
from symdyn.passes.split_offline import depends_only_on


def cheaper(after: Program, before: Program, known: Collection[str]) -> Program:
    """Return the one that costs less; the second if both cost the same."""
    change = cost(after).total - cost(before).total
    if change:  # decides without a look at the rest
        return after if change < 0 else before
    return after if price(after, known) < price(before, known) else before


def price(program: Program, known: Collection[str]) -> tuple[int, int, int, int]:
    """Return what programs are compared by.

    All operations count first, then divisions, then operations that do not depend on the ``known`` inputs alone and so
    remain in the call, then instructions on a processor with fused multiply-add.
    """
    counted = cost(program)
    early = depends_only_on(program, known)
    in_call = [one for one, fixed in zip(program.instructions, early, strict=True) if not fixed and one.operands]
    return counted.total, counted.divisions, len(in_call), counted.total - fused(program)
