"""A motion at an instant: how fast a body turns, and how fast its point at the origin moves.

Scalars: any commutative ring.
Frames:  both parts in one frame; of a joint, in its link's axes and about the joint's origin.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import NULL, Vec3

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Twist(Generic[S]):
    """Angular velocity, and velocity of the origin; per unit rate of a joint, or times it."""

    angular: Vec3[S]
    linear: Vec3[S]

    def __add__(self, other: Twist[S]) -> Twist[S]:
        """Add motions about the same origin."""
        return Twist(self.angular + other.angular, self.linear + other.linear)

    def scale(self, rate: S) -> Twist[S]:
        """Return the same motion at another rate."""
        return Twist(self.angular.scale(rate), self.linear.scale(rate))

    def at(self, r: Vec3[S]) -> Vec3[S]:
        """Velocity of the point r."""
        return self.angular.cross(r) + self.linear

    def power(self, force: Vec3[S], moment: Vec3[S]) -> S:
        """Power of a force and of a moment about the origin: per unit rate, the joint's generalised force."""
        return self.angular.dot(moment) + self.linear.dot(force)


STILL: Twist[Any] = Twist(NULL, NULL)
