"""The door from programs to SymPy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy as sp

from symdyn.algebra.scalar import Ring
from symdyn.errors import InputError
from symdyn.ir.evaluate import evaluate
from symdyn.ir.op import functions_of
from symdyn.ir.program import Program
from symdyn.symbolic.exact_expression import expression

EXPRESSIONS: Ring[sp.Expr] = Ring(expression, functions_of(sp))


def lift(program: Program, inputs: Mapping[str, Sequence[sp.Expr]]) -> dict[str, list[sp.Expr]]:
    """Return every output of a program in SymPy, flat; ``inputs`` has an expression for every scalar of every input."""
    for port in program.inputs:
        if len(inputs.get(port.name, ())) != port.size:
            raise InputError(f"{program.name} needs {port.size} expressions for {port.name}")
    results = evaluate(program, {name: list(values) for name, values in inputs.items()}, EXPRESSIONS)
    lifted, at = {}, 0
    for port in program.outputs:
        lifted[port.name] = list(results[at : at + port.size])
        at += port.size
    return lifted
