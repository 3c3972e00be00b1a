"""Paths of the tip in space: straight lines and circles, run with the least jerk from rest to rest.

A path says at a time where the tip is, how fast it moves and how that changes; base frame, SI units. A turn goes with
it: `turn` is the rotation vector, in base axes, by which the tip has turned at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from symdyn.errors import InputError
from symdyn.simulate.motion.minimum_jerk import progress

Vector = NDArray[np.float64]
Point = Sequence[float]
STRAIGHT_ON: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class TipState:
    """Position, velocity and acceleration of the tip; the turn since the start, its rate and that rate's change."""

    p: Vector
    v: Vector
    a: Vector
    turned: Vector
    omega: Vector
    alpha: Vector


class Path(Protocol):
    """Anything that says where the tip is wanted."""

    @property
    def duration(self) -> float:
        """How long the path takes; before and after it the tip rests."""

    def at(self, t: float) -> TipState:
        """Return what is wanted of the tip at a time."""


def _timing(t: float, duration: float) -> tuple[float, float, float]:
    """Return progress from 0 to 1, its rate and that rate's change."""
    s, rate, change = progress(np.array([t]), 0.0, duration)
    return float(s[0]), float(rate[0]), float(change[0])


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line from one point to another."""

    start: Point
    end: Point
    duration: float
    turn: Point = STRAIGHT_ON

    def __post_init__(self) -> None:
        """Refuse what is no line."""
        _check(self.duration, start=self.start, end=self.end, turn=self.turn)

    def at(self, t: float) -> TipState:
        """Return what is wanted of the tip at a time."""
        s, rate, change = _timing(t, self.duration)
        start, turn = np.array(self.start, float), np.array(self.turn, float)
        along = np.array(self.end, float) - start
        return TipState(start + s * along, rate * along, change * along, s * turn, rate * turn, change * turn)


@dataclass(frozen=True, slots=True)
class Circle:
    """An arc about a centre, from a start, by an angle about a normal; a whole circle unless told."""

    start: Point
    centre: Point
    duration: float
    normal: Point = (0.0, 0.0, 1.0)
    angle: float = 2.0 * np.pi
    turn: Point = STRAIGHT_ON

    def __post_init__(self) -> None:
        """Refuse what is no circle."""
        _check(self.duration, start=self.start, centre=self.centre, normal=self.normal, turn=self.turn)
        if not np.linalg.norm(self.normal) > 0:
            raise InputError("must not be zero", field="path.normal")
        if not radius(self.start, self.centre, self.normal) > 0:
            raise InputError("is on the circle's axis, so that there is no radius", field="path.start")

    def at(self, t: float) -> TipState:
        """Return what is wanted of the tip at a time."""
        s, rate, change = (self.angle * x for x in _timing(t, self.duration))
        centre, normal = np.array(self.centre, float), np.array(self.normal, float)
        normal = normal / np.linalg.norm(normal)
        arm = np.array(self.start, float) - centre
        along = (normal @ arm) * normal  # what the turn leaves alone
        out, side = arm - along, np.cross(normal, arm)
        radial, tangent = np.cos(s) * out + np.sin(s) * side, np.cos(s) * side - np.sin(s) * out
        turns = [x / self.angle * np.array(self.turn, float) if self.angle else np.zeros(3) for x in (s, rate, change)]
        return TipState(centre + along + radial, rate * tangent, change * tangent - rate**2 * radial, *turns)


def radius(start: Point, centre: Point, normal: Point) -> float:
    """Return how far the start of a circle is from its axis; 0 where rounding alone keeps it off."""
    arm, along = np.subtract(start, centre), np.asarray(normal, float) / np.linalg.norm(normal)
    away = float(np.linalg.norm(np.cross(along, arm)))
    return away if away > 1e-12 * (float(np.linalg.norm(start)) + float(np.linalg.norm(centre))) else 0.0


def _check(duration: float, **points: Point) -> None:
    if not (np.isfinite(duration) and duration > 0):
        raise InputError(f"must be a positive number of seconds, not {duration}", field="path.duration")
    for name, point in points.items():
        if np.shape(point) != (3,) or not np.all(np.isfinite(np.asarray(point, float))):
            raise InputError("must be three finite numbers", field=f"path.{name}")
