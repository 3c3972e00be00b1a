"""Which sums take a product with them: x + a*b is one instruction where a processor has fused multiply-add."""

from __future__ import annotations

from symdyn.ir.program import Op, Program


def fusable_products(program: Program) -> list[bool]:
    """Tell which instructions are products that are used once: code writes them where they are used."""
    counts = program.use_counts()
    return [
        instruction.op is Op.MUL and count == 1 for instruction, count in zip(program.instructions, counts, strict=True)
    ]


def fused(program: Program) -> int:
    """Count the sums and differences that have such a product as an operand: each is one instruction with it."""
    fusable = fusable_products(program)
    count = 0
    for instruction in program.instructions:
        if instruction.op is Op.ADD or instruction.op is Op.SUB:
            a, b = instruction.operands
            count += fusable[a] or fusable[b]
    return count
