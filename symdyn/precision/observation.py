"""Observe rounding errors: run a program on floats and on doubles, the same operations on every machine.

Sums, products, quotients and square roots of NumPy are those of IEEE 754; sines, cosines and arctangents are computed
with many digits and rounded once, so that no C library has a say. States at which a root has no value say nothing about
errors, and are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symdyn.algebra.decimals import to_float
from symdyn.algebra.scalar import Ring
from symdyn.ir.evaluate import MANY_DIGITS, evaluate
from symdyn.ir.op import ATAN2, SQRT, TRIGONOMETRIC, Op, functions_of
from symdyn.ir.program import Program
from symdyn.precision.ranges import Samples


@dataclass(frozen=True, slots=True)
class Observed:
    """The largest deviation of a result in floats from that in doubles, and the largest result."""

    error: float
    size: float


def observed_errors(program: Program, samples: Samples, values: Mapping[str, Sequence[float]]) -> list[Observed]:
    """Return what is seen at ``samples`` for every result of a program; ``values`` are those of parameters."""
    doubles, floats = (results_in(dtype, program, samples, values) for dtype in (np.float64, np.float32))
    found = []
    with np.errstate(all="ignore"):
        for exactly, single in zip(doubles, floats, strict=True):
            deviation = np.abs(np.asarray(exactly, np.float64) - np.asarray(single, np.float64))
            found.append(Observed(*(largest(numbers, program) for numbers in (deviation, np.abs(exactly)))))
    return found


def largest(numbers: NDArray[Any], program: Program) -> float:
    """Return the largest of some numbers; of a program with roots, of those that are numbers, if any is."""
    found = float(np.max(numbers))
    if found == found:  # nearly always; only where one is no number, a long program is searched for roots
        return found
    has_value = ~np.isnan(numbers)
    if np.any(has_value) and any(op is SQRT for op, _, _ in program.instructions):
        return float(np.max(np.asarray(numbers)[has_value]))
    return found


def results_in(
    dtype: Any, program: Program, samples: Samples, values: Mapping[str, Sequence[float]]
) -> tuple[NDArray[Any], ...]:
    """Return the results of a program at ``samples``, each an array, or one number where it is the same at all."""
    given: dict[str, list[Any]] = {
        port.name: (
            [dtype(value) for value in values[port.name]]
            if port.name in values
            else list(samples[port.name].T.astype(dtype))
        )
        for port in program.inputs
    }
    rounded: dict[str, Any] = {op: partial(_rounded, dtype, op) for op in (*TRIGONOMETRIC, ATAN2)}
    ring: Ring[Any] = Ring(lambda constant: dtype(to_float(constant)), functions_of(np) | rounded)
    with np.errstate(all="ignore"):
        return evaluate(program, given, ring)


def _rounded(dtype: Any, op: Op, *operands: NDArray[Any]) -> NDArray[Any]:
    rows = zip(*np.broadcast_arrays(*map(np.atleast_1d, operands)), strict=True)
    return np.array([_with_many_digits(op, *map(float, row)) for row in rows]).astype(dtype)


@lru_cache(maxsize=8192)
def _with_many_digits(op: Op, *operands: float) -> float:
    if any(operand != operand for operand in operands):
        return float("nan")
    return float(MANY_DIGITS.functions[op](*operands))
