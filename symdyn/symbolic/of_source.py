"""Closed forms and minimal parameters of a robot, or of whatever `load` accepts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import Any

from symdyn.model import Robot, robot_of
from symdyn.symbolic.minimal import MinimalParameters, minimal
from symdyn.symbolic.model import CALLED, Model
from symdyn.symbolic.model import derive as derive_model


def derive(robot: Robot | Any, progress: Callable[[str], None] = lambda step: None) -> Model:
    """Derive a robot's closed-form equations with SymPy, each when it is first asked for.

    Args:
        robot: a robot, or whatever `load` accepts.
        progress: is told every step of longer work.
    """
    called = quote(str(robot)) if isinstance(robot, str | Path) else CALLED
    return derive_model(robot_of(robot), progress, called)


def minimal_parameters(robot: Robot | Any, form: str = "pivot") -> MinimalParameters:
    """Return the minimal parameters of a robot, with exact coefficients and their certificate.

    Args:
        robot: a robot, or whatever `load` accepts.
        form: "pivot" for the set that kernels take, "lin" for Lin's combinations with the map between the two.
    """
    return minimal(robot_of(robot), form)
