"""Parameters with which kernels are tried, as the witness takes them and as kernels do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symdyn.model import Robot
from symdyn.parameters.pi import pi_of_full
from symdyn.parameters.plausible import drawn_full, from_file, plausible_full
from symdyn.reference import Witness

FRICTION = ("fv", "fc", "fo")

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Parameters:
    """One full vector for the witness, and its `pi` for the kernels."""

    label: str
    full: Vector
    pi: Vector


def parameter_sets(robot: Robot, witness: Witness, *, folded: bool, dtype: Any) -> tuple[Parameters, ...]:
    """Return the file's parameters and, unless they are folded into the code, drawn ones.

    The witness takes the file's values as it read them itself. In files many parameters are 0, which would hide what
    is wrong with their terms; of the drawn ones none is, structural zeros excepted.
    """
    given = from_file(robot)
    ours = plausible_full(robot)
    theirs = [
        Fraction(read) if known else drawn
        for read, known, drawn in zip(witness.parameters.tolist(), given, ours, strict=True)
    ]
    label = "the file's parameters" if all(given) else "the file's parameters, unknown ones drawn"
    if folded:
        return (_parameters(label, robot, theirs, ours, np.float64),)
    drawn = drawn_full(robot)
    return (
        _parameters(label, robot, theirs, ours, dtype),
        _parameters("drawn parameters", robot, drawn, drawn, dtype),
    )


def _parameters(
    label: str, robot: Robot, for_witness: Sequence[Fraction], for_kernels: Sequence[Fraction], dtype: Any
) -> Parameters:
    """Put both vectors together, in numbers that ``dtype`` can hold."""
    full = np.array([float(value) for value in for_witness]).astype(dtype).astype(np.float64)
    rounded = np.array([float(value) for value in for_kernels]).astype(dtype)
    pi = pi_of_full(robot, [Fraction(float(value)) for value in rounded])
    return Parameters(label, full, np.array([float(value) for value in pi]))


def friction(robot: Robot, full: Vector, qd: Vector) -> Vector:
    """Return fv qd + fc sign(qd) + fo of every moving joint."""
    values: Mapping[str, float] = dict(zip(robot.parameter_names, full.tolist(), strict=True))
    viscous, coulomb, offset = (
        np.array([values.get(f"{joint}.{kind}", 0.0) for joint in robot.joint_names]) for kind in FRICTION
    )
    return np.asarray(viscous * qd + coulomb * np.sign(qd) + offset)
