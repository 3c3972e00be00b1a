"""Run a program over any scalar: numbers, arrays of samples, SymPy, finite fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import mpmath
import numpy as np

from symdyn.algebra.decimals import mp_context, to_float, to_mpf
from symdyn.algebra.exact import Exact
from symdyn.ir.program import InputEntry, Op, Program

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
    functions = {Op.SIN: scalars.sin, Op.COS: scalars.cos, Op.SIGN: scalars.sign}
    values: list[Any] = []
    for instruction in program.instructions:
        op, payload = instruction.op, instruction.payload
        args = [values[i] for i in instruction.operands]
        if isinstance(payload, Exact):
            value = scalars.constant(payload)
        elif isinstance(payload, InputEntry):
            value = inputs[payload.port][payload.index]
        elif op is Op.ADD:
            value = args[0] + args[1]
        elif op is Op.SUB:
            value = args[0] - args[1]
        elif op is Op.MUL:
            value = args[0] * args[1]
        elif op is Op.DIV:
            value = args[0] / args[1]
        else:
            value = functions[op](args[0])
        values.append(value)
    return values
