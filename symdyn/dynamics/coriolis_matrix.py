"""Coriolis matrix of Christoffel's symbols from composite bodies: C = Σ m Jᵀ J̇ over all points of mass.

Scalars: any commutative ring that holds one half.
Frames:  the composite of link i in frame i; everything of a joint about its origin, in the link's axes.

Column j of a point's Jacobian J is its velocity for a unit rate of joint j, and J̇_j = Σ_l q̇_l ∂²x/∂q_j∂q_l; hence the
sum of m J_iᵀ J̇_j is Christoffel's. Both columns vanish for points that joint i or j does not carry, so the entry of two
joints is a sum over the composite of the outer one. Its wrenches go inwards, and every joint below takes its part.

Velocities are those seen from the frame that they are expressed in: then a link adds nothing to the flow of its own
mass, and offsets between frames do not move.

    code       meaning
    omega      angular velocity ω of a link
    a, turned  a joint's axis, and ω × a
    P, N       flow of a composite's mass seen from its link: Σ m w and Σ m w rᵀ, w the velocity of the point r
    pull       force and moment of Σ m J_i, from which M would be made
    push       force and moment of Σ m J̇_i
    spin       Σ m v × J_i, v the velocity of a point less that of the point it is about
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.spatial import Mat3, Vec3, outer, skew
from symdyn.dynamics.derivatives.bodies import Mass, around, link_masses
from symdyn.dynamics.derivatives.composites import turned_matrix
from symdyn.dynamics.mass_matrix import turned_tensor
from symdyn.dynamics.newton_euler import ZERO, about_joint, along_axis, on_parent
from symdyn.mechanism.mechanism import JointGeometry, Mechanism, Pose
from symdyn.mechanism.rigid_body import Inertia, Wrench
from symdyn.model.robot import BASE

S = TypeVar("S")
STILL: Mat3[Any] = Mat3(ZERO, ZERO, ZERO)


@dataclass(frozen=True, slots=True)
class Flow(Generic[S]):
    """A composite body: how its mass is spread, and how that flows as seen from its link."""

    mass: Mass[S]
    P: Vec3[S]
    N: Mat3[S]

    def __add__(self, other: Flow[S]) -> Flow[S]:
        """Return both bodies as one."""
        return Flow(self.mass + other.mass, self.P + other.P, self.N + other.N)

    def about(self, p: Vec3[Any]) -> Flow[Any]:
        """Return the same about another origin, from which the old one is at p and stays."""
        return Flow(self.mass.about(p), self.P, self.N + outer(self.P, p))


@dataclass(frozen=True, slots=True)
class Part(Generic[S]):
    """What a joint's composite lets the joints below feel, about a point."""

    pull: Wrench[S]
    push: Wrench[S]
    spin: Vec3[S]

    def seen_from_parent(self, pose: Pose[Any], omega: Vec3[Any]) -> Part[Any]:
        """Carry it from a joint to its parent's origin; the parent turns with ω."""
        pull, push = on_parent(self.pull, pose), on_parent(self.push, pose)
        offset_rate = omega.cross(pose.parent_p_joint)
        return Part(pull, push, pose.to_parent(self.spin) + offset_rate.cross(pull.f))

    def about_joint(self, pose: Pose[Any], offset_rate: Vec3[Any]) -> Part[Any]:
        """Carry it from a link's origin to its joint's, from which the former moves away."""
        spin = self.spin + offset_rate.cross(self.pull.f)
        return Part(about_joint(self.pull, pose), about_joint(self.push, pose), spin)


@dataclass(frozen=True, slots=True)
class CoriolisMatrix(Generic[S]):
    """The matrix by rows, and what it was made of."""

    C: tuple[tuple[S, ...], ...]
    omega: tuple[Vec3[S], ...]
    flows: tuple[Flow[S], ...]


def coriolis_matrix(
    mechanism: Mechanism[S], poses: Sequence[Pose[S]], qd: Sequence[S], inertias: Sequence[Inertia[S]]
) -> CoriolisMatrix[S]:
    """C(q, q̇)."""
    rates = [0 if joint.coordinate is None else qd[joint.coordinate] for joint in mechanism.joints]
    omega = _spins(mechanism, poses, rates)
    masses = link_masses(mechanism, inertias)
    flows = _composites(mechanism, poses, rates, [Flow(mass, ZERO, STILL) for mass in masses])
    C: list[list[Any]] = [[0] * len(qd) for _ in range(len(qd))]
    for link, joint in enumerate(mechanism.joints):
        if joint.coordinate is None:
            continue
        part = _part(joint, flows[link].about(poses[link].joint_p_link), omega[link])
        for ancestor in mechanism.ancestors(link):
            below, pose = mechanism.joints[ancestor], poses[ancestor]
            if ancestor != link:
                part = part.about_joint(pose, _offset_rate(below, pose, omega[ancestor], rates[ancestor]))
            if below.coordinate is not None:
                C[below.coordinate][joint.coordinate] = along_axis(below, part.push)
                if ancestor != link:
                    C[joint.coordinate][below.coordinate] = _along_turned_axis(below, part, omega[ancestor])
            if below.parent != BASE:
                part = part.seen_from_parent(pose, omega[below.parent])
    return CoriolisMatrix(tuple(tuple(row) for row in C), tuple(omega), tuple(flows))


def _spins(mechanism: Mechanism[Any], poses: Sequence[Pose[Any]], rates: Sequence[Any]) -> list[Vec3[Any]]:
    """Angular velocity of every link."""
    omega: list[Vec3[Any]] = []
    for joint, pose, rate in zip(mechanism.joints, poses, rates, strict=True):
        parent = ZERO if joint.parent == BASE else pose.to_link(omega[joint.parent])
        omega.append(parent + joint.axis.scale(rate) if joint.is_revolute else parent)
    return omega


def _composites(
    mechanism: Mechanism[Any], poses: Sequence[Pose[Any]], rates: Sequence[Any], links: Sequence[Flow[Any]]
) -> list[Flow[Any]]:
    """Every link together with all links beyond it."""
    total = list(links)
    for link in reversed(range(len(total))):
        joint, pose = mechanism.joints[link], poses[link]
        if joint.parent != BASE:
            body = _moved(joint, total[link].about(pose.joint_p_link), rates[link])
            mass = Mass(body.mass.m, pose.to_parent(body.mass.h), turned_tensor(body.mass.E, pose))
            in_parent_axes = Flow(mass, pose.to_parent(body.P), turned_matrix(body.N, pose))
            total[joint.parent] = total[joint.parent] + in_parent_axes.about(pose.parent_p_joint)
    return total


def _moved(joint: JointGeometry[Any], body: Flow[Any], rate: Any) -> Flow[Any]:
    """Add to the flow seen from a joint's link the joint's own motion: the flow seen from the parent."""
    axis, mass = joint.axis.scale(rate), body.mass
    if joint.is_revolute:
        return Flow(mass, body.P + axis.cross(mass.h), body.N + skew(axis) @ mass.E.matrix)
    return Flow(mass, body.P + axis.scale(mass.m), body.N + outer(axis, mass.h))


def _part(joint: JointGeometry[Any], body: Flow[Any], omega: Vec3[Any]) -> Part[Any]:
    """The sums over a joint's composite, which is given about the joint's origin."""
    a, m, h, E = joint.axis, body.mass.m, body.mass.h, body.mass.E
    turned = omega.cross(a)
    if joint.is_revolute:
        f = a.cross(h)
        return Part(
            pull=Wrench(f, around(E, a)),
            push=Wrench(omega.cross(f) + a.cross(body.P), (E @ omega).cross(a) + around(body.N, a)),
            spin=E @ turned + around(body.N.T, a),
        )
    return Part(
        pull=Wrench(a.scale(m), h.cross(a)),
        push=Wrench(turned.scale(m), h.cross(turned)),
        spin=(omega.cross(h) + body.P).cross(a),
    )


def _offset_rate(joint: JointGeometry[Any], pose: Pose[Any], omega: Vec3[Any], rate: Any) -> Vec3[Any]:
    """Velocity of a link's origin less that of its joint's."""
    turning = omega.cross(pose.joint_p_link)
    return turning if joint.is_revolute else turning + joint.axis.scale(rate)


def _along_turned_axis(joint: JointGeometry[Any], part: Part[Any], omega: Vec3[Any]) -> Any:
    """Σ m J_i · J̇_j for the part of joint i about joint j."""
    turned = omega.cross(joint.axis)
    if joint.is_revolute:
        return turned.dot(part.pull.n) + joint.axis.dot(part.spin)
    return turned.dot(part.pull.f)
