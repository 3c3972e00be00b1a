"""SIMD lanes: the vector types and the transposition that blocks of samples need, where the code has blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symdyn.emit.c.block import SAMPLES, can_be_blocked
from symdyn.emit.c.function import Target
from symdyn.emit.kernel_text import StagedKernel
from symdyn.emit.templates import fill
from symdyn.ir.op import Op

BYTES = {"double": 8, "float": 4}
HAS_16_BYTES = {  # targets with vector registers of 16 bytes for these numbers
    "double": "defined(__SSE2__) || defined(__aarch64__) || defined(__VSX__)",
    "float": "defined(__SSE2__) || defined(__ARM_NEON) || defined(__VSX__)",
}


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
    uses_sign: bool


def lanes_text(target: Target, kernels: Sequence[StagedKernel]) -> str:
    """Return types and routines as C text; nothing if no kernel has blocks."""
    blocked = [kernel.online for kernel in kernels if can_be_blocked(kernel.online)]
    if not blocked:
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
        uses_sign=any(instruction.op is Op.SIGN for program in blocked for instruction in program.instructions),
    )
    return fill("c/lanes.c.jinja", view).rstrip("\n")
