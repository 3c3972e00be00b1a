"""Count the operations of a program.

Counted: every addition, subtraction, multiplication and division of a call. Sines and cosines are listed apart. What an
operation counts as, its record in `op` says.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from symdyn.ir.once import once_per_program
from symdyn.ir.op import OPERATIONS, Counted
from symdyn.ir.program import Program


@dataclass(frozen=True, slots=True)
class Cost:
    """Operations of one call."""

    multiplications: int
    additions: int
    divisions: int
    trigonometric: int

    @property
    def total(self) -> int:
        """All arithmetic except sines and cosines."""
        return self.multiplications + self.additions + self.divisions

    def __str__(self) -> str:
        """Write the counts as papers do: M, A, D."""
        parts = [f"{self.multiplications} M", f"{self.additions} A"]
        parts += [f"{self.divisions} D"] if self.divisions else []
        return " ".join(parts)


@once_per_program
def cost(program: Program) -> Cost:
    """Count the operations of a program."""
    counts: Counter[Counted | None] = Counter()
    for op, count in Counter([instruction.op for instruction in program.instructions]).items():
        counts[OPERATIONS[op].counted] += count
    return Cost(
        multiplications=counts[Counted.MULTIPLICATION],
        additions=counts[Counted.ADDITION],
        divisions=counts[Counted.DIVISION],
        trigonometric=counts[Counted.TRIGONOMETRIC],
    )
