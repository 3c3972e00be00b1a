"""What kernels take as `pi`, and the full parameter vector behind it.

This is the one place that knows which set of parameters kernels are written in: at present the full vector itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symdyn.algebra.exact import Exact
from symdyn.model.robot import Robot


def pi_names(robot: Robot) -> tuple[str, ...]:
    """Names of the entries of `pi`."""
    return robot.parameter_names


def pi_values(robot: Robot) -> tuple[Exact | None, ...]:
    """Return the file's values of `pi`, None where the file leaves one unknown."""
    return tuple(parameter.value if parameter.known else None for parameter in robot.full_parameters)


def full_vector(robot: Robot, pi: Sequence[Any]) -> tuple[Any, ...]:
    """Return a full parameter vector with the torques of `pi`; a structural zero is the integer 0."""
    return tuple(
        0 if parameter.vanishes else value for parameter, value in zip(robot.full_parameters, pi, strict=True)
    )


def pi_of_full(robot: Robot, full: Sequence[Any]) -> tuple[Any, ...]:
    """Return `pi` of a full parameter vector."""
    if len(full) != len(robot.full_parameters):
        raise ValueError(f"{robot.name} has {len(robot.full_parameters)} parameters, not {len(full)}")
    return tuple(full)
