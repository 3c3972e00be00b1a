"""Derivatives of the torque by positions, velocities and accelerations, from composite bodies.

Scalars: any commutative ring that holds one half.
Frames:  every vector of link i in frame i, about its origin, which lies on the axis of joint i.

Move joint j alone, or change its rate: all that it carries goes along as one body, and a point of it at r, whose
velocity is v, gets the additional acceleration v̇ + ω̇ × r + 2 ω × v (`Change`) with

    by     ω̇          v̇                        ω
    q̈_j    z          0                        0
    q̇_j    2 ω × z    2 u × z                  z
    q_j    Ω z        a × z - 2 (ω × z) × u    ω × z

for the axis z of a revolute joint; of a prismatic one v̇ is z, 2 ω × z, Ω z and the rest is zero. On the right stand ω,
Ω, u, a of the parent where the joint is: angular velocity, gradient of acceleration, velocity, acceleration.

Joint i beyond j feels this through the composite of link i, joints below j through that of link j. So n wrenches go
inwards, each through all joints below its own. Moving joint j also moves the wrench that it passes on.

    code          meaning
    psi           ω × z, how the parent turns the axis
    sensitivity   of joint i: its torque per unit of ω̇, v̇ and ω of a change below it
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.spatial import Vec3
from symdyn.dynamics.derivatives.bodies import Mass, around, mass_wrench
from symdyn.dynamics.derivatives.composites import Composite, composites, momentum_of
from symdyn.dynamics.newton_euler import ZERO, Motion, about_joint, along_axis, link_motions, on_parent
from symdyn.mechanism.mechanism import JointGeometry, Mechanism, Pose
from symdyn.mechanism.rigid_body import Wrench
from symdyn.model.robot import BASE

S = TypeVar("S")
Rows = list[list[Any]]


@dataclass(frozen=True, slots=True)
class Change(Generic[S]):
    """Additional acceleration v̇ + ω̇ × r + 2 ω × v of points."""

    omega_dot: Vec3[S]
    v_dot: Vec3[S]
    omega: Vec3[S]


@dataclass(frozen=True, slots=True)
class JointChanges(Generic[S]):
    """What all that a joint carries gets per unit of its q̈, q̇ and q."""

    by_qdd: Change[S]
    by_qd: Change[S]
    by_q: Change[S]


@dataclass(frozen=True, slots=True)
class Sensitivity(Generic[S]):
    """Torque of a joint per unit of a change: moments n per ω̇, forces f per v̇, and s per ω."""

    f: Vec3[S]
    n: Vec3[S]
    s: Vec3[S]

    def torque(self, change: Change[Any]) -> Any:
        """Return the torque that a change causes."""
        per: Sensitivity[Any] = self
        return per.n.dot(change.omega_dot) + per.f.dot(change.v_dot) + per.s.dot(change.omega)

    def seen_from_parent(self, pose: Pose[Any]) -> Sensitivity[Any]:
        """Return the same for changes that are expressed in the parent's frame."""
        wrench = on_parent(about_joint(Wrench(self.f, self.n), pose), pose)
        return Sensitivity(wrench.f, wrench.n, pose.to_parent(self.s))


@dataclass(frozen=True, slots=True)
class TorqueDerivatives(Generic[S]):
    """τ without friction, springs and rotors, and its derivatives by rows; ∂τ/∂q̈ is the mass matrix M."""

    tau: tuple[S, ...]
    by_q: Rows
    by_qd: Rows
    M: Rows
    motions: tuple[Motion[S], ...]
    carried: tuple[Composite[S], ...]


def torque_derivatives(
    mechanism: Mechanism[Any],
    poses: Sequence[Pose[Any]],
    qd: Sequence[Any],
    qdd: Sequence[Any],
    masses: Sequence[Mass[Any]],
) -> TorqueDerivatives[Any]:
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
    by_q, by_qd, M = ([[0] * n for _ in range(n)] for _ in range(3))
    for i, joint in enumerate(mechanism.joints):
        column = [_wrench(carried[i], change) for change in (changes[i].by_q, changes[i].by_qd)]
        column[0] = column[0] + _turned_wrench(joint, carried[i].wrench)
        row = _sensitivity(joint, carried[i])
        for j in mechanism.ancestors(i):
            by_q[j][i], by_qd[j][i] = (along_axis(mechanism.joints[j], wrench) for wrench in column)
            M[i][j] = M[j][i] = row.torque(changes[j].by_qdd)
            if j != i:
                by_q[i][j], by_qd[i][j] = row.torque(changes[j].by_q), row.torque(changes[j].by_qd)
            column = [on_parent(about_joint(wrench, poses[j]), poses[j]) for wrench in column]
            row = row.seen_from_parent(poses[j])
    tau = tuple(along_axis(joint, body.wrench) for joint, body in zip(mechanism.joints, carried, strict=True))
    return TorqueDerivatives(tau, by_q, by_qd, M, tuple(motions), tuple(carried))


def _joint_changes(
    mechanism: Mechanism[Any], poses: Sequence[Pose[Any]], motions: Sequence[Motion[Any]], qd: Sequence[Any]
) -> tuple[list[JointChanges[Any]], list[Vec3[Any]]]:
    """Return the changes of every joint, and the velocities of the links' origins."""
    changes: list[JointChanges[Any]] = []
    velocities: list[Vec3[Any]] = []
    for joint, pose, motion, rate in zip(mechanism.joints, poses, motions, qd, strict=True):
        z, field = joint.axis, motion.acceleration
        omega = u = ZERO  # of the parent, in the link's frame
        if joint.parent != BASE:
            below = motions[joint.parent].omega
            omega = pose.to_link(below)
            u = pose.to_link(velocities[joint.parent] + below.cross(pose.parent_p_joint))
        psi, gradient = omega.cross(z), field.Omega @ z  # Ω z is the same on both sides of the joint
        if joint.is_revolute:
            v_dot = field.v_dot.cross(z) - psi.scale(2).cross(u)
            by_qd = Change(psi.scale(2), u.scale(2).cross(z), z)
            changes.append(JointChanges(Change(z, ZERO, ZERO), by_qd, Change(gradient, v_dot, psi)))
        else:
            u = u + omega.cross(pose.joint_p_link) + z.scale(rate)
            by_qd = Change(ZERO, psi.scale(2), ZERO)
            changes.append(JointChanges(Change(ZERO, z, ZERO), by_qd, Change(ZERO, gradient, ZERO)))
        velocities.append(u)
    return changes, velocities


def _wrench(body: Composite[Any], change: Change[Any]) -> Wrench[Any]:
    """Wrench that gives a body additional acceleration: Σ m δa and Σ m r × δa."""
    mass, momentum = body.mass, body.momentum
    f = change.v_dot.scale(mass.m) + change.omega_dot.cross(mass.h) + change.omega.cross(momentum.P)
    n = mass.h.cross(change.v_dot) + around(mass.E, change.omega_dot) + around(momentum.N, change.omega)
    return Wrench(f, n)


def _sensitivity(joint: JointGeometry[Any], body: Composite[Any]) -> Sensitivity[Any]:
    """The torque that a wrench of `_wrench` has about the joint's axis, as a linear function of the change."""
    mass, momentum, z = body.mass, body.momentum, joint.axis
    if joint.is_revolute:
        return Sensitivity(z.cross(mass.h), around(mass.E, z), around(momentum.N.T, z))
    return Sensitivity(z.scale(mass.m), mass.h.cross(z), momentum.P.cross(z))


def _turned_wrench(joint: JointGeometry[Any], wrench: Wrench[Any]) -> Wrench[Any]:
    """Change of a wrench, seen from the parent, when the joint moves its point of action by one unit."""
    z = joint.axis
    if joint.is_revolute:
        return Wrench(z.cross(wrench.f), z.cross(wrench.n))
    return Wrench(ZERO, z.cross(wrench.f))
