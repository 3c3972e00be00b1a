"""Parameters with which kernels are tried, as the witness takes them and as kernels do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symdyn.dynamics.parameters import pi_of_full
from symdyn.model import Robot
from symdyn.plausible import drawn_full, plausible_full

FRICTION = ("fv", "fc", "fo")

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Parameters:
    """One full vector for the witness, and its `pi` for the kernels."""

    label: str
    full: Vector
    pi: Vector


def parameter_sets(robot: Robot, *, folded: bool, dtype: Any) -> tuple[Parameters, ...]:
    """Return the file's parameters and, unless they are folded into the code, drawn ones.

    In files many parameters are 0 and would hide what is wrong with their terms; of the drawn ones none is.
    """
    known = all(parameter.known for parameter in robot.full_parameters)
    label = "the file's parameters" if known else "the file's parameters, unknown ones drawn"
    sets = [_parameters(label, robot, plausible_full(robot), np.float64 if folded else dtype)]
    if not folded:
        sets.append(_parameters("drawn parameters", robot, drawn_full(robot), dtype))
    return tuple(sets)


def _parameters(label: str, robot: Robot, full: Sequence[Fraction], dtype: Any) -> Parameters:
    rounded = [Fraction(float(dtype(float(value)))) for value in full]
    pi = [float(value) for value in pi_of_full(robot, rounded)]
    return Parameters(label, np.array([float(value) for value in rounded]), np.array(pi))


def friction(robot: Robot, full: Vector, qd: Vector) -> Vector:
    """Return fv qd + fc sign(qd) + fo of every moving joint."""
    values: Mapping[str, float] = dict(zip(robot.parameter_names, full.tolist(), strict=True))
    viscous, coulomb, offset = (
        np.array([values.get(f"{joint}.{kind}", 0.0) for joint in robot.joint_names]) for kind in FRICTION
    )
    return np.asarray(viscous * qd + coulomb * np.sign(qd) + offset)
