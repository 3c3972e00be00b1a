"""Links as their derivatives want them: described about their joints' axes, and by moments of their mass.

Scalars: any commutative ring that holds one half.
Frames:  everything of a link in its own frame, about its origin.

    code   meaning
    m      mass, Σ m
    h      first moments, Σ m r
    E      second moments, Σ m r rᵀ; the inertia tensor is trace(E) 1 - E

None of this depends on the state, so little of it is left in the work of a call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import NULL, Mat3, Sym3, Vec3, square, symmetric_product
from symdyn.mechanism.mechanism import JointGeometry, Mechanism
from symdyn.mechanism.rigid_body import Acceleration, Inertia, Wrench, shifted
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Mass(Generic[S]):
    """How the mass of a body is spread."""

    m: S
    h: Vec3[S]
    E: Sym3[S]

    def __add__(self, other: Mass[S]) -> Mass[S]:
        """Return both bodies as one."""
        return Mass(self.m + other.m, self.h + other.h, self.E + other.E)

    def about(self, p: Vec3[S]) -> Mass[S]:
        """Return the same mass about another origin, from which the old one is at p."""
        m = self.m
        return Mass(m, self.h + p.scale(m), self.E + symmetric_product(p, self.h) + square(p).scale(m))


def centred_on_axes(
    mechanism: Mechanism[S], inertias: Sequence[Inertia[S]]
) -> tuple[Mechanism[S], tuple[Inertia[S], ...]]:
    """Move the origin of every link onto its joint's axis, to where that is nearest to the parent's origin.

    A joint's axis is a line: offsets along it that reappear at the next joint need not be passed twice, and those of
    axes that meet vanish. The mechanism must be one of moving joints alone.
    """
    joints: list[JointGeometry[S]] = []
    bodies: list[Inertia[S]] = []
    moved: list[Vec3[S]] = []  # of every link: from the new origin to the old one
    for joint, inertia in zip(mechanism.joints, inertias, strict=True):
        origin: Vec3[S] = joint.parent_p_joint
        if joint.parent != BASE:
            origin = origin + moved[joint.parent]
        axis_in_parent = joint.K0 @ joint.axis
        along = origin.dot(axis_in_parent)
        travel = joint.axis.scale(along)
        if joint.kind.turns:
            moved.append(joint.joint_p_link + travel)
            travel = NULL
        else:
            moved.append(joint.joint_p_link)
        joints.append(replace(joint, parent_p_joint=origin - axis_in_parent.scale(along), joint_p_link=travel))
        bodies.append(shifted(inertia, moved[-1]))
    return replace(mechanism, joints=tuple(joints)), tuple(bodies)


def link_masses(mechanism: Mechanism[S], inertias: Sequence[Inertia[S]]) -> list[Mass[S]]:
    """Moments of the links' masses, settled as far towards the base as torques allow.

    A second moment along the axis of a joint that turns is turned with neither link, and no travel along the axis
    changes it: it may belong to the parent as well, and the link's own is then zero.
    """
    masses = [_moments(inertia, mechanism.half) for inertia in inertias]
    for link in reversed(range(len(masses))):
        joint, body = mechanism.joints[link], masses[link]
        k = joint.shortcuts.frame_axis
        if k is None:
            continue
        masses[link] = Mass(body.m, body.h, body.E.without_diagonal_entry(k))
        if joint.parent != BASE:
            below = masses[joint.parent]
            along = square(joint.K0 @ joint.axis).scale((body.E.xx, body.E.yy, body.E.zz)[k])
            masses[joint.parent] = Mass(below.m, below.h, below.E + along)
    return masses


def _moments(inertia: Inertia[S], half: S) -> Mass[S]:
    I = inertia.I
    xx, yy, zz = ((I.yy + I.zz - I.xx) * half, (I.xx + I.zz - I.yy) * half, (I.xx + I.yy - I.zz) * half)
    return Mass(inertia.m, inertia.h, Sym3(xx, -I.xy, yy, -I.xz, -I.yz, zz))


def mass_wrench(body: Mass[S], motion: Acceleration[S]) -> Wrench[S]:
    """Wrench that gives a body its acceleration: Σ m a and Σ m r × a with a = v̇ + Ω r."""
    E, h, v_dot = body.E, body.h, motion.v_dot
    (Oxx, Oxy, Oxz), (Oyx, Oyy, Oyz), (Ozx, Ozy, Ozz) = motion.Omega.rows
    spin = Vec3(
        E.yy * Ozy - E.zz * Oyz + E.yz * (Ozz - Oyy) + (E.xy * Ozx - E.xz * Oyx),
        E.zz * Oxz - E.xx * Ozx + E.xz * (Oxx - Ozz) + (E.yz * Oxy - E.xy * Ozy),
        E.xx * Oyx - E.yy * Oxy + E.xy * (Oyy - Oxx) + (E.xz * Oyz - E.yz * Oxz),
    )
    return Wrench(f=v_dot.scale(body.m) + motion.Omega @ h, n=spin + h.cross(v_dot))


def around(A: Sym3[S] | Mat3[S], w: Vec3[S]) -> Vec3[S]:
    """(trace(A) 1 - A) w: of A = Σ m x rᵀ it is Σ m r × (w × x)."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = (A.matrix if isinstance(A, Sym3) else A).rows
    return Vec3(
        (yy + zz) * w.x - (xy * w.y + xz * w.z),
        (xx + zz) * w.y - (yx * w.x + yz * w.z),
        (xx + yy) * w.z - (zx * w.x + zy * w.y),
    )
