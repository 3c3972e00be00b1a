"""The kinds of trajectory that a scenario may ask for, in joint coordinates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from symdyn.simulate.motion.minimum_jerk import progress
from symdyn.simulate.motion.motion import Array, Motion

if TYPE_CHECKING:
    from symdyn.model import Robot


@dataclass(frozen=True, slots=True)
class Wave:
    """One sinusoid: amplitude * sin(omega t + phase)."""

    amplitude: float
    omega: float
    phase: float


@dataclass(frozen=True, slots=True)
class Sinusoids:
    """For every joint a centre and the waves around it."""

    centres: tuple[float, ...]
    waves: tuple[tuple[Wave, ...], ...]

    def motion(self, times: Array, robot: Robot) -> Motion:
        """Return the motion at ``times``."""
        q, qd, qdd = (np.zeros((len(times), len(self.centres))) for _ in range(3))
        q += self.centres
        for i, waves in enumerate(self.waves):
            for wave in waves:
                angle = wave.omega * times + wave.phase
                q[:, i] += wave.amplitude * np.sin(angle)
                qd[:, i] += wave.amplitude * wave.omega * np.cos(angle)
                qdd[:, i] -= wave.amplitude * wave.omega**2 * np.sin(angle)
        return Motion(q, qd, qdd)


@dataclass(frozen=True, slots=True)
class Stops:
    """Way-points, at rest in each: fifth-order polynomials of time between them; rest before and after."""

    times: tuple[float, ...]
    points: tuple[tuple[float, ...], ...]

    def motion(self, times: Array, robot: Robot) -> Motion:
        """Return the motion at ``times``."""
        points = np.array(self.points)
        q = np.tile(points[0], (len(times), 1))
        qd, qdd = np.zeros_like(q), np.zeros_like(q)
        for leg, way in enumerate(np.diff(points, axis=0)):
            start = self.times[leg]
            travelled, rate, change = progress(times, start, self.times[leg + 1] - start)
            q += np.outer(travelled, way)
            qd += np.outer(rate, way)
            qdd += np.outer(change, way)
        return Motion(q, qd, qdd)


@dataclass(frozen=True, slots=True)
class Smooth:
    """Points joined by one spline of fifth order, at rest and without acceleration at both ends; rest before, after."""

    times: tuple[float, ...]
    points: tuple[tuple[float, ...], ...]

    def motion(self, times: Array, robot: Robot) -> Motion:
        """Return the motion at ``times``."""
        from scipy.interpolate import make_interp_spline

        points = np.array(self.points)
        rest = [(order, np.zeros(points.shape[1])) for order in (1, 2)]
        return _along(make_interp_spline(np.array(self.times), points, k=5, bc_type=(rest, rest)), self.times, times)


@dataclass(frozen=True, slots=True)
class Samples:
    """A motion that was sampled: a spline through the positions, whatever its ends do; rest before and after."""

    times: tuple[float, ...]
    points: tuple[tuple[float, ...], ...]

    def motion(self, times: Array, robot: Robot) -> Motion:
        """Return the motion at ``times``."""
        from scipy.interpolate import make_interp_spline

        order = max(k for k in (1, 3, 5) if k < len(self.times))
        return _along(make_interp_spline(np.array(self.times), np.array(self.points), k=order), self.times, times)


def _along(spline: Callable[..., Array], knots: tuple[float, ...], times: Array) -> Motion:
    inside = np.clip(times, knots[0], knots[-1])
    moving = ((times >= knots[0]) & (times <= knots[-1]))[:, None]
    qd, qdd = (np.where(moving, spline(inside, order), 0.0) for order in (1, 2))
    return Motion(spline(inside), qd, qdd)
