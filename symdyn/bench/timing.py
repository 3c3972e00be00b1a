"""Time contenders in turn, many times over: what disturbs the machine for a while disturbs all of them."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Rounds = Callable[[int], float]  # how many rounds -> nanoseconds that they took

REPETITIONS = 51
LONG_ENOUGH = 2e5  # nanoseconds of one repetition: far above the grain of the clock, below a slice of the scheduler
MOST_ROUNDS = 1 << 24


@dataclass(frozen=True, slots=True)
class Timing:
    """Nanoseconds per call of every repetition, in order."""

    samples: tuple[float, ...]

    @property
    def best(self) -> float:
        """The least: what the code takes when nothing disturbs it."""
        return min(self.samples)

    @property
    def median(self) -> float:
        """The usual."""
        return float(np.median(self.samples))

    @property
    def p90(self) -> float:
        """What nine repetitions in ten stay below."""
        return float(np.percentile(self.samples, 90))

    @property
    def spread(self) -> float:
        """How far the median lies above the best, as a share of it."""
        return self.median / self.best - 1


@dataclass(frozen=True, slots=True)
class Contender:
    """Something to time: a function of the number of rounds, and the calls that a round makes."""

    run: Rounds
    calls_per_round: int


def loop_of(
    library: ctypes.CDLL, name: str, inputs: Sequence[NDArray[Any]], outputs: Sequence[NDArray[Any]], states: int
) -> Rounds:
    """Return a harness loop of a library with its arrays bound; they must be contiguous."""
    function = getattr(library, name)
    function.restype = ctypes.c_double
    function.argtypes = [ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]
    ins, outs = _pointers(inputs), _pointers(outputs)
    kept = (*inputs, *outputs)  # alive as long as the function

    def rounds(count: int) -> float:
        assert kept
        return float(function(count, states, ins, outs))

    return rounds


def _pointers(arrays: Sequence[NDArray[Any]]) -> Any:
    return (ctypes.c_void_p * max(1, len(arrays)))(*(array.ctypes.data for array in arrays))


def measure(
    contenders: Mapping[Any, Contender], repetitions: int = REPETITIONS, show: Callable[[str], None] = lambda step: None
) -> dict[Any, Timing]:
    """Time every contender once per repetition, in turn, on one core."""
    with one_core():
        rounds = {key: _long_enough(contender.run) for key, contender in contenders.items()}
        samples: dict[Any, list[float]] = {key: [] for key in contenders}
        for repetition in range(repetitions):
            show(f"repetition {repetition + 1} of {repetitions}")
            for key, contender in contenders.items():
                calls = rounds[key] * contender.calls_per_round
                samples[key].append(contender.run(rounds[key]) / calls)
    return {key: Timing(tuple(values)) for key, values in samples.items()}


def _long_enough(run: Rounds) -> int:
    """Return how many rounds take long enough to be timed; the first ones also warm the caches."""
    rounds = 1
    while rounds < MOST_ROUNDS:
        taken = run(rounds)
        if taken >= LONG_ENOUGH:
            break
        rounds = max(2 * rounds, min(16 * rounds, int(1.2 * rounds * LONG_ENOUGH / max(taken, 1.0))))
    return rounds


@contextmanager
def one_core() -> Iterator[bool]:
    """Stay on one core where the platform can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield False
        return
    allowed = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {max(allowed)})
    except OSError:
        yield False
        return
    try:
        yield True
    finally:
        os.sched_setaffinity(0, allowed)
