"""Declarations: what a caller of the Python must know, the arguments of a kernel; nobody else need be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symdyn.emit.facts import Facts
from symdyn.emit.kernel_text import StagedKernel
from symdyn.ir.program import Program


def arguments(program: Program, has_values: bool) -> str:
    """Write the arguments of a kernel; ``pi`` has a default where the robot file gives values."""
    return ", ".join(f"{p.name}=PI" if p.name == "pi" and has_values else p.name for p in program.inputs)


def declarations(facts: Facts, kernels: Sequence[StagedKernel]) -> str:
    """Return nothing: a module declares itself."""
    return ""


def undeclared(facts: Facts, kernels: Sequence[StagedKernel], files: Mapping[str, str]) -> str:
    """Return nothing: arrays of other sizes are refused when a function is called."""
    return ""
