"""Run a program over any scalar: numbers, arrays of samples, SymPy, finite fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from symdyn.algebra.decimals import mp_context, to_float, to_mpf
from symdyn.algebra.exact import Exact
from symdyn.ir.op import ARITHMETIC, OPERATIONS, Op, functions_of
from symdyn.ir.program import InputEntry, Program

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Scalars(Generic[S]):
    """What evaluation needs of a scalar beside + - * /: constants, and the functions of programs that it has."""

    constant: Callable[[Exact], S]
    functions: Mapping[Op, Callable[..., S]]

    def operations(self) -> dict[Op, Callable[..., S]]:
        """Return every operation on these scalars."""
        return {op: OPERATIONS[op].value for op in ARITHMETIC} | dict(self.functions)  # type: ignore[return-value]


FLOATS: Scalars[Any] = Scalars(to_float, functions_of(np))
MANY_DIGITS: Scalars[Any] = Scalars(lambda x: to_mpf(x, {}), functions_of(mp_context))


def evaluate(program: Program, inputs: Mapping[str, Sequence[S]], scalars: Scalars[S]) -> tuple[S, ...]:
    """Return the results of a program; each input is the flat sequence of its scalars."""
    values = evaluate_all(program, inputs, scalars)
    return tuple(-values[ref.index] if ref.negative else values[ref.index] for ref in program.results)


def evaluate_all(program: Program, inputs: Mapping[str, Sequence[Any]], scalars: Scalars[Any]) -> list[Any]:
    """Return the value of every instruction."""
    operations = scalars.operations()
    values: list[Any] = []
    for op, operands, payload in program.instructions:
        if isinstance(payload, Exact):
            value = scalars.constant(payload)
        elif isinstance(payload, InputEntry):
            value = inputs[payload.port][payload.index]
        else:
            value = operations[op](*[values[operand] for operand in operands])
        values.append(value)
    return values
