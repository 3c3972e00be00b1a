"""SIMD lanes: the vector types and the transposition that blocks of samples need, where the code has blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symdyn.emit.c.block import SAMPLES, can_be_blocked
from symdyn.emit.c.function import Target
from symdyn.emit.c.language import OF_VECTORS, c_notation
from symdyn.emit.kernel_text import StagedKernel
from symdyn.emit.templates import fill
from symdyn.ir.op import OPERATIONS, Op
from symdyn.ir.program import Program

BYTES = {"double": 8, "float": 4}
HAS_16_BYTES = {  # targets with vector registers of 16 bytes for these numbers
    "double": "defined(__SSE2__) || defined(__aarch64__) || defined(__VSX__)",
    "float": "defined(__SSE2__) || defined(__ARM_NEON) || defined(__VSX__)",
}


@dataclass(frozen=True, slots=True)
class LaneFunction:
    """A function of one or two vectors, its name, and that of the function of single numbers."""

    name: str
    of_numbers: str
    takes_two: bool


@dataclass(frozen=True, slots=True)
class LanesView:
    """What the template shows; a vector register has as many lanes as numbers fit in."""

    name: str
    macro: str
    scalar: str
    samples: str
    lanes_of_64_bytes: str
    lanes_of_32_bytes: str
    lanes_of_16_bytes: str
    has_16_bytes: str
    functions: tuple[LaneFunction, ...]


def lanes_text(target: Target, kernels: Sequence[StagedKernel]) -> str:
    """Return types and routines as C text; nothing if no kernel has blocks."""
    blocked = [kernel.online for kernel in kernels if can_be_blocked(kernel.online)]
    if not (blocked and target.options.batch):
        return ""
    size = BYTES[target.scalar]
    view = LanesView(
        name=target.name,
        macro=target.macro,
        scalar=target.scalar,
        samples=f"{SAMPLES[target.scalar]}u",
        lanes_of_64_bytes=f"{64 // size}u",
        lanes_of_32_bytes=f"{32 // size}u",
        lanes_of_16_bytes=f"{16 // size}u",
        has_16_bytes=HAS_16_BYTES[target.scalar],
        functions=_functions(target, blocked),
    )
    return fill("c/lanes.c.jinja", view).rstrip("\n")


def _functions(target: Target, blocked: Sequence[Program]) -> tuple[LaneFunction, ...]:
    """Return the functions that blocks call on vectors, in the order of operations."""
    used = {instruction.op for program in blocked for instruction in program.instructions}
    names = c_notation(target.scalar, target.name).functions
    return tuple(
        LaneFunction(f"{target.name}_{op}_vector", names[op], OPERATIONS[op].arity == 2)
        for op in Op
        if op in OF_VECTORS and op in used
    )
