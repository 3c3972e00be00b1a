"""Minimal parameters that torques alone do not tell apart: an offset, and a force that never changes.

The minimal set keeps gravity, springs and friction apart, since kernels give gravity alone. A torque is the sum of all:
of a joint that slides upwards only m (q̈ + g) + Ia q̈ + fo is ever felt, and of a spring with an offset fo - kr. So
identification can find one parameter less than the set has. Which one is decided as the set is: the exact rank of the
columns of torque, over a finite field, offsets last.
"""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.model.robot import Robot
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.parameters.reconstructed_relations import dependent_columns
from symdyn.parameters.regressor_samples import regressor_row_space


@dataclass(frozen=True, slots=True)
class Tie:
    """A minimal parameter, by its place in `pi`, whose torques are those of ``others`` together, in some amounts."""

    place: int
    name: str
    others: tuple[str, ...]

    def __str__(self) -> str:
        """Say it in a line."""
        *most, last = self.others
        named = f"{', '.join(most)} and {last}" if most else last
        return f"no torque tells {self.name} from {named}"


def torque_ties(robot: Robot) -> tuple[Tie, ...]:
    """Return the parameters of the minimal set to leave out, so that torques alone tell all others apart."""
    if "ties" not in robot.memo:
        robot.memo["ties"] = _ties(robot)
    ties: tuple[Tie, ...] = robot.memo["ties"]
    return ties


def _ties(robot: Robot) -> tuple[Tie, ...]:
    found = minimal_parameters(robot)
    offsets = [pivot for pivot, name in zip(found.pivots, found.names, strict=True) if name.endswith(".fo")]
    if not offsets:  # other friction changes its sign with the rates, and nothing else does
        return ()
    columns = [*(pivot for pivot in found.pivots if pivot not in offsets), *offsets]
    dependent = dependent_columns(regressor_row_space(robot, apart=False), columns)
    names = robot.parameter_names
    return tuple(
        Tie(found.pivots.index(column), names[column], tuple(names[other] for other in sorted(others)))
        for column, others in sorted(dependent.items())
    )
