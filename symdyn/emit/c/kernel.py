"""One kernel as C text: all that templates may see of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symdyn.emit.c.block import block_arguments, block_function, can_be_blocked, fewest_lanes
from symdyn.emit.c.declarations import prototypes, signatures
from symdyn.emit.c.function import CFunction, Target, array_parameters, indented, signature, straight_function
from symdyn.emit.kernel_text import StagedKernel, counts_text
from symdyn.ir.cost import cost
from symdyn.ir.program import Port


@dataclass(frozen=True, slots=True)
class CKernel:
    """A kernel in C: its prototypes, and its functions in order, private ones first and the batch last."""

    name: str
    summary: str
    counts: str
    prototypes: tuple[str, ...]
    functions: tuple[CFunction, ...]


def c_kernel(kernel: StagedKernel, target: Target, same_as: str | None = None) -> CKernel:
    """Write a kernel as C functions; one that is the ``same_as`` an earlier kernel calls that."""
    name = f"{target.name}_{kernel.name}"
    call_signature, batch_signature = signatures(kernel, target)
    counts = counts_text(cost(kernel.program))
    comment = ["/*", f" * {kernel.summary}", f" * {counts}", " */"]
    if same_as:
        other = f"{target.name}_{same_as}"
        comment.insert(-1, f" * The same as {other} for this robot.")
        arguments = ", ".join(port.name for port in (*kernel.program.inputs, *kernel.program.outputs))
        call = CFunction((), call_signature, indented([f"{other}({arguments});"]))
        batch = CFunction((), batch_signature, indented([f"{other}_batch(count, {arguments});"]))
        private = []
    else:
        call = straight_function(target, call_signature, kernel.program)
        batch = CFunction((), batch_signature, indented(_batch_lines(kernel, target, name)))
        private = _private_functions(kernel, target, name)
    call = replace(call, comment=tuple(comment))
    return CKernel(
        name=name,
        summary=kernel.summary,
        counts=counts,
        prototypes=prototypes(kernel, target),
        functions=(*private, call, batch) if target.options.batch else (call,),
    )


def _private_functions(kernel: StagedKernel, target: Target, name: str) -> list[CFunction]:
    """Write what a batch is made of: what depends on parameters alone, once for all samples, and a block of samples."""
    if not can_be_blocked(kernel.online):
        return []
    functions = [block_function(target, name, kernel.online)]
    if kernel.offline is not None:
        parameters = array_parameters(kernel.offline.inputs, kernel.offline.outputs, target.scalar)
        prepare = f"static {signature(f'{name}_prepare', parameters)}"
        functions.insert(0, straight_function(target, prepare, kernel.offline))
    return functions


def _preparation(kernel: StagedKernel, target: Target, name: str) -> list[str]:
    """Lines that compute what depends on parameters alone."""
    if kernel.offline is None:
        return []
    prepared = kernel.offline.outputs[0]
    arguments = ", ".join(port.name for port in kernel.offline.inputs)
    return [
        f"{target.scalar} {prepared.name}[{prepared.size}];",
        f"{name}_prepare({arguments}, {prepared.name});",
    ]


def _batch_lines(kernel: StagedKernel, target: Target, name: str) -> list[str]:
    """Whole blocks first, then the samples that are left over, one by one."""
    lines, start = [], "size_t i = 0"
    if can_be_blocked(kernel.online):
        samples = f"{target.macro}_SAMPLES"
        block = f"{name}_block({', '.join(block_arguments(kernel.online, 'i'))});"
        lines = _preparation(kernel, target, name)
        lanes = fewest_lanes(kernel.online)
        pays = f"{target.macro}_LANES >= {lanes}u && " if lanes > 2 else ""
        lines += [f"{start};", f"for (; {pays}count - i >= {samples}; i += {samples}) {{", *indented([block]), "}"]
        start = ""
    arguments = ", ".join(_of_sample(port) for port in (*kernel.program.inputs, *kernel.program.outputs))
    return [*lines, f"for ({start}; i < count; ++i) {{", *indented([f"{name}({arguments});"]), "}"]


def _of_sample(port: Port) -> str:
    """Where sample i of a port begins; parameters are the same for all."""
    return port.name if port.name == "pi" else f"{port.name} + {port.size}u * i"
