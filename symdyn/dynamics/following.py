"""Where the joints are that follow the coordinates, of a robot whose loops are closed by Newton's method, in floats."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.closure.door import closure_of
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.newton_step import Follower
from symdyn.model.robot import Robot


def following_joints(robot: Robot, q: Sequence[float]) -> list[float] | None:
    """Return them, led there from where the robot was assembled; None where they cannot be."""
    closure = closure_of(robot)
    assert isinstance(closure, IterativeClosure), "only where Newton's method finds them"
    return Follower(robot, closure).passive(q)
