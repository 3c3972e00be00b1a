"""The acceleration fields of Walker's law, for kernels: his spatial accelerations as the fields of `rigid_body`.

Scalars: any commutative ring.
Frames:  as in `newton_euler`.

    paper     code    meaning
    q̂̇, q̂̈      rates   reference velocity, and its rate
    ω̂         spin    angular velocity of a link along the reference
    ω̃, ṽ      error   angular velocity of a link, and velocity of its origin, for q̇ - q̂̇

Î v̂̇ + v̂ × Î v̂ is the wrench of a field like any other: with W = ω̂ ω̂ᵀ and, for the link's origin, the linear part
of v̂̇ plus ω̂ × v̂. But v̂̇ is the rate of v̂ while the links move with v: a joint turns its link about an axis that
moves with ṽ as the reference does not, so that behind it points of the axis accelerate by ṽ × axis q̂̇ more than
before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import NULL, Vec3, square
from symdyn.dynamics.energy import propagate_velocity
from symdyn.dynamics.newton_euler import base_acceleration
from symdyn.dynamics.propagation import propagate_field
from symdyn.joints.twist import STILL, Twist
from symdyn.mechanism.mechanism import JointGeometry, Mechanism, Pose
from symdyn.mechanism.rigid_body import Acceleration

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class WalkerMotion(Generic[S]):
    """Motion of a link along the reference, and by how much the link itself moves differently."""

    spin: Vec3[S]
    error: Twist[S]
    acceleration: Acceleration[S]


def walker_base(mechanism: Mechanism[S]) -> WalkerMotion[S]:
    """Motion of the base, which stands still under gravity."""
    return WalkerMotion(NULL, STILL, base_acceleration(mechanism))


def propagate_walker(
    parent: WalkerMotion[S],
    joint: JointGeometry[S],
    pose: Pose[S],
    own_error: Twist[S],
    own: Twist[S],
    change: Twist[S],
) -> WalkerMotion[S]:
    """Motion of a link from that of its parent.

    The joint's ``own`` motion and its ``change`` are those of the reference; by ``own_error`` it moves differently.
    """
    error = propagate_velocity(parent.error, pose, own_error)
    spin = pose.to_link(parent.spin)
    turning = spin + error.angular
    carried = Twist(turning.cross(own.angular), (spin + turning).cross(own.linear))
    slip = None
    if joint.kind.turns:
        of_joint = error.linear - error.angular.cross(pose.joint_p_link)
        slip = of_joint.cross(own.angular), error.angular.cross(joint.axis).cross(own.angular)
    spin = spin + own.angular
    field = propagate_field(parent.acceleration, joint, pose, square(spin), carried, change, slip)
    return WalkerMotion(spin, error, field)
