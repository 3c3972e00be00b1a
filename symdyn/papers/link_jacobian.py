"""The Jacobian of every link in the base frame, and its derivatives by the coordinates and by time.

Scalars: any commutative ring.
Frames:  base frame.

    paper       code      meaning
    ⁰R_i        R         the link's axes, as columns
    J_v         J_v[k]    velocity of the link's origin per unit rate of joint k
    J_ω         J_w[k]    angular velocity of the link per unit rate of joint k
    ∂/∂q_j      by(j)     all three differentiated by coordinate j

Coordinates are numbered from the base outwards, and joints that do not carry the link have zero columns, so chains and
trees are treated alike. With j ≤ k joint j carries joint k along, with j > k it moves the link's origin alone:

    ∂J_v[k]/∂q_j = J_w[min(j, k)] × J_v[max(j, k)]        ∂J_w[k]/∂q_j = J_w[j] × J_w[k] for j < k, else 0
    ∂R/∂q_j      = [J_w[j]]× R
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.dual import Dual
from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import NULL, Mat3, Vec3, skew
from symdyn.mechanism.kinematics import WorldPose, world_poses
from symdyn.mechanism.mechanism import Mechanism, Pose

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class LinkJacobian(Generic[S]):
    """A link's axes and how each joint moves it; or the derivative of these."""

    R: Mat3[S]
    J_v: tuple[Vec3[S], ...]
    J_w: tuple[Vec3[S], ...]

    def velocity(self, qd: Sequence[S]) -> Vec3[S]:
        """J_v q̇."""
        return combination(self.J_v, qd)

    def spin(self, qd: Sequence[S]) -> Vec3[S]:
        """J_ω q̇."""
        return combination(self.J_w, qd)

    def by(self, j: int) -> LinkJacobian[S]:
        """Differentiate by coordinate j."""
        J_v, J_w, n = self.J_v, self.J_w, len(self.J_v)
        return LinkJacobian(
            skew(J_w[j]) @ self.R,
            tuple(J_w[min(j, k)].cross(J_v[max(j, k)]) for k in range(n)),
            tuple(J_w[j].cross(J_w[k]) if j < k else NULL for k in range(n)),
        )


def combination(columns: Sequence[Vec3[S]], factors: Sequence[S]) -> Vec3[S]:
    """Return a matrix of columns times a vector."""
    total: Vec3[S] = NULL
    for column, factor in zip(columns, factors, strict=True):
        total = total + column.scale(factor)
    return total


def in_motion(link: LinkJacobian[S], qd: Sequence[S]) -> LinkJacobian[Dual[S]]:
    """Return the same over dual numbers whose derivatives are by time, at the joint rates q̇."""
    partials = [link.by(j) for j in range(len(qd))]

    def rate(k: int, field: str) -> Vec3[S]:
        return combination([getattr(partial, field)[k] for partial in partials], qd)

    def dual(value: Vec3[S], derivative: Vec3[S]) -> Vec3[Dual[S]]:
        return Vec3(*(Dual(a, b) for a, b in zip(value, derivative, strict=True)))

    turning = skew(link.spin(qd)) @ link.R
    return LinkJacobian(
        Mat3(*(dual(row, change) for row, change in zip(link.R.rows, turning.rows, strict=True))),
        tuple(dual(column, rate(k, "J_v")) for k, column in enumerate(link.J_v)),
        tuple(dual(column, rate(k, "J_w")) for k, column in enumerate(link.J_w)),
    )


def link_jacobians(mechanism: Mechanism[S], poses: Sequence[Pose[S]]) -> list[LinkJacobian[S]]:
    """Return the Jacobian of every link's origin, fixed links and load included."""
    world = world_poses(mechanism, poses)
    return [_link_jacobian(mechanism, world, link) for link in range(len(mechanism.joints))]


def _link_jacobian(mechanism: Mechanism[S], world: Sequence[WorldPose[S]], link: int) -> LinkJacobian[S]:
    J_v, J_w = [NULL] * mechanism.n, [NULL] * mechanism.n  # [LuMeng93 (21)]
    for ancestor in mechanism.ancestors(link):
        at = world[ancestor]
        for k, twist in mechanism.joints[ancestor].columns():
            seen = at.seen(twist)
            J_v[k], J_w[k] = seen.at(world[link].p - at.p_joint), seen.angular
    return LinkJacobian(world[link].R, tuple(J_v), tuple(J_w))
