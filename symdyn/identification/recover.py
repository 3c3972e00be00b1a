"""From minimal parameters back to a full vector: of all with the same torques, the one nearest to a nominal one.

    minimise Σ weight (φ - nominal)²   subject to   W φ = π

With D = 1/sqrt(weight) the solution is φ = nominal + D A⁺ (π - W nominal), A = W D, A⁺ its pseudo-inverse. Torques,
energies up to a constant, and every kernel that takes `pi` are those of π, whatever the nominal vector was.
"""

from __future__ import annotations

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.vectors import Values, minimal_matrix, minimal_set, parameter_vector, pi_vector
from symdyn.model.robot import Robot


def full_parameters(
    robot: Robot, pi: Values, nominal: Values | None = None, *, weights: Values | None = None
) -> np.ndarray:
    """Return the full parameter vector with W φ = π that is nearest to a nominal one.

    Args:
        robot: the robot; its symbols are taken at their values.
        pi: minimal parameters (pivot set), in their order or by name.
        nominal: a full vector, in its order or by name; default: the file's values, 0 where it has none.
        weights: how much a deviation of each full parameter counts; positive; default: all the same.

    Structural zeros of the file stay zero.
    """
    wanted = pi_vector(robot, pi)
    start = nominal_vector(robot, nominal)
    spread = np.ones_like(start)
    if weights is not None:
        given = parameter_vector(robot, weights)
        for name, weight in zip(robot.parameter_names, given, strict=True):
            if weight <= 0:
                raise InputError(f"weights of {robot.name}: the weight of {name} is {weight:g}; it must be positive")
        spread = 1 / np.sqrt(given)
    return nearest(robot, wanted, start, spread)


def nearest(robot: Robot, pi: np.ndarray, start: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """Return the vector with W φ = π nearest to ``start``, deviations measured in units of ``spread``."""
    W = minimal_matrix(robot)
    step, *_ = np.linalg.lstsq(W * spread, pi - W @ start, rcond=None)
    full = start + spread * step
    # each minimal parameter is its pivot plus others: what rounding left over is put there, and is gone
    full[list(minimal_set(robot).pivots)] += pi - W @ full
    return np.asarray(full, dtype=float)


def nominal_vector(robot: Robot, nominal: Values | None = None) -> np.ndarray:
    """Read a nominal full vector, or take the file's; unknown ones are 0, and structural zeros too."""
    start = np.nan_to_num(robot.parameters, nan=0.0) if nominal is None else parameter_vector(robot, nominal)
    vanishing = np.array([parameter.vanishes for parameter in robot.full_parameters], dtype=bool)
    return np.where(vanishing, 0.0, start)
