"""Derivatives of the torque by positions, velocities and accelerations, from composite bodies.

Scalars: any commutative ring that holds one half.
Frames:  every vector of link i in frame i, about its origin, which lies on the axis of joint i.

Move joint j alone, or change its rate: all that it carries goes along as one body, and a point of it at r, whose
velocity is v, gets the additional acceleration v̇ + ω̇ × r + 2 ω × v (`Change`) with

    by     ω̇          v̇                                  ω
    q̈_j    a          z                                  0
    q̇_j    2 ω × a    2 u × a + 2 ω × z                  a
    q_j    Ω a        v̇ × a - 2 (ω × a) × u + Ω z        ω × a

for the angular part a and the linear part z of the joint's unit motion, both along its axis. On the right stand ω and Ω
of the parent, its angular velocity and its gradient of acceleration, and u and v̇ of the link's origin, its velocity and
its acceleration.

Joint i beyond j feels this through the composite of link i, joints below j through that of link j. So n wrenches go
inwards, each through all joints below its own. Moving joint j also moves the wrench that it passes on.

    code          meaning
    psi           ω × a, how the parent turns the axis
    sensitivity   of joint i: its torque per unit of ω̇, v̇ and ω of a change below it
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import NULL, Vec3
from symdyn.dynamics.derivatives.bodies import Mass, around, mass_wrench
from symdyn.dynamics.derivatives.composites import Composite, composites, momentum_of
from symdyn.dynamics.newton_euler import Motion, about_joint, joint_torques, link_motions, on_parent
from symdyn.joints.kind import Kind
from symdyn.joints.twist import Twist
from symdyn.mechanism.mechanism import Mechanism, Pose
from symdyn.mechanism.rigid_body import Acceleration, Wrench
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)
Rows = list[list[S]]


@dataclass(frozen=True, slots=True)
class Change(Generic[S]):
    """Additional acceleration v̇ + ω̇ × r + 2 ω × v of points."""

    omega_dot: Vec3[S]
    v_dot: Vec3[S]
    omega: Vec3[S]

    def __add__(self, other: Change[S]) -> Change[S]:
        """Return both at once."""
        return Change(self.omega_dot + other.omega_dot, self.v_dot + other.v_dot, self.omega + other.omega)


@dataclass(frozen=True, slots=True)
class JointChanges(Generic[S]):
    """What all that a joint carries gets per unit of its q̈, q̇ and q."""

    by_qdd: Change[S]
    by_qd: Change[S]
    by_q: Change[S]

    def __add__(self, other: JointChanges[S]) -> JointChanges[S]:
        """Return both at once."""
        return JointChanges(self.by_qdd + other.by_qdd, self.by_qd + other.by_qd, self.by_q + other.by_q)


NO_CHANGE: Change[Any] = Change(NULL, NULL, NULL)
NO_CHANGES: JointChanges[Any] = JointChanges(NO_CHANGE, NO_CHANGE, NO_CHANGE)


@dataclass(frozen=True, slots=True)
class Sensitivity(Generic[S]):
    """Torque of a joint per unit of a change: moments n per ω̇, forces f per v̇, and s per ω."""

    f: Vec3[S]
    n: Vec3[S]
    s: Vec3[S]

    def __add__(self, other: Sensitivity[S]) -> Sensitivity[S]:
        """Return that of both motions at once."""
        return Sensitivity(self.f + other.f, self.n + other.n, self.s + other.s)

    def torque(self, change: Change[S]) -> S:
        """Return the torque that a change causes."""
        per: Sensitivity[S] = self
        return per.n.dot(change.omega_dot) + per.f.dot(change.v_dot) + per.s.dot(change.omega)

    def seen_from_parent(self, pose: Pose[S]) -> Sensitivity[S]:
        """Return the same for changes that are expressed in the parent's frame."""
        wrench = on_parent(about_joint(Wrench(self.f, self.n), pose), pose)
        return Sensitivity(wrench.f, wrench.n, pose.to_parent(self.s))


@dataclass(frozen=True, slots=True)
class TorqueDerivatives(Generic[S]):
    """τ without friction, springs and rotors, and its derivatives by rows; ∂τ/∂q̈ is the mass matrix M."""

    tau: tuple[S, ...]
    by_q: Rows[S]
    by_qd: Rows[S]
    M: Rows[S]
    motions: tuple[Motion[S], ...]
    carried: tuple[Composite[S], ...]


def torque_derivatives(
    mechanism: Mechanism[S],
    poses: Sequence[Pose[S]],
    qd: Sequence[S],
    qdd: Sequence[S],
    masses: Sequence[Mass[S]],
) -> TorqueDerivatives[S]:
    """Differentiate τ(q, q̇, q̈) of a mechanism whose links are centred on their joints' axes."""
    motions = link_motions(mechanism, poses, qd, qdd)
    changes, velocities = _joint_changes(mechanism, poses, motions, qd)
    links = [
        Composite(
            body,
            momentum_of(body, motion.omega, velocity),
            mass_wrench(body, motion.acceleration),
        )
        for body, motion, velocity in zip(masses, motions, velocities, strict=True)
    ]
    carried = composites(mechanism, poses, links)
    n = len(qd)
    by_q, by_qd, M = ([[ZERO] * n for _ in range(n)] for _ in range(3))
    for link, joint in enumerate(mechanism.joints):
        for i, twist in joint.columns():
            column = [_wrench(carried[link], change) for change in (changes[i].by_q, changes[i].by_qd)]
            column[0] = column[0] + _moved_wrench(twist, carried[link].wrench)
            row = _sensitivity(joint.kind, twist, carried[link])
            for ancestor in mechanism.ancestors(link):
                for j, below in mechanism.joints[ancestor].columns():
                    by_q[j][i], by_qd[j][i] = (below.power(wrench.f, wrench.n) for wrench in column)
                    M[i][j] = M[j][i] = row.torque(changes[j].by_qdd)
                    if j != i:
                        by_q[i][j], by_qd[i][j] = row.torque(changes[j].by_q), row.torque(changes[j].by_qd)
                column = [on_parent(about_joint(wrench, poses[ancestor]), poses[ancestor]) for wrench in column]
                row = row.seen_from_parent(poses[ancestor])
    tau = joint_torques(mechanism, [body.wrench for body in carried])  # links' origins are on the joints' axes
    return TorqueDerivatives(tau, by_q, by_qd, M, tuple(motions), tuple(carried))


def _joint_changes(
    mechanism: Mechanism[S], poses: Sequence[Pose[S]], motions: Sequence[Motion[S]], qd: Sequence[S]
) -> tuple[list[JointChanges[S]], list[Vec3[S]]]:
    """Return the changes by every coordinate, and the velocities of the links' origins."""
    changes: list[JointChanges[S]] = []
    velocities: list[Vec3[S]] = []
    for joint, pose, motion in zip(mechanism.joints, poses, motions, strict=True):
        omega = u = NULL  # of the parent, in the link's frame
        if joint.parent != BASE:
            below = motions[joint.parent].omega
            omega = pose.to_link(below)
            u = pose.to_link(velocities[joint.parent] + below.cross(pose.parent_p_joint))
        u = u + omega.cross(pose.joint_p_link) + joint.motion(qd).linear
        velocities.append(u)
        changes += [_changes(joint.kind, twist, motion.acceleration, omega, u) for twist in joint.twists]
    return changes, velocities


def _changes(kind: Kind, twist: Twist[S], field: Acceleration[S], omega: Vec3[S], u: Vec3[S]) -> JointChanges[S]:
    """Changes by one coordinate, the rows above; along the axis, Ω is the same on both sides of the joint."""
    a, z = twist.angular, twist.linear
    changes = NO_CHANGES
    if kind.turns:
        psi = omega.cross(a)
        by_q = Change(field.Omega @ a, field.v_dot.cross(a) - psi.scale(2).cross(u), psi)
        by_qd = Change(psi.scale(2), u.scale(2).cross(a), a)
        changes = changes + JointChanges(Change(a, NULL, NULL), by_qd, by_q)
    if kind.slides:
        by_q, by_qd = (Change(NULL, v_dot, NULL) for v_dot in (field.Omega @ z, omega.cross(z).scale(2)))
        changes = changes + JointChanges(Change(NULL, z, NULL), by_qd, by_q)
    return changes


def _wrench(body: Composite[S], change: Change[S]) -> Wrench[S]:
    """Wrench that gives a body additional acceleration: Σ m δa and Σ m r × δa."""
    mass, momentum = body.mass, body.momentum
    f = change.v_dot.scale(mass.m) + change.omega_dot.cross(mass.h) + change.omega.cross(momentum.P)
    n = mass.h.cross(change.v_dot) + around(mass.E, change.omega_dot) + around(momentum.N, change.omega)
    return Wrench(f, n)


def _sensitivity(kind: Kind, twist: Twist[S], body: Composite[S]) -> Sensitivity[S]:
    """The torque that a wrench of `_wrench` has on a joint's motion, as a linear function of the change."""
    mass, momentum, a, z = body.mass, body.momentum, twist.angular, twist.linear
    per = Sensitivity(NULL, NULL, NULL)
    if kind.turns:
        per = per + Sensitivity(a.cross(mass.h), around(mass.E, a), around(momentum.N.T, a))
    if kind.slides:
        per = per + Sensitivity(z.scale(mass.m), mass.h.cross(z), momentum.P.cross(z))
    return per


def _moved_wrench(twist: Twist[S], wrench: Wrench[S]) -> Wrench[S]:
    """Change of a wrench, seen from the parent, when the joint moves what it acts on by one unit."""
    a, z = twist.angular, twist.linear
    return Wrench(a.cross(wrench.f), a.cross(wrench.n) + z.cross(wrench.f))
