"""Batches: a kernel for many samples, whichever way they lie in memory.

| function | an input of n entries | |
|---|---|---|
| `_batch` | rows: [sample][n] | turned into blocks, and results back |
| `_block` | blocks of columns: [block][n][samples of a block] | as blocks are worked on: nothing is moved |
| `_columns` | columns: [n][sample] | copied into blocks |

All have one function work on their blocks, so that they say the same to the last bit; samples that fill no block are
worked on one by one, and so are all of a kernel without blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.emit.c.block import (
    block_of,
    can_be_blocked,
    lanes_function,
    same_arguments,
    same_for_all,
    same_function,
    sampled_inputs,
    shared_inputs,
)
from symdyn.emit.c.function import CFunction, Target, array_parameters, indented, signature, straight_function
from symdyn.emit.kernel_text import StagedKernel
from symdyn.ir.cost import cost
from symdyn.ir.program import Port, Program

COUNTS = {"batch": "count", "block": "blocks", "columns": "count"}  # the forms, and what counts their samples
FEW_OUTPUTS = 64  # entries: their columns stay in the nearest cache while they are turned into rows


def batch_signatures(kernel: StagedKernel, target: Target) -> dict[str, str]:
    """Write the first line of every form."""
    ins = [f"const {target.scalar} *{port.name}" for port in kernel.program.inputs]
    pointers = [*ins, *(f"{target.scalar} *{port.name}" for port in kernel.program.outputs)]
    name = f"{target.name}_{kernel.name}"
    return {form: signature(f"{name}_{form}", [f"size_t {count}", *pointers]) for form, count in COUNTS.items()}


def batch_functions(kernel: StagedKernel, target: Target, same_as: str | None) -> list[CFunction]:
    """Write all forms, and before them what they are made of; a kernel that is the ``same_as`` another calls that's."""
    heads = batch_signatures(kernel, target)
    if same_as:
        arguments = ", ".join(port.name for port in (*kernel.program.inputs, *kernel.program.outputs))
        calls = {form: f"{target.name}_{same_as}_{form}({count}, {arguments});" for form, count in COUNTS.items()}
        return [CFunction((), heads[form], indented([call])) for form, call in calls.items()]
    writer = _Writer(kernel, target)
    bodies = {"batch": writer.batch(), "block": writer.block(), "columns": writer.columns()}
    return [*writer.private(), *(CFunction((), heads[form], indented(lines)) for form, lines in bodies.items())]


def fewest_lanes(program: Program) -> int:
    """Return how many lanes vectors must have for rows to be turned: results that are mostly stored lose with pairs."""
    entries = sum(port.size for port in program.outputs)
    return 2 if entries <= FEW_OUTPUTS or cost(program).total >= 8 * entries else 4


class _Writer:
    """Writes the forms of one kernel."""

    def __init__(self, kernel: StagedKernel, target: Target) -> None:
        self._kernel, self._target = kernel, target
        self._name = f"{target.name}_{kernel.name}"
        self._samples = f"{target.macro}_SAMPLES"
        self._blocked = can_be_blocked(kernel.online)
        self._inputs, self._outputs = sampled_inputs(kernel.program), kernel.program.outputs

    def private(self) -> list[CFunction]:
        """Write what depends on parameters alone, once for all samples, and a block of samples."""
        if not self._blocked:
            return []
        online, offline = self._kernel.online, self._kernel.offline
        functions = [lanes_function(self._target, self._name, online)]
        if same_for_all(online):
            functions.insert(0, same_function(self._target, self._name, online))
        if offline is not None:
            parameters = array_parameters(offline.inputs, offline.outputs, self._target.scalar)
            prepare = signature(f"{self._name}_prepare", parameters, f"static {self._target.macro}_APART void")
            functions.insert(0, straight_function(self._target, prepare, offline))
        return functions

    def batch(self) -> list[str]:
        """Write the function of rows."""
        call = self._call([_at(port, "i") for port in self._inputs], [_at(port, "i") for port in self._outputs])
        if not self._blocked:
            return ["for (size_t i = 0; i < count; ++i) {", *indented([call]), "}"]
        turned = [f"rows_in({port.size}u, {_at(port, 'i')}, {block_of(port)});" for port in self._inputs]
        back = [f"rows_out({port.size}u, {block_of(port)}, {_at(port, 'i')});" for port in self._outputs]
        lanes = fewest_lanes(self._kernel.online)
        pays = f"{self._target.macro}_LANES >= {lanes}u && " if lanes > 2 else ""
        return [
            *self._in_blocks(pays, turned, back),
            "for (; i < count; ++i) {",
            *indented([call]),
            "}",
        ]

    def columns(self) -> list[str]:
        """Write the function of columns."""
        ins, outs = ([f"{port.name} + i" for port in ports] for ports in (self._inputs, self._outputs))
        one = self._one_by_one(ins, outs, "count")
        if not self._blocked:
            return ["for (size_t i = 0; i < count; ++i) {", *indented(one), "}"]
        taken = [f"columns_in({port.size}u, count, {port.name} + i, {block_of(port)});" for port in self._inputs]
        given = [f"columns_out({port.size}u, count, {block_of(port)}, {port.name} + i);" for port in self._outputs]
        return [*self._in_blocks("", taken, given), "for (; i < count; ++i) {", *indented(one), "}"]

    def block(self) -> list[str]:
        """Write the function of blocks of columns."""
        if not self._blocked:
            places = {port.name: f"{_at(port, f'{self._samples} * i')} + k" for port in (*self._inputs, *self._outputs)}
            ins, outs = ([places[port.name] for port in ports] for ports in (self._inputs, self._outputs))
            each = f"for (size_t k = 0; k < {self._samples}; ++k) {{"
            one = [each, *indented(self._one_by_one(ins, outs, self._samples)), "}"]
            return ["for (size_t i = 0; i < blocks; ++i) {", *indented(one), "}"]
        lines = self._blocks({port.name: _at(port, "i") for port in (*self._inputs, *self._outputs)})
        head = f"for (size_t i = 0; i < blocks * {self._samples}; i += {self._samples}) {{"
        return [*self._prepare(), head, *indented([*self._same(block=False), *lines]), "}"]

    def _in_blocks(self, pays: str, taken: Sequence[str], given: Sequence[str]) -> list[str]:
        """Write the part that works on whole blocks, which are taken and given; ``i`` counts the samples."""
        name, macro, scalar = self._target.name, self._target.macro, self._target.scalar
        ports = (*self._inputs, *self._outputs)
        lanes = self._blocks({port.name: block_of(port) for port in ports})
        inside = [*(f"{name}_{line}" for line in taken), *lanes, *(f"{name}_{line}" for line in given)]
        return [
            *(f"{macro}_ALIGNED {scalar} {block_of(port)}[{port.size}u * {self._samples}];" for port in ports),
            *self._prepare(),
            *self._same(block=True),
            "size_t i = 0;",
            f"for (; {pays}count - i >= {self._samples}; i += {self._samples}) {{",
            *indented(inside),
            "}",
        ]

    def _blocks(self, places: dict[str, str]) -> list[str]:
        """Call the function of a block, whose columns are at these places."""
        ports = (*self._inputs, *shared_inputs(self._kernel.online), *self._outputs)
        return [f"{self._name}_lanes({', '.join(places.get(port.name, port.name) for port in ports)});"]

    def _same(self, *, block: bool) -> list[str]:
        """Call the function of what is the same in all blocks, for a block of this function's or the one at ``i``."""
        if not same_for_all(self._kernel.online):
            return []
        at = {block_of(port): block_of(port) if block else _at(port, "i") for port in self._outputs}
        arguments = (at.get(argument, argument) for argument in same_arguments(self._kernel.online))
        return [f"{self._name}_same({', '.join(arguments)});"]

    def _prepare(self) -> list[str]:
        """Write what depends on parameters alone."""
        offline = self._kernel.offline
        if offline is None:
            return []
        prepared = offline.outputs[0]
        arguments = ", ".join(port.name for port in (*offline.inputs, prepared))  # constants alone take no inputs
        return [
            f"{self._target.scalar} {prepared.name}[{prepared.size}];",
            f"{self._name}_prepare({arguments});",
        ]

    def _one_by_one(self, ins: Sequence[str], outs: Sequence[str], step: str) -> list[str]:
        """Write a single call for entries that lie ``step`` apart."""
        scalar, copy = self._target.scalar, f"{self._target.name}_entries"
        taking, giving = zip(self._inputs, ins, strict=True), zip(self._outputs, outs, strict=True)
        taken = [f"{copy}({port.size}u, {place}, {step}, {_one(port)}, 1u);" for port, place in taking]
        given = [f"{copy}({port.size}u, {_one(port)}, 1u, {place}, {step});" for port, place in giving]
        return [
            *(f"{scalar} {_one(port)}[{port.size}];" for port in (*self._inputs, *self._outputs)),
            *taken,
            self._call([_one(port) for port in self._inputs], [_one(port) for port in self._outputs]),
            *given,
        ]

    def _call(self, ins: Sequence[str], outs: Sequence[str]) -> str:
        """Call the kernel for one sample."""
        at = {port.name: place for port, place in zip(self._inputs, ins, strict=True)}
        arguments = [*(at.get(port.name, port.name) for port in self._kernel.program.inputs), *outs]
        return f"{self._name}({', '.join(arguments)});"


def _at(port: Port, sample: str) -> str:
    """Where a row of samples begins, and a block: at its first sample."""
    return f"{port.name} + {port.size}u * {sample}"


def _one(port: Port) -> str:
    return f"{port.name}_one"
