"""Joints that follow the coordinates, of a robot whose loops are closed by Newton's method: what `close` is made of.

Scalars: a field; floats for the way there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symdyn.closure import newton_step as closing
from symdyn.closure.door import closure_of
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.dynamics.setting import Setting
from symdyn.model.robot import Robot


def following_joints(robot: Robot, q: Sequence[float]) -> list[float] | None:
    """Return where they are, led there from where the robot was assembled; None where they cannot be."""
    closure = closure_of(robot)
    assert isinstance(closure, IterativeClosure), "only where Newton's method finds them"
    return closing.Follower(robot, closure).passive(q)


def newton_step(at: Setting[Any]) -> tuple[Any, ...]:
    """Return how they are to change to close the loops."""
    return closing.newton_step(*_own_state(at))


def led_on(at: Setting[Any]) -> tuple[tuple[Any, ...], Any]:
    """Return where they are by those that are found together, and 1 where that is as assembled, else -1."""
    return closing.led_on(*_own_state(at))


def gap(at: Setting[Any]) -> Any:
    """Return the squares of all gaps of loops."""
    return closing.gap_of(*_own_state(at))


def _own_state(at: Setting[Any]) -> tuple[Any, ...]:
    assert isinstance(at.closure, IterativeClosure) and at.origin is not None, "only there joints are found together"
    return at.owner, at.closure, at.origin.ring, at.origin.given
