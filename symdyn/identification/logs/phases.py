"""Torques of motors from the currents in their three phases.

    τ = K_T (I_a sin θ + I_b sin(θ + 120°) + I_c sin(θ + 240°))

with θ the electrical angle: the motor's position times its pairs of poles, plus where it is zero.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symdyn.identification.logs.log import Array

THIRD = 2 * np.pi / 3


@dataclass(frozen=True, slots=True, eq=False)
class Phases:
    """Columns of the currents, three a motor, and what motors make of them; one number a motor."""

    columns: tuple[tuple[str, str, str], ...]
    constant: Array  # N m an ampere
    pairs: Array  # of poles
    zero: Array  # rad, of the electrical angle

    def torques(self, currents: Array, motors: Array) -> Array:
        """Return torques (N, n) from currents (N, n, 3) and the motors' positions (N, n)."""
        angle = self.pairs * motors + self.zero
        shifted = np.stack([angle, angle + THIRD, angle + 2 * THIRD], axis=2)
        return np.asarray(self.constant * (currents * np.sin(shifted)).sum(axis=2))  # [Atkeson86 (22)]
