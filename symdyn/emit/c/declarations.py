"""Declarations: what a caller of the C must be told, as the header has it and as cffi takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
                return f"{facts.name}.h does not declare {facts.name}_{kernel.name}"
    return ""


def prototypes(kernel: StagedKernel, target: Target) -> tuple[str, ...]:
    """Declare a kernel, and its batch where it has one."""
    call, batch = signatures(kernel, target)
    return (f"{call};", f"{batch};") if target.options.batch else (f"{call};",)


def signatures(kernel: StagedKernel, target: Target) -> tuple[str, str]:
    """Write the first lines of a kernel, and of its batch."""
    name, program = f"{target.name}_{kernel.name}", kernel.program
    call = signature(name, array_parameters(program.inputs, program.outputs, target.scalar))
    return call, signature(f"{name}_batch", ["size_t count", *_pointer_parameters(kernel, target.scalar)])


def _pointer_parameters(kernel: StagedKernel, scalar: str) -> list[str]:
    ins = [f"const {scalar} *{port.name}" for port in kernel.program.inputs]
    return [*ins, *(f"{scalar} *{port.name}" for port in kernel.program.outputs)]
