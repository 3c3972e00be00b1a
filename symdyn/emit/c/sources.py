"""The C sources of a robot: one file, or where compiling that would take long, one for every few kernels.

A compiler takes a file on one processor; several files are compiled side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.emit.backend import Content
from symdyn.emit.c.function import target_of
from symdyn.emit.c.kernel import CKernel, c_kernel
from symdyn.emit.c.language import c_notation
from symdyn.emit.c.support.lanes import lanes_text
from symdyn.emit.c.support.sincos import sincos_text
from symdyn.emit.facts import Facts
from symdyn.emit.kernel_text import repetitions
from symdyn.emit.view import RobotView, robot_view
from symdyn.interface.c_files import further_file
from symdyn.ir.op import Op

LARGEST_FILE = 1_000_000
"""Characters up to which all kernels share a file, some eight seconds of gcc -O3: all robots of seven joints do."""
ENOUGH = 200_000
"""Characters at which the next file begins otherwise: many files keep all processors at work to the end."""
LITTLE = 10_000
"""Characters of a kernel that never begins a file."""


@dataclass(frozen=True, slots=True)
class CSource:
    """What a source shows: kernels, what they call, and in the first one the table of values."""

    robot: RobotView
    macro: str
    scalar: str
    values: tuple[str, ...]
    uses_sign: bool
    lanes: str
    trigonometry: str
    kernels: tuple[CKernel, ...]


def c_kernels(content: Content) -> tuple[CKernel, ...]:
    """Write all kernels."""
    target, same = target_of(content.facts), repetitions(content.kernels)
    return tuple(c_kernel(kernel, target, same.get(kernel.name)) for kernel in content.kernels)


def c_sources(content: Content, written: Sequence[CKernel]) -> dict[str, CSource]:
    """Distribute kernels over files, the first called after the robot; each has its own private functions."""
    groups = _groups([_size(kernel) for kernel in written])
    names = (f"{content.facts.name}.c", *(_further(content, group) for group in groups[1:]))
    return {name: _source(content, written, group) for name, group in zip(names, groups, strict=True)}


def pi_table(facts: Facts) -> tuple[str, ...]:
    """Return the robot file's parameters as C text; nothing if it leaves some unknown."""
    literal = c_notation(facts.options.scalar, facts.name).literal
    return tuple(_signed(literal, value) for value in facts.printed_pi or ())


def _size(kernel: CKernel) -> int:
    return sum(len(line) for function in kernel.functions for line in function.lines)


def _groups(sizes: Sequence[int]) -> list[range]:
    """Cut a row of kernels of these sizes into files, in order."""
    if sum(sizes) <= LARGEST_FILE:
        return [range(len(sizes))]
    groups, first, size = list[range](), 0, 0
    for i, more in enumerate(sizes):
        if size and more > LITTLE and size + more > ENOUGH:
            groups.append(range(first, i))
            first, size = i, 0
        size += more
    return [*groups, range(first, len(sizes))]


def _further(content: Content, group: range) -> str:
    return further_file(content.facts.name, content.kernels[group[0]].name)


def _source(content: Content, written: Sequence[CKernel], group: range) -> CSource:
    facts, target, repeated = content.facts, target_of(content.facts), repetitions(content.kernels)
    computing = [content.kernels[i] for i in group if content.kernels[i].name not in repeated]  # others call these
    used = {instruction.op for kernel in computing for instruction in kernel.program.instructions}
    return CSource(
        robot=robot_view(facts),
        macro=target.macro,
        scalar=target.scalar,
        values=() if group.start else pi_table(facts),
        uses_sign=Op.SIGN in used,
        lanes=lanes_text(target, computing),
        trigonometry=sincos_text(target, computing),
        kernels=tuple(written[i] for i in group),
    )


def _signed(literal: Callable[[Exact], str], value: Exact) -> str:
    return f"-{literal(-value)}" if to_float(value) < 0 else literal(value)
