"""What kernels are timed on: random states of ordinary size, and parameters the robot could have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

SEED = 20240229
STATES = 64  # their inputs and outputs fit the first-level cache, as those of a control loop do
SIZES = {
    "q": np.pi,
    "qd": 2.0,
    "qdd": 5.0,
    "qd_r": 2.0,
    "qdd_r": 5.0,
    "qd_f": 2.0,
    "sign_f": 1.0,
    "s": 2.0,
    "tau": 20.0,
    "wrench": 20.0,
    "parameters": 2.0,
}

Array = NDArray[Any]


def random_states(sizes: Mapping[str, int], dtype: Any = np.float64, count: int = STATES) -> dict[str, Array]:
    """Return rows of random values for every named input of so many entries; the same in every run."""
    states = {}
    for name, entries in sizes.items():
        source = np.random.default_rng([SEED, *name.encode()])  # of its name: independent of the other inputs
        states[name] = source.uniform(-SIZES[name], SIZES[name], (count, entries)).astype(dtype)
    return states
