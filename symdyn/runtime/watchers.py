"""Laws that only watch, run from Python: generated, compiled and kept; see `watcher`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from symdyn.errors import InputError
from symdyn.interface.gains import checked_gains
from symdyn.runtime.controllers import controller_code, law_runner
from symdyn.runtime.runner import Array
from symdyn.runtime.running import Running

if TYPE_CHECKING:
    from symdyn.model import Robot

LAW = "recursive_least_squares"


class Watcher(Running):
    """Estimates of a robot's parameters that follow from what it does; see `watcher` and `Running`."""

    def step(self, dt: float, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
        """Take in the last ``dt`` seconds: the motion now, and the torque that there was.

        Returns:
            By how much torques, behind the law's filter, were not expected, before the estimates moved.
        """
        return self._runner.step(self._seconds(dt), self._inputs((q, qd, tau)))

    @property
    def covariance(self) -> Array:
        """The covariance of the estimates, for noise that differs from sample to sample."""
        u = len(self.theta_names)
        V = np.tril(self._runner.held("V").reshape(u, u), -1) + np.eye(u)
        return np.asarray(V.T @ (self._runner.held("D")[:, None] * V))

    @property
    def sigma(self) -> Array:
        """The standard deviation of every estimate."""
        return np.asarray(np.sqrt(np.diag(self.covariance)))


def watcher(
    robot: Robot | Any,
    gains: Mapping[str, Any] | None = None,
    *,
    theta: Any = None,
    law: str = LAW,
    scalar: str = "double",
    backend: str = "c",
) -> Watcher:
    """Generate, compile and start a law that only watches a robot, and estimates its parameters.

    Args:
        robot: a robot, or whatever `load` accepts.
        gains: numbers or vectors by name; those that are missing have defaults derived from the robot.
        theta: estimates to start with; by default the robot file's values.
        law: which law.
        scalar: "double" or "float".
        backend: "c" compiles with cffi; "python" needs no compiler.
    """
    code = controller_code(robot, law, scalar, backend)
    (about,) = code.laws
    if not about.watches:
        raise InputError("controls a robot; symdyn.controller runs it", field=law)
    numbers = checked_gains(about.gains, gains)
    return Watcher(code, about, numbers, law_runner(code, about, numbers, backend), theta)
