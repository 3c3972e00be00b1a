"""What a law estimates: theta, its values by the robot file, and the parameters that kernels take with it.

    pi = pi_0 + B theta        pi_0 from all that the file gives and the law leaves alone, B exact

By default theta is pi itself. Walker's law estimates the full vector, which its kernel takes as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from symdyn.algebra.exact import Exact
from symdyn.control.law import Estimated
from symdyn.dynamics.regressors.known_unknown import directions
from symdyn.model.robot import NumericRobot, Robot
from symdyn.model.robot_file.bodies import TEN
from symdyn.parameters.adapted_parameters import adapted_parameters
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.parameters.pi import pi_of_full, pi_pivots


@dataclass(frozen=True, slots=True)
class Theta:
    """The estimates of a law for one robot.

    `values` are the file's, None where it has none. `pi_0` and `B` (k x u) give the parameters of kernels; None where
    theta is passed on as it is. `bodies` are the places of ten estimates that make up one body.
    """

    names: tuple[str, ...]
    values: tuple[Exact, ...] | None
    pi_0: tuple[Exact, ...] | None = None
    B: tuple[tuple[Exact, ...], ...] | None = None
    bodies: tuple[tuple[int, ...], ...] = ()


def estimates(robot: NumericRobot, kind: Estimated) -> Theta:
    """Return what a law estimates of a robot."""
    if kind is Estimated.FULL:
        values = [parameter.value if parameter.known else None for parameter in robot.full_parameters]
        names = robot.parameter_names
        return Theta(names, _all_known(values), bodies=_bodies(names, set(names)))
    adapted = adapted_parameters(robot)
    names, file_values = adapted.names, _all_known(adapted.values)
    if robot.unknown is None:
        alone = set(minimal_parameters(robot).identifiable)  # others are sums of several bodies' parameters
        return Theta(names, file_values, bodies=_bodies(names, alone))
    return Theta(names, file_values, adapted.pi_0, adapted.B, _bodies(names, set(names)))


def _all_known(values: Sequence[Exact | None]) -> tuple[Exact, ...] | None:
    known = tuple(value for value in values if value is not None)
    return known if len(known) == len(values) else None


def _bodies(names: Sequence[str], alone: set[str]) -> tuple[tuple[int, ...], ...]:
    """Places of the ten of every body that is estimated as a whole, in the order m mx my mz Ixx Ixy Iyy Ixz Iyz Izz."""
    at = {name: i for i, name in enumerate(names)}
    owners = dict.fromkeys(name.rpartition(".")[0] for name in names)
    tens = [[f"{owner}.{letters}" for letters in TEN] for owner in owners]
    return tuple(tuple(at[name] for name in ten) for ten in tens if alone.issuperset(ten) and at.keys() >= set(ten))


def plausible_theta(robot: Robot, theta: Theta, full: Sequence[Fraction]) -> list[float]:
    """Return theta of a full vector that the robot could have: entry by entry, as the names say."""
    if theta.pi_0 is None and theta.names != robot.parameter_names:
        return list(pi_of_full(robot, full))
    at = {name: float(value) for name, value in zip(robot.parameter_names, full, strict=True)}
    heads = {direction.name: direction.weights[0][0] for direction in directions(robot, pi_pivots(robot))}
    return [at[name] if name in at else float(full[heads[name]]) for name in theta.names]
