"""A kernel ready to be written in any language, staged into offline and online parts; what it costs, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

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


def repetitions(kernels: Sequence[StagedKernel]) -> dict[str, str]:
    """Return the kernels whose program is that of an earlier one, and which: they are written as a call of it."""
    first: dict[Program, str] = {}
    found = {}
    for kernel in kernels:
        earlier = first.setdefault(replace(kernel.program, name=""), kernel.name)
        if earlier != kernel.name:
            found[kernel.name] = earlier
    return found


def counts_text(of: Cost) -> str:
    """Say in words what a call costs."""
    parts = [_counted(of.multiplications, "multiplication"), _counted(of.additions, "addition")]
    parts += [_counted(of.divisions, "division")] if of.divisions else []
    parts += [f"{of.trigonometric} sines and cosines"] if of.trigonometric else []
    parts += [_counted(of.roots, "square root")] if of.roots else []
    parts += [_counted(of.arctangents, "arctangent")] if of.arctangents else []
    return ", ".join(parts)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
