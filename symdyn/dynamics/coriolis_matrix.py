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
    a, z       what a unit rate of a joint does: its angular and its linear part; ω × a and ω × z turn them
    P, N       flow of a composite's mass seen from its link: Σ m w and Σ m w rᵀ, w the velocity of the point r
    pull       force and moment of Σ m J_i, from which M would be made
    push       force and moment of Σ m J̇_i
    spin       Σ m v × J_i, v the velocity of a point less that of the point it is about
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import NULL, Mat3, Vec3, outer, skew
from symdyn.dynamics.derivatives.bodies import Mass, around, link_masses
from symdyn.dynamics.derivatives.composites import turned_matrix
from symdyn.dynamics.mass_matrix import turned_tensor
from symdyn.dynamics.newton_euler import about_joint, on_parent
from symdyn.joints.kind import Kind
from symdyn.joints.twist import Twist
from symdyn.mechanism.mechanism import Mechanism, Pose
from symdyn.mechanism.rigid_body import Inertia, Wrench
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)
STILL: Mat3[Any] = Mat3(NULL, NULL, NULL)


@dataclass(frozen=True, slots=True)
class Flow(Generic[S]):
    """A composite body: how its mass is spread, and how that flows as seen from its link."""

    mass: Mass[S]
    P: Vec3[S]
    N: Mat3[S]

    def __add__(self, other: Flow[S]) -> Flow[S]:
        """Return both bodies as one."""
        return Flow(self.mass + other.mass, self.P + other.P, self.N + other.N)

    def about(self, p: Vec3[S]) -> Flow[S]:
        """Return the same about another origin, from which the old one is at p and stays."""
        return Flow(self.mass.about(p), self.P, self.N + outer(self.P, p))


@dataclass(frozen=True, slots=True)
class Part(Generic[S]):
    """What a joint's composite lets the joints below feel, about a point."""

    pull: Wrench[S]
    push: Wrench[S]
    spin: Vec3[S]

    def seen_from_parent(self, pose: Pose[S], omega: Vec3[S]) -> Part[S]:
        """Carry it from a joint to its parent's origin; the parent turns with ω."""
        pull, push = on_parent(self.pull, pose), on_parent(self.push, pose)
        offset_rate = omega.cross(pose.parent_p_joint)
        return Part(pull, push, pose.to_parent(self.spin) + offset_rate.cross(pull.f))

    def about_joint(self, pose: Pose[S], offset_rate: Vec3[S]) -> Part[S]:
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
    own = [joint.motion(qd) for joint in mechanism.joints]
    omega = _spins(mechanism, poses, own)
    masses = link_masses(mechanism, inertias)
    flows = _composites(mechanism, poses, own, [Flow(mass, NULL, STILL) for mass in masses])
    C: list[list[S]] = [[ZERO] * len(qd) for _ in range(len(qd))]
    for link, joint in enumerate(mechanism.joints):
        for i, twist in joint.columns():
            part = _part(joint.kind, twist, flows[link].about(poses[link].joint_p_link), omega[link], own[link])
            for ancestor in mechanism.ancestors(link):
                below, pose = mechanism.joints[ancestor], poses[ancestor]
                if ancestor != link:
                    part = part.about_joint(pose, _offset_rate(pose, omega[ancestor], own[ancestor]))
                for j, other in below.columns():
                    C[j][i] = other.power(part.push.f, part.push.n)
                    if ancestor != link:
                        C[i][j] = _along_turned_axis(other, part, omega[ancestor])
                if below.parent != BASE:
                    part = part.seen_from_parent(pose, omega[below.parent])
    return CoriolisMatrix(tuple(tuple(row) for row in C), tuple(omega), tuple(flows))


def _spins(mechanism: Mechanism[S], poses: Sequence[Pose[S]], own: Sequence[Twist[S]]) -> list[Vec3[S]]:
    """Angular velocity of every link."""
    omega: list[Vec3[S]] = []
    for joint, pose, motion in zip(mechanism.joints, poses, own, strict=True):
        parent = NULL if joint.parent == BASE else pose.to_link(omega[joint.parent])
        omega.append(parent + motion.angular)
    return omega


def _composites(
    mechanism: Mechanism[S], poses: Sequence[Pose[S]], own: Sequence[Twist[S]], links: Sequence[Flow[S]]
) -> list[Flow[S]]:
    """Every link together with all links beyond it."""
    total = list(links)
    for link in reversed(range(len(total))):
        joint, pose = mechanism.joints[link], poses[link]
        if joint.parent != BASE:
            body = _moved(total[link].about(pose.joint_p_link), own[link])
            mass = Mass(body.mass.m, pose.to_parent(body.mass.h), turned_tensor(body.mass.E, pose))
            in_parent_axes = Flow(mass, pose.to_parent(body.P), turned_matrix(body.N, pose))
            total[joint.parent] = total[joint.parent] + in_parent_axes.about(pose.parent_p_joint)
    return total


def _moved(body: Flow[S], own: Twist[S]) -> Flow[S]:
    """Add to the flow seen from a joint's link the joint's own motion: the flow seen from the parent."""
    w, v, mass = own.angular, own.linear, body.mass
    P = body.P + w.cross(mass.h) + v.scale(mass.m)
    return Flow(mass, P, body.N + skew(w) @ mass.E.matrix + outer(v, mass.h))


def _part(kind: Kind, twist: Twist[S], body: Flow[S], omega: Vec3[S], own: Twist[S]) -> Part[S]:
    """The sums over a joint's composite, which is given about the joint's origin."""
    if not kind.turns:
        return _sliding_part(twist.linear, body, omega)
    turning = _turning_part(twist.angular, body, omega)
    if not kind.slides:
        return turning
    slipping = own.linear.cross(turning.pull.f)  # the link slides away from the origin
    sliding = _sliding_part(twist.linear, body, omega)
    return Part(turning.pull + sliding.pull, turning.push + sliding.push, turning.spin + slipping + sliding.spin)


def _turning_part(a: Vec3[S], body: Flow[S], omega: Vec3[S]) -> Part[S]:
    h, E = body.mass.h, body.mass.E
    f = a.cross(h)
    return Part(
        pull=Wrench(f, around(E, a)),
        push=Wrench(omega.cross(f) + a.cross(body.P), (E @ omega).cross(a) + around(body.N, a)),
        spin=E @ omega.cross(a) + around(body.N.T, a),
    )


def _sliding_part(z: Vec3[S], body: Flow[S], omega: Vec3[S]) -> Part[S]:
    m, h, turned = body.mass.m, body.mass.h, omega.cross(z)
    return Part(
        pull=Wrench(z.scale(m), h.cross(z)),
        push=Wrench(turned.scale(m), h.cross(turned)),
        spin=(omega.cross(h) + body.P).cross(z),
    )


def _offset_rate(pose: Pose[S], omega: Vec3[S], own: Twist[S]) -> Vec3[S]:
    """Velocity of a link's origin less that of its joint's."""
    return omega.cross(pose.joint_p_link) + own.linear


def _along_turned_axis(twist: Twist[S], part: Part[S], omega: Vec3[S]) -> S:
    """Σ m J_i · J̇_j for the part of joint i about joint j."""
    turned, carried = omega.cross(twist.angular), omega.cross(twist.linear)
    return turned.dot(part.pull.n) + twist.angular.dot(part.spin) + carried.dot(part.pull.f)
