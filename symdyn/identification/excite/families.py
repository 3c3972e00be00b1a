"""Families of motions that a search chooses from; in each, a motion is linear in its coefficients C (K, n).

    q = B C,   q̇ = Ḃ C,   q̈ = B̈ C

so that scaling a motion about its middle, and the derivative of whatever depends on it, need no more than B. Both
families start and end at rest, without acceleration, in the same pose: a robot can begin there and repeat them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.logs.log import Array
from symdyn.simulate.motion.minimum_jerk import progress
from symdyn.simulate.motion.motion import Trajectory
from symdyn.simulate.motion.trajectories import Sinusoids, Stops, Wave

Basis = tuple[Array, Array, Array]
A_PERIOD = 40  # samples of the fastest part of a motion: between two, it goes by less than 0.4 % of its amplitude


class Family(Protocol):
    """Motions of a period: what they are made of."""

    @property
    def period(self) -> float:
        """Seconds until a motion begins again."""
        ...

    @property
    def samples(self) -> int:
        """How many moments show a motion well enough."""
        ...

    def basis(self, times: Array) -> Basis:
        """Return B and its derivatives (S, K)."""
        ...

    def random(self, draw: np.random.Generator, n: int) -> Array:
        """Draw coefficients about a middle of zero, of a size of about one."""
        ...

    def still(self, middle: Array) -> Array:
        """Return the coefficients of rest in a pose."""
        ...

    def middle(self, C: Array) -> Array:
        """Return the pose that a motion goes about."""
        ...

    def trajectory(self, C: Array) -> Trajectory:
        """Return a motion as scenarios have it."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class FourierSeries:
    """Sines and cosines of 1 to `harmonics` times the frequency of the period, at rest where the period begins.

    Rest at t = 0 is Σ h a_h = 0 and Σ h² b_h = 0: `free` (2H, 2H - 2) spans what is left.
    """

    harmonics: int
    period: float
    free: Array

    @property
    def samples(self) -> int:
        """How many moments show a motion well enough."""
        return A_PERIOD * self.harmonics

    def basis(self, times: Array) -> Basis:
        """Return B and its derivatives."""
        omega = 2 * np.pi / self.period * np.arange(1, self.harmonics + 1)
        sines, cosines = np.sin(np.outer(times, omega)), np.cos(np.outer(times, omega))
        one = np.ones((len(times), 1))
        return (
            np.hstack([one, np.hstack([sines, cosines]) @ self.free]),
            np.hstack([0 * one, np.hstack([omega * cosines, -omega * sines]) @ self.free]),
            np.hstack([0 * one, np.hstack([-(omega**2) * sines, -(omega**2) * cosines]) @ self.free]),
        )

    def random(self, draw: np.random.Generator, n: int) -> Array:
        """Draw coefficients."""
        return np.vstack([np.zeros(n), draw.normal(size=(self.free.shape[1], n))])

    def still(self, middle: Array) -> Array:
        """Return the coefficients of rest."""
        return np.vstack([middle, np.zeros((self.free.shape[1], len(middle)))])

    def middle(self, C: Array) -> Array:
        """Return the mean of the motion."""
        return np.asarray(C[0])

    def trajectory(self, C: Array) -> Sinusoids:
        """Return the motion as waves."""
        a, b = (self.free @ C[1:]).reshape(2, self.harmonics, -1)
        omega = 2 * np.pi / self.period * np.arange(1, self.harmonics + 1)
        waves = tuple(
            tuple(
                Wave(float(np.hypot(s, c)), float(w), float(np.arctan2(c, s)))
                for s, c, w in zip(a[:, j], b[:, j], omega, strict=True)
            )
            for j in range(C.shape[1])
        )
        return Sinusoids(tuple(float(c) for c in C[0]), waves)


@dataclass(frozen=True, slots=True, eq=False)
class WayPoints:
    """Poses one after the other, at rest in each, with minimum jerk between them; the last leads back to the first."""

    points: int
    period: float

    @property
    def samples(self) -> int:
        """How many moments show a motion well enough."""
        return A_PERIOD * self.points // 2

    def basis(self, times: Array) -> Basis:
        """Return B and its derivatives."""
        leg = self.period / self.points
        found = tuple(np.zeros((len(times), self.points)) for _ in range(3))
        found[0][:, 0] = 1.0
        for i in range(self.points):
            for B, part in zip(found, progress(times, i * leg, leg), strict=True):
                B[:, i] -= part
                B[:, (i + 1) % self.points] += part
        return found[0], found[1], found[2]

    def random(self, draw: np.random.Generator, n: int) -> Array:
        """Draw coefficients."""
        points = draw.uniform(-1, 1, size=(self.points, n))
        return np.asarray(points - points.mean(axis=0))

    def still(self, middle: Array) -> Array:
        """Return the coefficients of rest."""
        return np.tile(middle, (self.points, 1))

    def middle(self, C: Array) -> Array:
        """Return the middle between the outermost points."""
        return np.asarray((C.min(axis=0) + C.max(axis=0)) / 2)

    def trajectory(self, C: Array) -> Stops:
        """Return the motion as stops."""
        times = tuple(self.period * i / self.points for i in range(self.points + 1))
        return Stops(times, tuple(tuple(float(x) for x in point) for point in (*C, C[0])))


def fourier_series(harmonics: int, period: float) -> FourierSeries:
    """Return the family of a number of harmonics."""
    if harmonics < 2:
        raise InputError(f"must be 2 or more, to begin and end at rest, not {harmonics}", field="harmonics")
    h = np.arange(1, harmonics + 1)
    faster = 1 / np.tile(h, 2)  # harmonics that are h times as fast are about h times smaller
    at_rest = np.zeros((2, 2 * harmonics))
    at_rest[0, :harmonics] = h
    at_rest[1, harmonics:] = h**2
    directions = np.linalg.svd(at_rest * faster)[2][2:]
    return FourierSeries(harmonics, period, faster[:, None] * directions.T)
