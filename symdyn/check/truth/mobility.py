"""How easily a robot moves: the inverse of its mass matrix, where doubles have one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SINGULAR = 1e-10  # of the largest eigenvalue: a mass matrix beyond this condition has no inverse in doubles


def mobility(M: NDArray[np.float64]) -> float | None:
    """Return the largest entry of the inverse of M, None where M is not safely positive definite."""
    eigenvalues = np.linalg.eigvalsh(M)
    if eigenvalues[0] <= SINGULAR * abs(eigenvalues[-1]):
        return None
    return float(np.abs(np.linalg.inv(M)).max())
