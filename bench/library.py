"""Compiled contestants: libraries with a timed loop per kernel, called on the same states."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from bench.chain import Array
from symdyn.bench.inputs import STATES, random_states
from symdyn.bench.timing import Contender, loop_of

INPUTS: Mapping[str, tuple[str, ...]] = {
    "inverse_dynamics": ("q", "qd", "qdd"),
    "gravity": ("q",),
    "mass_matrix": ("q",),
    "forward_dynamics": ("q", "qd", "tau"),
    "regressor": ("q", "qd", "qdd"),
    "regressor_full": ("q", "qd", "qdd"),
}
BATCH = "inverse_dynamics, batch"


@dataclass(frozen=True)
class Contestant:
    """One peer's code of one robot, as one compiler made it.

    Attributes:
        who, by: the peer and the compiler.
        loops: of every kernel the name of its loop in the library.
        shapes: of every kernel the shape of its result.
        more: arrays that follow the states as inputs of a kernel.
    """

    who: str
    by: str
    library: ctypes.CDLL
    loops: Mapping[str, str]
    shapes: Mapping[str, tuple[int, ...]]
    more: Mapping[str, Sequence[Array]] = field(default_factory=dict)

    def contender(self, kernel: str, n: int) -> Contender:
        """Return a kernel's loop over all states."""
        states = _inputs(kernel, n)
        result = np.zeros((STATES, *self.shapes[kernel]))
        more = self.more.get(kernel, ())
        return Contender(loop_of(self.library, self.loops[kernel], [*states, *more], [result], STATES), STATES)

    def results(self, kernel: str, n: int) -> Array:
        """Return a kernel's results at every state, one call each; of a batch, one call for all."""
        states, more = _inputs(kernel, n), self.more.get(kernel, ())
        result = np.full((STATES, *self.shapes[kernel]), np.nan)
        if kernel == BATCH:
            loop_of(self.library, self.loops[kernel], [*states, *more], [result], STATES)(1)
            return result
        for i in range(STATES):
            rows = [np.ascontiguousarray(state[i]) for state in states]
            loop_of(self.library, self.loops[kernel], [*rows, *more], [result[i]], 1)(1)
        return result


def _inputs(kernel: str, n: int) -> list[Array]:
    names = INPUTS["inverse_dynamics" if kernel == BATCH else kernel]
    states = random_states(dict.fromkeys(names, n))
    return [states[name] for name in names]
