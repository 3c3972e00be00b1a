"""Parts of a robot that joints, bodies and what closes its loops are made of: poses and parameters."""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Mat3, Vec3, diagonal

BASE = -1  # the parent of a joint that stands on the base


@dataclass(frozen=True, slots=True)
class Placement:
    """Pose of a frame in another: its axes as columns of `rotation`, its origin `position`."""

    rotation: Mat3[Exact]
    position: Vec3[Exact]


ZERO_VECTOR = Vec3(exact(0), exact(0), exact(0))
Z_AXIS = Vec3(exact(0), exact(0), exact(1))
IDENTITY = Placement(diagonal(exact(1), exact(1), exact(1)).map(exact), ZERO_VECTOR)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One entry of the full parameter vector.

    `value` is an exact constant; it holds a symbol for every number that the file leaves out.
    A parameter with `vanishes` is structurally zero: it leaves no trace in equations and code.
    """

    name: str
    value: Exact
    known: bool
    vanishes: bool = False
