"""Adapted parameters θ of a robot, and the minimal parameters with them: pi = pi_0 + B θ.

Scalars: exact constants.

    code     meaning
    B        how pi changes with θ, k x u
    pi_0     pi with every θ at zero: what the file gives and nobody adapts
    values   θ by the file, None where it leaves one unknown

Without `unknown` in the file, θ is pi: B is the identity and pi_0 is zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symdyn.algebra.exact import Exact, exact
from symdyn.dynamics.regressors.known_unknown import Direction, directions
from symdyn.errors import MissingValueError
from symdyn.model.robot import NumericRobot, Robot
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.parameters.pi import pi_values

Rows = tuple[tuple[Exact, ...], ...]
NAMED = 4  # of the parameters without a value that a message names


@dataclass(frozen=True, slots=True)
class AdaptedParameters:
    """θ, and the way from it to pi."""

    names: tuple[str, ...]
    B: Rows
    pi_0: tuple[Exact, ...]
    values: tuple[Exact | None, ...]

    def pi(self, theta: Sequence[Exact]) -> tuple[Exact, ...]:
        """Return pi_0 + B θ."""
        return tuple(
            sum((weight * value for weight, value in zip(row, theta, strict=True) if weight), start)
            for row, start in zip(self.B, self.pi_0, strict=True)
        )


def adapted_parameters(robot: NumericRobot) -> AdaptedParameters:
    """Return θ of a robot; an InputError where pi_0 needs a parameter that the file leaves unknown."""
    minimal = minimal_parameters(robot)
    adapted = directions(robot, minimal.pivots)
    names = tuple(direction.name for direction in adapted)
    if robot.unknown is None:
        one = tuple(tuple(exact(int(i == j)) for j in range(len(names))) for i in range(len(names)))
        return AdaptedParameters(names, one, tuple(exact(0) for _ in names), pi_values(robot))
    full = robot.full_parameters
    heads = [full[direction.weights[0][0]] for direction in adapted]
    rest = [parameter.value for parameter in full]
    for direction, head in zip(adapted, heads, strict=True):
        for i, weight in direction.weights:  # a value that grows with an unknown mass holds its symbol, and loses it
            rest[i] = rest[i] - weight * head.value
    B = tuple(tuple(_along(row, direction) for direction in adapted) for row in minimal.matrix)
    pi_0 = tuple(sum((w * x for w, x in zip(row, rest, strict=True) if w), exact(0)) for row in minimal.matrix)
    _check_known(robot, rest, minimal.matrix)
    return AdaptedParameters(names, B, pi_0, tuple(head.value if head.known else None for head in heads))


def _along(row: Sequence[Exact], direction: Direction) -> Exact:
    return sum((row[i] * weight for i, weight in direction.weights), exact(0))


def _check_known(robot: Robot, rest: Sequence[Exact], matrix: Sequence[Sequence[Exact]]) -> None:
    names = robot.parameter_names
    missing = [names[i] for i, value in enumerate(rest) if value.symbols() and any(row[i] for row in matrix)]
    if missing:
        few = ", ".join(missing[:NAMED]) + (f" and {len(missing) - NAMED} more" if len(missing) > NAMED else "")
        what = f"the robot file gives no value for {few}; give one, or list it here too to have it adapted"
        raise MissingValueError(what, field=f"{robot.name}: unknown")
