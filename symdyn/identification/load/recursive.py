"""Rows as they come: an estimate that is renewed with every sample and never reads one twice.

Kept is the triangle of all rows so far. A covariance that starts large, the usual form, would never quite forget how
it started; a triangle that starts empty gives what least squares over all rows give, at every moment.
"""

from __future__ import annotations

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.fit.factor import triangle
from symdyn.identification.logs.log import Array

PARAMETERS = 10
SEEN = 1e-10  # of the largest singular value, columns of length one


class RecursiveLoad:
    """Least squares for a load's ten parameters, sample by sample; older rows fade where ``memory`` is below 1."""

    def __init__(self, memory: float = 1.0, weights: Array | None = None) -> None:
        """Start without rows; ``weights`` are one over the noise of the wrench's six entries."""
        if not 0 < memory <= 1:
            raise InputError(f"must be above 0 and at most 1, not {memory:g}", field="memory")
        self._memory = float(np.sqrt(memory))
        self._weights = np.ones(6) if weights is None else np.asarray(weights, dtype=float)
        self._R = np.zeros((PARAMETERS + 1, PARAMETERS + 1))

    def add(self, A: Array, w: Array) -> None:
        """Take a sample: the regressor (6, 10) and the wrench (6,)."""
        row = np.column_stack([A, w]) * self._weights[:, None]
        self._R = triangle(np.vstack([self._memory * self._R, row]))

    @property
    def ready(self) -> bool:
        """Whether what was added so far shows all ten parameters."""
        A = self._R[:-1, :-1]
        lengths = np.linalg.norm(A, axis=0)
        if not lengths.all():
            return False
        singular = np.linalg.svd(A / lengths, compute_uv=False)
        return bool(singular[-1] > SEEN * singular[0])

    @property
    def ten(self) -> Array:
        """The parameters m mx my mz Ixx Ixy Iyy Ixz Iyz Izz, by least squares over all rows so far."""
        ten, *_ = np.linalg.lstsq(self._R[:-1, :-1], self._R[:-1, -1], rcond=None)  # [Atkeson86 (9)]
        return np.asarray(ten)
