"""Run a program over any scalar: numbers, arrays of samples, SymPy, finite fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import mpmath
import numpy as np

from symdyn.algebra.decimals import mp_context, to_float, to_mpf
from symdyn.algebra.exact import Exact
from symdyn.ir.program import ADD, COS, DIV, MUL, SIGN, SIN, SUB, InputEntry, Program

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Scalars(Generic[S]):
    """What evaluation needs of a scalar beside + - * /."""

    constant: Callable[[Exact], S]
    sin: Callable[[S], S]
    cos: Callable[[S], S]
    sign: Callable[[S], S]


FLOATS: Scalars[Any] = Scalars(to_float, np.sin, np.cos, np.sign)
MANY_DIGITS: Scalars[Any] = Scalars(lambda x: to_mpf(x, {}), mp_context.sin, mp_context.cos, lambda x: mpmath.sign(x))


def evaluate(program: Program, inputs: Mapping[str, Sequence[S]], scalars: Scalars[S]) -> tuple[S, ...]:
    """Return the results of a program; each input is the flat sequence of its scalars."""
    values = evaluate_all(program, inputs, scalars)
    return tuple(-values[ref.index] if ref.negative else values[ref.index] for ref in program.results)


def evaluate_all(program: Program, inputs: Mapping[str, Sequence[Any]], scalars: Scalars[Any]) -> list[Any]:
    """Return the value of every instruction."""
    functions = {SIN: scalars.sin, COS: scalars.cos, SIGN: scalars.sign}
    values: list[Any] = []
    for instruction in program.instructions:
        op, operands, payload = instruction.op, instruction.operands, instruction.payload
        if isinstance(payload, Exact):
            value = scalars.constant(payload)
        elif isinstance(payload, InputEntry):
            value = inputs[payload.port][payload.index]
        else:
            a, b = values[operands[0]], values[operands[-1]]  # there are at most two
            if op is ADD:
                value = a + b
            elif op is SUB:
                value = a - b
            elif op is MUL:
                value = a * b
            else:
                value = a / b if op is DIV else functions[op](a)
        values.append(value)
    return values
