"""One rigid body: its acceleration field, the wrench that the field needs, and its inertia in other frames.

Scalars: any commutative ring.
Frames:  everything in the body's own frame; moments and inertias about the frame's origin.

    paper   code        meaning
    ω̇       omega_dot   angular acceleration
    ω ωᵀ    W           products of the angular velocity's entries
    v̇       v_dot       acceleration of the origin, gravity included
    Ω       Omega       [ω̇]× + ω ωᵀ - |ω|² 1, so that the point r accelerates with v̇ + Ω r
    m, h, I m, h, I     mass, first moment, inertia tensor

Everything here is linear in (ω̇, W, v̇); that W is a product is known only to whoever fills it in. The Coriolis
matrix is obtained from the same functions by filling in a polarised product (see `coriolis`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import Mat3, Sym3, Vec3, square, symmetric_product

S = TypeVar("S")  # not bound to scalars: inertias may be linear forms, as vectors may
R = TypeVar("R", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Inertia(Generic[S]):
    """The ten inertial parameters of a body."""

    m: S
    h: Vec3[S]
    I: Sym3[S]


@dataclass(frozen=True, slots=True)
class Acceleration(Generic[S]):
    """Acceleration field of a body."""

    omega_dot: Vec3[S]
    W: Sym3[S]
    Omega: Mat3[S]
    v_dot: Vec3[S]

    def at(self, r: Vec3[S]) -> Vec3[S]:
        """Acceleration of the point r."""
        return self.v_dot + self.Omega @ r


@dataclass(frozen=True, slots=True)
class Wrench(Generic[S]):
    """Force, and moment about a stated point."""

    f: Vec3[S]
    n: Vec3[S]

    def __add__(self, other: Wrench[S]) -> Wrench[S]:
        """Add wrenches about the same point."""
        return Wrench(self.f + other.f, self.n + other.n)

    def __sub__(self, other: Wrench[S]) -> Wrench[S]:
        """Subtract wrenches about the same point."""
        return Wrench(self.f - other.f, self.n - other.n)


def inertia_from_ten(parameters: Sequence[S]) -> Inertia[S]:
    """Group m mx my mz Ixx Ixy Iyy Ixz Iyz Izz."""
    m, *rest = parameters
    return Inertia(m, Vec3(*rest[:3]), Sym3(*rest[3:]))


def acceleration_gradient(omega_dot: Vec3[R], W: Sym3[R]) -> Mat3[R]:
    """Ω = [ω̇]× + W - trace(W) 1."""
    x, y, z = omega_dot
    return Mat3(
        Vec3(-(W.yy + W.zz), W.xy - z, W.xz + y),
        Vec3(W.xy + z, -(W.xx + W.zz), W.yz - x),
        Vec3(W.xz - y, W.yz + x, -(W.xx + W.yy)),
    )


def net_wrench(inertia: Inertia[R], motion: Acceleration[R]) -> Wrench[R]:
    """Wrench that gives a body its acceleration, moment about the frame's origin."""
    m, h, I = inertia.m, inertia.h, inertia.I
    Omega, W, v_dot = motion.Omega, motion.W, motion.v_dot
    wx, wy, wz = motion.omega_dot
    (Oxx, Oxy, Oxz), (Oyx, Oyy, Oyz), (Ozx, Ozy, Ozz) = Omega.rows
    # I ω̇ + ω × (I ω), sorted so that the entries of Ω do most of the work; Ω_yy - Ω_zz = ω_y² - ω_z²
    spin = Vec3(
        I.xx * wx + (I.zz - I.yy) * W.yz + I.yz * (Oyy - Ozz) + (I.xz * Oyx - I.xy * Ozx),
        I.yy * wy + (I.xx - I.zz) * W.xz + I.xz * (Ozz - Oxx) + (I.xy * Ozy - I.yz * Oxy),
        I.zz * wz + (I.yy - I.xx) * W.xy + I.xy * (Oxx - Oyy) + (I.yz * Oxz - I.xz * Oyz),
    )
    return Wrench(f=v_dot.scale(m) + Omega @ h, n=spin + h.cross(v_dot))


def shifted(inertia: Inertia[Any], p: Vec3[Any]) -> Inertia[Any]:
    """Inertia about another origin, from which the old one is at p; the axes stay."""
    m, h, I = inertia.m, inertia.h, inertia.I
    return Inertia(m, h + p.scale(m), I + _steiner(symmetric_product(p, h)) + _steiner(square(p)).scale(m))


def _steiner(A: Sym3[Any]) -> Sym3[Any]:
    """trace(A) 1 - A."""
    return Sym3(A.yy + A.zz, -A.xy, A.xx + A.zz, -A.xz, -A.yz, A.xx + A.yy)


def turned(inertia: Inertia[Any], R: Mat3[Any]) -> Inertia[Any]:
    """Inertia in axes from which the old ones are seen as the columns of R; the origin stays."""
    return Inertia(inertia.m, R @ inertia.h, inertia.I.rotated(R))


def joined(a: Inertia[Any], b: Inertia[Any]) -> Inertia[Any]:
    """Inertia of two bodies as one, both given in the same frame."""
    return Inertia(a.m + b.m, a.h + b.h, a.I + b.I)
