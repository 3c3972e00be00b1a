"""A law inside the right side of the equations of motion, without sampling: what the theorems are about."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import symdyn
from symdyn.options import Options
from symdyn.runtime.controllers import Controller
from symdyn.runtime.kernels import Kernels

ROBOTS = ("two_link", "ddarm", "puma560", "panda", "dual_arm")
PLANT = ("inverse_dynamics", "mass_matrix", "coriolis_matrix", "forward_dynamics")


Vector = NDArray[np.float64]


@cache
def plant(name: str) -> Kernels:
    return symdyn.build(name, Options(only=PLANT, languages=("c",)))


@cache
def robot(name: str, unknown: tuple[str, ...] = ()) -> Any:
    """A bundled robot, which calls some of its parameters unknown."""
    source = symdyn.load(name).source
    return symdyn.load({**source, "unknown": list(unknown)} if unknown else source)


@dataclass(frozen=True)
class Sinusoids:
    """A desired motion: a few sines in every joint, of different frequencies; none at all with amplitude 0."""

    n: int
    amplitude: float
    frequencies: tuple[float, ...] = (1.0, 2.3)

    def __call__(self, t: float) -> tuple[Vector, Vector, Vector]:
        joints = np.arange(self.n)
        q, qd, qdd = np.full(self.n, 0.3), np.zeros(self.n), np.zeros(self.n)
        for i, frequency in enumerate(self.frequencies):
            omega = frequency * (1 + 0.37 * joints)
            phase = omega * t + 1.1 * joints + i
            q = q + self.amplitude * np.sin(phase)
            qd = qd + self.amplitude * omega * np.cos(phase)
            qdd = qdd - self.amplitude * omega**2 * np.sin(phase)
        return q, qd, qdd


@dataclass
class Loop:
    """A plant with the file's parameters, and a controller whose estimates are integrated along."""

    kernels: Kernels
    controller: Controller
    desired: Sinusoids

    def rate(self, t: float, x: Vector) -> Vector:
        q, qd, theta = self.split(x)
        self.controller.theta = theta
        desired = self.desired(t)
        if self.controller.takes_acceleration:
            still = np.zeros_like(q)
            tau, _ = self.controller.law(q, qd, *desired, qdd=still)  # the torque does not depend on qdd
            qdd = self.kernels.forward_dynamics(q, qd, tau)
            _, theta_dot = self.controller.law(q, qd, *desired, qdd=qdd)
        else:
            tau, theta_dot = self.controller.law(q, qd, *desired)
            qdd = self.kernels.forward_dynamics(q, qd, tau)
        return np.concatenate([qd, qdd, theta_dot])

    def split(self, x: Vector) -> tuple[Vector, Vector, Vector]:
        n = self.controller.n
        return x[:n], x[n : 2 * n], x[2 * n :]

    def start(self, theta: Vector, offset: float = 0.1) -> Vector:
        """Begin beside the desired motion, at rest."""
        q, qd, _ = self.desired(0.0)
        return np.concatenate([q + offset, 0 * qd, theta])

    def run(self, x: Vector, duration: float, h: float) -> Vector:
        """Integrate by the classical Runge-Kutta method; rows are states at 0, h, 2h …"""
        rows = [x]
        for k in range(round(duration / h)):
            t = k * h
            a = self.rate(t, x)
            b = self.rate(t + h / 2, x + h / 2 * a)
            c = self.rate(t + h / 2, x + h / 2 * b)
            d = self.rate(t + h, x + h * c)
            x = x + h / 6 * (a + 2 * b + 2 * c + d)
            rows.append(x)
        return np.array(rows)

    def tracking_errors(self, rows: Vector, h: float) -> Vector:
        """The largest error of position, row by row."""
        return np.array([np.abs(self.split(x)[0] - self.desired(k * h)[0]).max() for k, x in enumerate(rows)])
