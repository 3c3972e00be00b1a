"""What kernels take as `pi`, and the full parameter vector behind it.

This is the one place that knows which set of parameters kernels are written in: the minimal parameters (pivot set).
Since Y = Y[pivots] W, a robot whose pivots have the values of `pi` and whose other parameters are zero has the same
torques; so the dynamics run on that sparse vector, and everything grouped away costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact
from symdyn.dynamics.minimal_parameters import minimal_parameters
from symdyn.model.robot import Robot


def pi_names(robot: Robot) -> tuple[str, ...]:
    """Names of the entries of `pi`."""
    return minimal_parameters(robot).names


def pi_pivots(robot: Robot) -> tuple[int, ...]:
    """For each entry of `pi`, the index of its pivot in the full vector."""
    return minimal_parameters(robot).pivots


def pi_values(robot: Robot) -> tuple[Exact | None, ...]:
    """Return the file's values of `pi`, None where one needs a parameter that the file leaves unknown."""
    parameters = robot.full_parameters
    values: list[Exact | None] = []
    for row in minimal_parameters(robot).matrix:
        used = [(weight, parameter) for weight, parameter in zip(row, parameters, strict=True) if weight]
        known = all(parameter.known for _, parameter in used)
        values.append(sum((weight * parameter.value for weight, parameter in used), exact(0)) if known else None)
    return tuple(values)


def full_vector(robot: Robot, pi: Sequence[Any]) -> tuple[Any, ...]:
    """Return a full parameter vector with the torques of `pi`; what is grouped away is the integer 0."""
    full: list[Any] = [0] * len(robot.full_parameters)
    for pivot, value in zip(pi_pivots(robot), pi, strict=True):
        full[pivot] = value
    return tuple(full)


def pi_of_full(robot: Robot, full: Sequence[Fraction | float]) -> tuple[float, ...]:
    """Return `pi` of a full parameter vector, each entry rounded once."""
    return tuple(to_float(value) for value in pi_over(robot, [exact(Fraction(x)) for x in full], lambda x: x))


def pi_over(robot: Robot, full: Sequence[Any], lift: Callable[[Exact], Any]) -> tuple[Any, ...]:
    """Return `pi` of a full parameter vector over any ring."""
    if len(full) != len(robot.full_parameters):
        raise ValueError(f"{robot.name} has {len(robot.full_parameters)} parameters, not {len(full)}")
    rows = minimal_parameters(robot).matrix
    return tuple(sum((lift(w) * x for w, x in zip(row, full, strict=True) if w), start=lift(exact(0))) for row in rows)
