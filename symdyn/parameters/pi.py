"""What kernels take as `pi`, and the full parameter vector behind it.

This is the one place that knows which set of parameters kernels are written in: the minimal parameters (pivot set).
Since Y = Y[pivots] W, a robot whose pivots have the values of `pi` and whose other parameters are zero has the same
torques; so the dynamics run on that sparse vector, and everything grouped away costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from symdyn.algebra.compact import as_one
from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.model.closing import Closing
from symdyn.model.robot import Body, Robot
from symdyn.parameters.minimal_parameters import minimal_parameters

S = TypeVar("S", bound=Scalar)

LONGEST_SUM = 100  # terms of one entry of `pi` that are multiplied out


def pi_names(robot: Robot) -> tuple[str, ...]:
    """Names of the entries of `pi`."""
    return minimal_parameters(robot).names


def pi_pivots(robot: Robot) -> tuple[int, ...]:
    """For each entry of `pi`, the index of its pivot in the full vector."""
    return minimal_parameters(robot).pivots


def pi_values(robot: Robot) -> tuple[Exact | None, ...]:
    """Return the file's values of `pi`, None where one needs a parameter that the file leaves unknown."""
    if "pi_values" not in robot.memo:
        parameters = robot.full_parameters
        found: list[Exact | None] = []
        for row in minimal_parameters(robot).matrix:
            known = all(parameter.known for weight, parameter in zip(row, parameters, strict=True) if weight)
            found.append(_weighted(row, [parameter.value for parameter in parameters]) if known else None)
        robot.memo["pi_values"] = tuple(found)
    values: tuple[Exact | None, ...] = robot.memo["pi_values"]
    return values


def _weighted(row: Sequence[Exact], values: Sequence[Exact]) -> Exact:
    """Return the sum of values times weights; weights of many terms are taken as one where that would fill pages."""
    used = [(weight, value) for weight, value in zip(row, values, strict=True) if weight]
    if sum(len(weight.terms) for weight, _ in used) > LONGEST_SUM:
        used = [(weight if len(weight.terms) == 1 else as_one(weight), value) for weight, value in used]
    return sum((weight * value for weight, value in used), exact(0))


def pi_weights(robot: Robot) -> tuple[tuple[tuple[str, Exact], ...], ...]:
    """For each entry of `pi`, the full parameters in it and their weights."""
    names = robot.parameter_names
    return tuple(
        tuple((name, weight) for name, weight in zip(names, row, strict=True) if weight)
        for row in minimal_parameters(robot).matrix
    )


def full_vector(robot: Robot, pi: Sequence[S]) -> tuple[S, ...]:
    """Return a full parameter vector with the torques of `pi`; what is grouped away is the integer 0."""
    full: list[S] = [ZERO] * len(robot.full_parameters)
    for pivot, value in zip(pi_pivots(robot), pi, strict=True):
        full[pivot] = value
    return tuple(full)


def freed_vector(robot: Robot, pi: Sequence[S], lift: Callable[[Exact], S]) -> tuple[S, ...]:
    """Return a full vector with the torques of `pi` in which structural zeros may carry values too.

    Grouped as if nothing vanished, parameters move as far towards the base as they can, through fewer joints.
    """
    freed = _without_structural_zeros(robot)
    full: list[S] = [ZERO] * len(robot.full_parameters)
    placed = dict(zip(pi_pivots(robot), pi, strict=True))
    for pivot, row in zip(pi_pivots(freed), minimal_parameters(freed).matrix, strict=True):
        for i, value in placed.items():
            if row[i]:
                full[pivot] = full[pivot] + lift(row[i]) * value
    return tuple(full)


def _without_structural_zeros(robot: Robot) -> Robot:
    if "freed" not in robot.memo:
        robot.memo["freed"] = replace(
            robot,
            structural_zeros=False,
            joints=tuple(
                replace(
                    joint, link=_present(joint.link), effects=tuple(replace(e, vanishes=False) for e in joint.effects)
                )
                for joint in robot.joints
            ),
            load=robot.load and replace(robot.load, body=_present(robot.load.body)),
            closing=robot.closing and _present_motors(robot.closing),
        )
    freed: Robot = robot.memo["freed"]
    return freed


def _present(body: Body) -> Body:
    return replace(body, parameters=tuple(replace(parameter, vanishes=False) for parameter in body.parameters))


def pi_of_full(robot: Robot, full: Sequence[Fraction | float]) -> tuple[float, ...]:
    """Return `pi` of a full parameter vector, each entry rounded once."""
    _check_length(robot, full)
    values = [exact(Fraction(x)) for x in full]
    return tuple(to_float(_weighted(row, values)) for row in minimal_parameters(robot).matrix)


def pi_over(robot: Robot, full: Sequence[S], lift: Callable[[Exact], S]) -> tuple[S, ...]:
    """Return `pi` of a full parameter vector over any ring."""
    _check_length(robot, full)
    rows = minimal_parameters(robot).matrix
    return tuple(sum((lift(w) * x for w, x in zip(row, full, strict=True) if w), start=lift(exact(0))) for row in rows)


def _check_length(robot: Robot, full: Sequence[object]) -> None:
    if len(full) != len(robot.full_parameters):
        raise ValueError(f"{robot.name} has {len(robot.full_parameters)} parameters, not {len(full)}")


def _present_motors(closing: Closing) -> Closing:
    """Return what closes a robot with every rotor there; friction, of cut joints too, never vanishes."""
    motors = (
        replace(motor, effects=tuple(replace(e, vanishes=False) for e in motor.effects)) for motor in closing.motors
    )
    return replace(closing, motors=tuple(motors))
