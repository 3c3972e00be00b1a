"""Run a program over any scalar: numbers, arrays of samples, SymPy, finite fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from symdyn.algebra.decimals import mp_context, to_float, to_mpf
from symdyn.algebra.exact import Exact
from symdyn.algebra.scalar import Ring, Scalar
from symdyn.ir.op import ARITHMETIC, OPERATIONS, SQRT, Op, functions_of
from symdyn.ir.program import Program

S = TypeVar("S", bound=Scalar)


def _real_root(x: Any) -> Any:
    """Return the root of a number of many digits, NaN below zero as in doubles: mpmath's is complex there."""
    return mp_context.nan if x < 0 else mp_context.sqrt(x)


FLOATS: Ring[Any] = Ring(to_float, functions_of(np))
MANY_DIGITS: Ring[Any] = Ring(lambda x: to_mpf(x, {}), functions_of(mp_context) | {SQRT: _real_root})


def evaluate(program: Program, inputs: Mapping[str, Sequence[S]], ring: Ring[S]) -> tuple[S, ...]:
    """Return the results of a program; each input is the flat sequence of its scalars."""
    values = evaluate_all(program, inputs, ring)
    return tuple(-values[ref.index] if ref.negative else values[ref.index] for ref in program.results)


def evaluate_all(program: Program, inputs: Mapping[str, Sequence[Any]], ring: Ring[Any]) -> list[Any]:
    """Return the value of every instruction."""
    operations = operations_over(ring)
    values: list[Any] = []
    for op, operands, payload in program.instructions:
        if operands:
            value = operations[op](*[values[operand] for operand in operands])
        elif isinstance(payload, Exact):
            value = ring.lift(payload)
        else:
            assert payload is not None  # an instruction without operands is a constant or an input
            value = inputs[payload.port][payload.index]
        values.append(value)
    return values


def operations_over(ring: Ring[S]) -> dict[Op, Callable[..., S]]:
    """Return every operation of programs on the elements of a ring, and of a field where / is used."""
    arithmetic: dict[Op, Any] = {op: OPERATIONS[op].value for op in ARITHMETIC}
    return arithmetic | {Op(name): function for name, function in ring.functions.items()}
