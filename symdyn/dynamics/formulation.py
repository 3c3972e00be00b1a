"""Ways to write the same recursion: equal in value, different in work. Which is cheapest depends on the robot."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from symdyn.model.robot import Robot


@dataclass(frozen=True, slots=True)
class Formulation:
    """Choices that a kernel's cost may depend on.

    shared_diagonal   take one diagonal entry of Ω from the parent's, which saves a square where differences of
                      squares are wanted too, and costs an addition where they are not
    free_gauge        let parameters that are structurally zero carry others: the same torques, sometimes nearer the
                      base
    """

    shared_diagonal: bool = True
    free_gauge: bool = False


USUAL_FORMULATION = Formulation()


def formulations(robot: Robot, inputs: Collection[str]) -> Iterator[Formulation]:
    """Yield the formulations worth trying for a kernel with the given inputs, the usual one first.

    Where no parameter is zero by structure, every difference of squares is wanted, and the usual one is the cheapest.
    """
    gauges = (False, True) if robot.structural_zeros and "pi" in inputs else (False,)
    diagonals = (True, False) if robot.structural_zeros and "qd" in inputs else (True,)
    for free_gauge in gauges:
        for shared_diagonal in diagonals:
            yield Formulation(shared_diagonal, free_gauge)
