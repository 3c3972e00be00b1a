"""The feedback K of a first scenario: as stiff as its loop carries along its motion, all joints together.

A torque -K qd that is held for T is stable while the largest eigenvalue of T M^-1 K is below 2. What a joint moves
alone, the others being free to give way, is 1 / (M^-1)_ii: K has that shape. Joints whose axes come into line share
what they move, so the factor comes from the eigenvalue, over postures of the motion and some way around it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symdyn.control.scales import rounded
from symdyn.ir.evaluate import FLOATS
from symdyn.kernels.door import run
from symdyn.kernels.table import KERNELS
from symdyn.model import bind_symbols
from symdyn.model.robot import Robot

Array = NDArray[np.float64]

HELD = 0.5  # of 1, where an error of velocity is gone after one period: half of it is left
POSTURES = 64
AROUND = 1.5  # times the motion's swing: nobody stays on the path exactly, and many change it a little


def first_feedback(robot: Robot, centre: Sequence[float], swing: Sequence[float], rate: float) -> list[float] | None:
    """Return the diagonal of K; None where defaults must do: unknown values, or bodies that cannot exist."""
    if not np.isfinite(robot.parameters).all():
        return None
    masses = _mass_matrices(robot, np.array(centre, float), AROUND * np.array(swing, float))
    masses = masses[np.isfinite(masses).all(axis=(1, 2))]  # loops close there
    if not len(masses) or np.linalg.eigvalsh(masses).min() <= 0:
        return None
    inverses = np.linalg.inv(masses)
    alone = np.min(1 / np.diagonal(inverses, axis1=1, axis2=2), axis=0)
    scaled = np.sqrt(alone)[:, None] * inverses * np.sqrt(alone)
    together = float(np.linalg.eigvalsh(scaled).max())
    return [rounded(HELD * rate / together * inertia) for inertia in alone]


def _mass_matrices(robot: Robot, centre: Array, swing: Array) -> Array:
    """Return the mass matrices of postures around the motion's middle, which is the first."""
    bound = bind_symbols(robot)
    postures = centre + swing * np.random.default_rng(1).uniform(-1, 1, (POSTURES, robot.n))
    postures[0] = centre
    state = {"q": list(postures.T), "parameters": [np.full(POSTURES, float(x)) for x in bound.parameters]}
    entries = run(KERNELS["mass_matrix"], bound, FLOATS, state)["M"]
    return np.stack([np.broadcast_to(entry, POSTURES) for entry in entries], axis=1).reshape(-1, robot.n, robot.n)
