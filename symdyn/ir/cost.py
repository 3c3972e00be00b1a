"""Count the operations of a program.

Counted: every addition, subtraction, multiplication and division of a call. Sines and cosines are listed apart, as are
square roots and arctangents where there are any. What an operation counts as, its record in `op` says.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass

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
    roots: int = 0
    arctangents: int = 0

    @property
    def total(self) -> int:
        """All arithmetic except sines, cosines, roots and arctangents."""
        return self.multiplications + self.additions + self.divisions

    def __str__(self) -> str:
        """Write the counts as papers do: M, A, D; roots and arctangents in words."""
        parts = [f"{self.multiplications} M", f"{self.additions} A"]
        parts += [f"{self.divisions} D"] if self.divisions else []
        parts += [f"{self.roots} root{'s' * (self.roots > 1)}"] if self.roots else []
        parts += [f"{self.arctangents} atan2"] if self.arctangents else []
        return " ".join(parts)

    def counts(self) -> dict[str, int]:
        """Return every count by name; of roots and arctangents, which few programs have, those that there are."""
        return {name: count for name, count in asdict(self).items() if count or name not in ("roots", "arctangents")}


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
        roots=counts[Counted.ROOT],
        arctangents=counts[Counted.ARCTANGENT],
    )
