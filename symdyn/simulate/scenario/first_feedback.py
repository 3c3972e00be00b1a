"""The feedback K of a first scenario: as stiff as its loop carries along its motion, all joints together.

A torque -K qd that is held for T is stable while the largest eigenvalue of T M^-1 K is below 2. What a joint moves
alone, the others being free to give way, is 1 / (M^-1)_ii: K has that shape. Joints whose axes come into line share
what they move, so the factor comes from the eigenvalue, over postures of the motion and some way around it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from symdyn.control.postures import mass_matrices
from symdyn.control.scales import rounded
from symdyn.model import bind_symbols
from symdyn.model.robot import Robot

HELD = 0.5  # of 1, where an error of velocity is gone after one period: half of it is left
POSTURES = 64
AROUND = 1.5  # times the motion's swing: nobody stays on the path exactly, and many change it a little


def first_feedback(robot: Robot, centre: Sequence[float], swing: Sequence[float], rate: float) -> list[float] | None:
    """Return the diagonal of K; None where defaults must do: unknown values, or bodies that cannot exist."""
    if not np.isfinite(robot.parameters).all():
        return None
    random = np.random.default_rng(1).uniform(-1, 1, (POSTURES, robot.n))
    random[0] = 0  # the middle itself
    masses = mass_matrices(bind_symbols(robot), np.array(centre) + AROUND * np.array(swing) * random)
    masses = masses[np.isfinite(masses).all(axis=(1, 2))]  # loops close there
    if not len(masses) or np.linalg.eigvalsh(masses).min() <= 0:
        return None
    inverses = np.linalg.inv(masses)
    alone = np.min(1 / np.diagonal(inverses, axis1=1, axis2=2), axis=0)
    scaled = np.sqrt(alone)[:, None] * inverses * np.sqrt(alone)
    together = float(np.linalg.eigvalsh(scaled).max())
    return [rounded(HELD * rate / together * inertia) for inertia in alone]
