"""Where the links are: poses in the base frame, and the Jacobian of the tip.

Scalars: any commutative ring.
Frames:  results are in the base frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Scalar
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.joints.twist import Twist
from symdyn.mechanism.mechanism import Mechanism, Pose
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class WorldPose(Generic[S]):
    """Pose of a link in the base frame, and the origin of the joint that moves it."""

    R: Mat3[S]
    p: Vec3[S]
    p_joint: Vec3[S]

    def seen(self, twist: Twist[S]) -> Twist[S]:
        """Express a motion of the link's frame in base axes."""
        return Twist(self.R @ twist.angular, self.R @ twist.linear)


def world_poses(mechanism: Mechanism[S], poses: Sequence[Pose[S]]) -> list[WorldPose[S]]:
    """Pose of every link, from the base outwards."""
    world: list[WorldPose[S]] = []
    for joint, pose in zip(mechanism.joints, poses, strict=True):
        if joint.parent == BASE:
            R, p_joint = pose.R, pose.parent_p_joint
        else:
            parent = world[joint.parent]
            R, p_joint = parent.R @ pose.R, parent.p + parent.R @ pose.parent_p_joint
        world.append(WorldPose(R, p_joint + R @ pose.joint_p_link, p_joint))
    return world


def homogeneous(pose: WorldPose[S]) -> tuple[tuple[S, ...], ...]:
    """4x4 matrix of a pose, by rows."""
    rows = [(*row, p) for row, p in zip(pose.R.rows, pose.p, strict=True)]
    return (*rows, (ZERO, ZERO, ZERO, ONE))


def jacobian(mechanism: Mechanism[S], poses: Sequence[Pose[S]]) -> tuple[tuple[S, ...], ...]:
    """6 x n by rows: velocity of the tip over angular velocity of its link, per unit joint velocity."""
    world = world_poses(mechanism, poses)
    columns: list[tuple[S, ...]] = [(ZERO,) * 6] * mechanism.n
    if mechanism.last == BASE:
        return tuple(zip(*columns, strict=True))
    last = world[mechanism.last]
    tip = last.p + last.R @ mechanism.tip
    for link in mechanism.ancestors(mechanism.last):
        here = world[link]
        for i, twist in mechanism.joints[link].columns():
            seen = here.seen(twist)
            columns[i] = (*seen.at(tip - here.p_joint), *seen.angular)
    return tuple(zip(*columns, strict=True))
