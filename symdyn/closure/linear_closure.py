"""The linear closure: q = A Q + b, with q the tree's joints and Q the robot's coordinates.

Scalars: exact constants.

    code    meaning
    A       N x n, by rows: the tree's N moving joints, the robot's n coordinates
    b       where the tree's joints are when Q is zero
"""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.algebra.exact import Exact, exact
from symdyn.errors import InputError
from symdyn.model.closing import Closing
from symdyn.model.robot import Robot

ZERO, ONE = exact(0), exact(1)


@dataclass(frozen=True, slots=True)
class LinearClosure:
    """q = A Q + b; `A` by rows, each row the pairs of coordinate and factor that are not zero."""

    A: tuple[tuple[tuple[int, Exact], ...], ...]
    b: tuple[Exact, ...]
    n: int  # number of coordinates of the robot

    def columns(self) -> tuple[tuple[tuple[int, Exact], ...], ...]:
        """Return A by columns: for each coordinate, the tree's joints that it moves, and how fast."""
        return tuple(
            tuple((i, factor) for i, row in enumerate(self.A) for other, factor in row if other == j)
            for j in range(self.n)
        )


def linear_closure(robot: Robot) -> LinearClosure | None:
    """Return the closure of a closed robot where it is linear, else None; an InputError says what cannot be proved."""
    assert robot.closing is not None, "a tree has no closure"
    return None if robot.closing.loops else _of_couplings(robot, robot.closing)


def _of_couplings(robot: Robot, closing: Closing) -> LinearClosure:
    if closing.transmission:
        told = "transmissions are read, but equations and code are made without them so far"
        raise InputError(f"{told}; leave them out to have the rest's", field=robot.name)
    moving = robot.tree.moving_joints
    number = {joint: j for j, joint in enumerate(closing.actuated)}
    rows: list[tuple[tuple[int, Exact], ...]] = [((number[i], ONE),) if i in number else () for i in range(len(moving))]
    b = [ZERO] * len(moving)
    for coupling in closing.couplings:
        joint = moving[coupling.joint]
        for _, factor in coupling.factors:
            if joint.kind.turns and not factor.is_rational:
                what = f"is coupled with the factor {factor}, and cosines of such parts of an angle cannot be proved"
                raise InputError(f"{what}; write a rational number", field=joint.name)
        rows[coupling.joint] = tuple((number[i], factor) for i, factor in coupling.factors)
        b[coupling.joint] = coupling.plus
    return LinearClosure(tuple(rows), tuple(b), len(closing.actuated))
