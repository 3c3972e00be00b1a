"""One kernel as C text: all that templates may see of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symdyn.emit.c.batches import batch_functions
from symdyn.emit.c.declarations import call_signature, prototypes
from symdyn.emit.c.function import CFunction, Target, indented, straight_function
from symdyn.emit.kernel_text import StagedKernel, counts_text
from symdyn.ir.cost import cost


@dataclass(frozen=True, slots=True)
class CKernel:
    """A kernel in C: its prototypes, and its functions in order, those of batches last."""

    name: str
    summary: str
    counts: str
    prototypes: tuple[str, ...]
    functions: tuple[CFunction, ...]


def c_kernel(kernel: StagedKernel, target: Target, same_as: str | None = None) -> CKernel:
    """Write a kernel as C functions; one that is the ``same_as`` an earlier kernel calls that."""
    name, head = f"{target.name}_{kernel.name}", call_signature(kernel, target)
    counts = counts_text(cost(kernel.program))
    comment = ["/*", f" * {kernel.summary}", f" * {counts}", " */"]
    if same_as:
        other = f"{target.name}_{same_as}"
        comment.insert(-1, f" * The same as {other} for this robot.")
        arguments = ", ".join(port.name for port in (*kernel.program.inputs, *kernel.program.outputs))
        call = CFunction((), head, indented([f"{other}({arguments});"]))
    else:
        call = straight_function(target, head, kernel.program)
    batches = batch_functions(kernel, target, same_as) if target.options.batch else []
    return CKernel(
        name=name,
        summary=kernel.summary,
        counts=counts,
        prototypes=prototypes(kernel, target),
        functions=(replace(call, comment=tuple(comment)), *batches),
    )
