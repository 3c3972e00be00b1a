"""Closed forms and minimal parameters of a robot, or of whatever `load` accepts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import Any

from symdyn.closed_form.derivation import CALLED
from symdyn.model import Robot, robot_of
from symdyn.symbolic.minimal import MinimalParameters, SetSource, minimal
from symdyn.symbolic.model import Model
from symdyn.symbolic.model import derive as derive_model


def derive(
    robot: Robot | Any,
    progress: Callable[[str], None] = lambda step: None,
    *,
    form: str = "pivot",
    set: SetSource | None = None,
) -> Model:
    """Derive a robot's closed-form equations with SymPy, each when it is first asked for.

    Args:
        robot: a robot, or whatever `load` accepts.
        progress: is told every step of longer work.
        form: of the minimal parameters that equations are written in, as for `minimal_parameters`.
        set: a set of your own to write them in, likewise.
    """
    called = quote(str(robot)) if isinstance(robot, str | Path) else CALLED
    read = robot_of(robot)
    return derive_model(read, progress, called, minimal(read, form, set).chosen)


def minimal_parameters(robot: Robot | Any, form: str = "pivot", *, set: SetSource | None = None) -> MinimalParameters:
    """Return the minimal parameters of a robot, with exact coefficients and their certificate.

    Args:
        robot: a robot, or whatever `load` accepts.
        form: "pivot" for the set that kernels take; "lin" or "gautier_khalil" for the sets of these papers, with the
            map between that and the pivot set.
        set: instead of a form, a set of your own: a file, a bundled name, or a mapping of names to combinations such
            as "link1.Izz + l2**2*link3.m". It is proved minimal, or refused with what is missing.
    """
    return minimal(robot_of(robot), form, set)
