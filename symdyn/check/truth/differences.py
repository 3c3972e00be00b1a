"""Derivatives of kernels by central differences of sixth order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

OFFSETS = np.array([-3.0, -2.0, -1.0, 1.0, 2.0, 3.0])
WEIGHTS = np.array([-1.0, 9.0, -45.0, 45.0, -9.0, 1.0]) / 60.0


def slope(values: NDArray[np.float64], step: float) -> NDArray[np.float64]:
    """Return the derivative of a function whose values at `step * OFFSETS` are the rows."""
    return np.asarray(WEIGHTS @ values) / step
