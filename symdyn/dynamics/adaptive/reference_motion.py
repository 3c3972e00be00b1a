"""Motions whose torques adaptive laws ask for: acceleration fields of the links, one after the other.

Scalars: any commutative ring that holds one half.
Frames:  of body i, everything in frame i of `Setting.moving`.

The fields come one by one, from the base outwards, so that what is made of a link's field can stand beside it: a
program then keeps little waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import NULL
from symdyn.dynamics.adaptive.walker_motion import WalkerMotion, propagate_walker, walker_base
from symdyn.dynamics.coriolis import PolarMotion, propagate_polar
from symdyn.dynamics.joint_effects import JointMotion
from symdyn.dynamics.newton_euler import Motion, base_acceleration, propagate_motion
from symdyn.dynamics.setting import Setting
from symdyn.mechanism.mechanism import JointGeometry, Mechanism, Pose
from symdyn.mechanism.rigid_body import Acceleration
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)
L = TypeVar("L")


@dataclass(frozen=True, slots=True)
class ReferenceMotion(Generic[S]):
    """Acceleration fields of the links of `Setting.moving`, and what the joints' own parameters multiply."""

    fields: Iterator[Acceleration[S]]
    joints: tuple[JointMotion[S], ...]


def true_motion(at: Setting[S]) -> ReferenceMotion[S]:
    """Return the motion of q̇ and q̈ themselves: its torque is Y(q, q̇, q̈) π, with friction apart."""

    def step(parent: Motion[S], joint: JointGeometry[S], pose: Pose[S]) -> Motion[S]:
        return propagate_motion(parent, joint, pose, joint.motion(at.qd), joint.motion(at.qdd))

    motions = from_base(at.moving, at.poses, Motion(NULL, base_acceleration(at.moving)), step)
    return ReferenceMotion((motion.acceleration for motion in motions), _joints(at, at.qdd))


def slotine_li_motion(at: Setting[S]) -> ReferenceMotion[S]:
    """Return the motion whose torque is M q̈_r + C(q, q̇) q̇_r + g, with Christoffel's C, and friction."""
    half = at.moving.half

    def step(parent: PolarMotion[S], joint: JointGeometry[S], pose: Pose[S]) -> PolarMotion[S]:
        own = joint.motion(at.qd), joint.motion(at.qd_r)
        return propagate_polar(parent, joint, pose, own, joint.motion(at.qdd_r), half)

    base: PolarMotion[S] = (NULL, NULL), base_acceleration(at.moving)
    fields = (field for _, field in from_base(at.moving, at.poses, base, step))
    return ReferenceMotion(fields, _joints(at, at.qdd_r))


def walker_motion(at: Setting[S]) -> ReferenceMotion[S]:
    """Return the motion whose torque is Walker's, without its feedback, and friction."""

    def step(parent: WalkerMotion[S], joint: JointGeometry[S], pose: Pose[S]) -> WalkerMotion[S]:
        error = joint.motion({i: at.qd[i] - at.qd_r[i] for i in joint.coordinates})
        return propagate_walker(parent, joint, pose, error, joint.motion(at.qd_r), joint.motion(at.qdd_r))

    motions = from_base(at.moving, at.poses, walker_base(at.moving), step)
    return ReferenceMotion((motion.acceleration for motion in motions), _joints(at, at.qdd_r))


def _joints(at: Setting[S], qdd: Sequence[S]) -> tuple[JointMotion[S], ...]:
    return tuple(at.rubbing_motion(i, qdd[i]) for i in range(at.places))


def from_base(
    mechanism: Mechanism[S],
    poses: tuple[Pose[S], ...],
    base: L,
    step: Callable[[L, JointGeometry[S], Pose[S]], L],
) -> Iterator[L]:
    """Yield what a step makes of every link, its parent's being given to it."""
    made: list[L] = []
    for joint, pose in zip(mechanism.joints, poses, strict=True):
        made.append(step(base if joint.parent == BASE else made[joint.parent], joint, pose))
        yield made[-1]
