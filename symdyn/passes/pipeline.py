"""The order of passes, and a record of what each did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symdyn.ir.cost import Cost, cost
from symdyn.ir.program import Program
from symdyn.ir.verify import verify
from symdyn.passes.eliminate_dead_code import eliminate_dead_code
from symdyn.passes.fold_constants import fold_constants
from symdyn.passes.schedule import schedule

Pass = Callable[[Program], Program]

PIPELINE: tuple[Pass, ...] = (fold_constants, eliminate_dead_code, schedule)


@dataclass(frozen=True, slots=True)
class PassRecord:
    """What a pass left: its name, and the cost of the program after it."""

    name: str
    cost: Cost


def optimise(program: Program) -> tuple[Program, tuple[PassRecord, ...]]:
    """Run the pipeline; every pass leaves a valid program that costs no more."""
    records = [PassRecord("trace", cost(program))]
    for transform in PIPELINE:
        program = verify(transform(program))
        records.append(PassRecord(transform.__name__, cost(program)))
    return program, tuple(records)
