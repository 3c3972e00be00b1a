"""Which kernels a simulation needs besides, to close the loops of robots whose kernels take where joints are."""

from __future__ import annotations

from symdyn.dynamics.setting import is_closed_by_newton
from symdyn.model import Robot


def closing_kernels(robot: Robot) -> tuple[str, ...]:
    """Return the names of the kernels with which loops are closed by Newton's method; of other robots none."""
    return ("loop_motion", "close_step") if is_closed_by_newton(robot) else ()
