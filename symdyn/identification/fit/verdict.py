"""Torques predicted against torques measured, joint by joint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symdyn.identification.fit.factor import Factor
from symdyn.identification.logs.log import Array


@dataclass(frozen=True, slots=True)
class JointError:
    """How wrong predicted torques of a joint are: root mean squares in N m (N where it slides), and as a part."""

    joint: str
    error: float
    torque: float

    @property
    def relative(self) -> float:
        """The error as a part of the torque."""
        return self.error / self.torque if self.torque else float("inf") if self.error else 0.0


def joint_errors(joints: Sequence[str], factors: Sequence[Factor], x: Array) -> tuple[JointError, ...]:
    """Return the errors of a vector of parameters, from the triangles of the rows."""
    found = []
    for joint, factor in zip(joints, factors, strict=True):
        rows = np.sqrt(max(1, factor.rows))
        found.append(JointError(joint, factor.residual(x) / rows, factor.size / rows))
    return tuple(found)


def total_error(errors: Sequence[JointError]) -> JointError:
    """Return the error of all joints together: root sums of squares."""
    error, torque = (float(np.linalg.norm([getattr(one, word) for one in errors])) for word in ("error", "torque"))
    return JointError("all", error, torque)
