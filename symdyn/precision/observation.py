"""Observe rounding errors: run a program on floats and on doubles, the same operations on every machine.

Sums, products and quotients of NumPy are those of IEEE 754; sines and cosines are computed with many digits and rounded
once, so that no C library has a say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symdyn.algebra.decimals import mp_context, to_float
from symdyn.ir.evaluate import Scalars, evaluate
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
            found.append(Observed(float(np.max(deviation)), float(np.max(np.abs(exactly)))))
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
    scalars: Scalars[Any] = Scalars(
        constant=lambda constant: dtype(to_float(constant)),
        sin=lambda x: _rounded(_sine, x, dtype),
        cos=lambda x: _rounded(_cosine, x, dtype),
        sign=np.sign,
    )
    with np.errstate(all="ignore"):
        return evaluate(program, given, scalars)


def _rounded(function: Any, angles: NDArray[Any], dtype: Any) -> NDArray[Any]:
    return np.array([function(float(angle)) for angle in np.atleast_1d(angles)]).astype(dtype)


@lru_cache(maxsize=4096)
def _sine(angle: float) -> float:
    return float(mp_context.sin(angle))


@lru_cache(maxsize=4096)
def _cosine(angle: float) -> float:
    return float(mp_context.cos(angle))
