"""Which sums take a product with them: x + a*b is one instruction where a processor has fused multiply-add."""

from __future__ import annotations

from symdyn.ir.once import once_per_program
from symdyn.ir.op import ADD, MUL, SUB
from symdyn.ir.program import Program


@once_per_program
def fusable_products(program: Program) -> list[bool]:
    """Tell which instructions are products that are used once: code writes them where they are used."""
    counts = program.use_counts()
    return [op is MUL and count == 1 for (op, _, _), count in zip(program.instructions, counts, strict=True)]


@once_per_program
def fused(program: Program) -> int:
    """Count the sums and differences that have such a product as an operand: each is one instruction with it."""
    fusable = fusable_products(program)
    sums = [operands for op, operands, _ in program.instructions if op is ADD or op is SUB]
    return sum([fusable[a] or fusable[b] for a, b in sums])
