"""Bind inputs (partial evaluation): an input with a known value becomes that constant, and its port disappears."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symdyn.algebra.exact import Exact
from symdyn.ir.builder import Builder
from symdyn.ir.program import InputEntry, Program, Ref
from symdyn.passes.rewriting.rebuild import rebuild


def bind_inputs(program: Program, values: Mapping[str, Sequence[Exact]]) -> Program:
    """Put constants in place of whole input ports."""

    def leaf(builder: Builder, entry: InputEntry) -> Ref:
        if entry.port in values:
            return builder.constant(values[entry.port][entry.index])
        return builder.input(entry.port, entry.index)

    remaining = tuple(port for port in program.inputs if port.name not in values)
    return rebuild(program, leaf=leaf, inputs=remaining)
