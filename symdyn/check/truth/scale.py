"""The size that an error is measured against.

An error is the largest deviation of an entry, over the largest entry of the kernel's value at the state. Where the
value nearly vanishes, as gravity does on an arm that hangs straight down, that would compare rounding with rounding;
so the size is never taken smaller than a thousandth of what the quantity naturally has at these speeds. `natural_size`
has that from a few sizes of the robot: the largest entry of M at ordinary poses, its weight times its reach, its
springs and friction, its mobility 1/M.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symdyn.algebra.decimals import to_float
from symdyn.check.truth.states import State
from symdyn.model import Robot
from symdyn.reference import Witness

NEARLY_VANISHES = 1e-3  # of the natural size


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of a robot with given parameters."""

    inertia: float  # largest entry of M at ordinary poses
    reach: float  # farthest joint from the base, at least 1 m
    weight: float  # weights times reach
    gravity: float
    stiffness: float  # of the stiffest spring
    pull: float  # of the strongest spring at q = 0
    viscous: float
    steady: float  # friction at any speed


def sizes(robot: Robot, witness: Witness, full: NDArray[np.float64], states: Sequence[State]) -> Sizes:
    """Measure a robot at the ordinary ones of the states."""
    poses = [state["q"] for state in states if state.ordinary]
    reach = max(1.0, *(float(np.abs(witness.forward_kinematics(q)[:, :3, 3]).max()) for q in poses))

    def of_kind(kind: str) -> list[float]:
        named = zip(robot.parameter_names, full, strict=True)
        return [abs(float(value)) for name, value in named if name.endswith(f".{kind}")]

    gravity = float(np.linalg.norm([to_float(component) for component in robot.gravity]))
    return Sizes(
        inertia=max(float(np.abs(witness.mass_matrix(q, full)).max()) for q in poses),
        reach=reach,
        weight=gravity * sum(of_kind("m")) * reach,
        gravity=gravity,
        stiffness=max(of_kind("ks"), default=0.0),
        pull=max(of_kind("kr"), default=0.0),
        viscous=max(of_kind("fv"), default=0.0),
        steady=max(of_kind("fc"), default=0.0) + max(of_kind("fo"), default=0.0),
    )


def size_of(value: NDArray[np.float64], natural: float) -> float:
    """Return what deviations from a value are measured against."""
    return max(float(np.max(np.abs(value), initial=0.0)), NEARLY_VANISHES * natural)


def relative(deviation: NDArray[np.float64] | float, size: NDArray[np.float64] | float) -> float:
    """Return the largest deviation over its size; infinite for what is not a number, 0 where nothing deviates."""
    distance = np.abs(deviation)
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = np.where(distance == 0.0, 0.0, np.where(np.greater(size, 0.0), distance / size, np.inf))
    largest = float(np.max(parts, initial=0.0))
    return float("inf") if np.isnan(largest) else largest
