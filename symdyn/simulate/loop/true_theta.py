"""What a controller's estimates should be, by the plant's parameters."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from symdyn.dynamics.regressors.known_unknown import directions
from symdyn.model import NumericRobot
from symdyn.parameters.pi import pi_names, pi_pivots
from symdyn.simulate.loop.plant import pi_of
from symdyn.simulate.motion.motion import Array


def true_theta(plant: NumericRobot, model: NumericRobot, names: tuple[str, ...], full: Array) -> Array:
    """Return the true values of estimates called ``names``; NaN where the model has no such quantity of the plant.

    Args:
        plant: the robot that moves.
        model: what the controller takes it for; its `unknown` gives the names their meaning.
        names: those of the estimates.
        full: the plant's full parameter vector.
    """
    if names == plant.parameter_names:
        return full
    if model.unknown is None:
        if names != pi_names(plant) or not _same_geometry(plant, model):
            return np.full(len(names), np.nan)
        return pi_of(plant, full)
    believed = replace(plant, unknown=model.unknown)
    heads = {direction.name: direction.weights[0][0] for direction in directions(believed, pi_pivots(plant))}
    return np.array([full[heads[name]] if name in heads else np.nan for name in names])


def _same_geometry(plant: NumericRobot, model: NumericRobot) -> bool:
    return all(
        (a.before, a.axis, a.offset, a.after) == (b.before, b.axis, b.offset, b.after)
        for a, b in zip(plant.joints, model.joints, strict=False)
    )
