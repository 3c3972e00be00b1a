"""Declarations: what a caller of the C must be told, as the header has it and as cffi takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symdyn.emit.c.batches import batch_signatures
from symdyn.emit.c.function import Target, array_parameters, signature, target_of
from symdyn.emit.facts import Facts
from symdyn.emit.kernel_text import StagedKernel


def declarations(facts: Facts, kernels: Sequence[StagedKernel]) -> str:
    """Return the prototypes of all kernels and the table of parameters, for cffi."""
    table = f"extern const {facts.options.scalar} {facts.name}_pi[{len(facts.pi_names)}];"
    declared = [line for kernel in kernels for line in prototypes(kernel, target_of(facts))]
    return "\n".join([table, *declared] if facts.has_values and facts.takes_pi else declared)


def undeclared(facts: Facts, kernels: Sequence[StagedKernel], files: Mapping[str, str]) -> str:
    """Return the first function that the header does not declare as a caller assumes: it might overrun an array."""
    header = files.get(f"{facts.name}.h")
    if header is None:
        return ""  # which is told when the code is loaded
    declared = "".join(header.split())
    for kernel in kernels:
        for prototype in prototypes(kernel, target_of(facts)):
            if "".join(prototype.split()) not in declared:
                return f"{facts.name}.h does not declare {prototype.partition('(')[0].split()[-1]}"
    return ""


def prototypes(kernel: StagedKernel, target: Target) -> tuple[str, ...]:
    """Declare a kernel, and its batches where it has such."""
    batches = batch_signatures(kernel, target).values() if target.options.batch else ()
    return tuple(f"{head};" for head in (call_signature(kernel, target), *batches))


def call_signature(kernel: StagedKernel, target: Target) -> str:
    """Write the first line of a kernel."""
    program = kernel.program
    return signature(f"{target.name}_{kernel.name}", array_parameters(program.inputs, program.outputs, target.scalar))
