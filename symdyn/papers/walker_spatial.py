"""Spatial vectors as Walker writes them: motions [ω; v] with the linear part last, forces [f; n] with it first.

Scalars: any commutative ring.
Frames:  a vector belongs to a point (the origin of some frame) and axes; a `Transform` carries it to another frame.

    paper     code               meaning
    X         Transform          [A 0; K(p) A, A]: from a frame at p, with axes A, to the one in which p and A are given
    X'        Transform.inverse  the way back
    a × b     cross              of motions, and of a motion with a force: the order makes both one product
    a' b      dot                spatial transpose: [ω; v]' [f; n] = v·f + ω·n, a power
    I v       momentum           [-K(r), m 1; J, K(r)] [ω; v]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.mechanism.rigid_body import Inertia

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Spatial(Generic[S]):
    """A motion [ω; v] or a force [f; n]."""

    first: Vec3[S]
    last: Vec3[S]

    def __add__(self, other: Spatial[S]) -> Spatial[S]:
        """Add."""
        return Spatial(self.first + other.first, self.last + other.last)

    def __sub__(self, other: Spatial[S]) -> Spatial[S]:
        """Subtract."""
        return Spatial(self.first - other.first, self.last - other.last)

    def scale(self, factor: S) -> Spatial[S]:
        """Multiply by a scalar."""
        return Spatial(self.first.scale(factor), self.last.scale(factor))

    def cross(self, other: Spatial[S]) -> Spatial[S]:
        """Return the spatial product of a motion with a motion or a force."""
        return Spatial(self.first.cross(other.first), self.last.cross(other.first) + self.first.cross(other.last))

    def dot(self, other: Spatial[S]) -> S:
        """Return the power of a force on a motion."""
        return self.last.dot(other.first) + self.first.dot(other.last)


@dataclass(frozen=True, slots=True)
class Transform(Generic[S]):
    """X of a frame that stands at p with the columns of A for axes, both seen from another frame."""

    A: Mat3[S]
    p: Vec3[S]

    def apply(self, vector: Spatial[S]) -> Spatial[S]:
        """X a: see a vector of the frame from the other."""
        first = self.A @ vector.first
        return Spatial(first, self.p.cross(first) + self.A @ vector.last)

    def inverse(self, vector: Spatial[S]) -> Spatial[S]:
        """X' a: see a vector of the other frame from this one."""
        back = self.A.T
        return Spatial(back @ vector.first, back @ (vector.last - self.p.cross(vector.first)))

    def then(self, outer: Transform[S]) -> Transform[S]:
        """Return the transform to the frame that `outer` leads to."""
        return Transform(outer.A @ self.A, outer.p + outer.A @ self.p)


def momentum(inertia: Inertia[S], v: Spatial[S]) -> Spatial[S]:
    """I v, a force-like vector: momentum, and angular momentum about the origin."""
    r, omega = inertia.h, v.first
    return Spatial(v.last.scale(inertia.m) - r.cross(omega), inertia.I @ omega + r.cross(v.last))
