"""A kernel ready to be written in any language, and what it costs in words."""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.ir.cost import Cost
from symdyn.ir.program import Program


@dataclass(frozen=True, slots=True)
class StagedKernel:
    """A kernel ready to be written: its whole program, and the same in two stages."""

    summary: str
    program: Program
    offline: Program | None
    online: Program

    @property
    def name(self) -> str:
        """The kernel's name."""
        return self.program.name


def counts_text(of: Cost) -> str:
    """Say in words what a call costs."""
    parts = [f"{of.multiplications} multiplications", f"{of.additions} additions"]
    parts += [f"{of.divisions} divisions"] if of.divisions else []
    parts += [f"{of.trigonometric} sines and cosines"] if of.trigonometric else []
    return ", ".join(parts)
