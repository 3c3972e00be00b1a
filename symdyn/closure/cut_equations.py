"""What cut joints demand of a tree, and what they leave free, as equations over any ring.

Scalars: any commutative ring.
Frames:  base axes. The child's motion is seen from the parent, at the origin of the cut joint's second frame.

A row is zero where the joint is closed. Of its rate, with ω and v the child's motion against the parent per unit rate
of each of the tree's joints, there holds on closed positions

    apart      a·v           a an axis of the first frame
    upright    ω·(w × u)     u an axis of the first frame, w one of the second
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.exact import Exact
from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.joints.cut import FIRST, CutKind
from symdyn.joints.twist import STILL, Twist
from symdyn.mechanism.kinematics import WorldPose, world_poses
from symdyn.mechanism.mechanism import Mechanism, Pose
from symdyn.model.closing import CutJoint
from symdyn.model.robot import BASE, Placement

S = TypeVar("S", bound=Scalar)
Lift = Callable[[Exact], S]


@dataclass(frozen=True, slots=True)
class CutFrames(Generic[S]):
    """Both frames of a cut joint in base axes, and how fast the child moves against the parent with every joint."""

    kind: CutKind
    first: tuple[Vec3[S], Vec3[S], Vec3[S]]  # axes
    second: tuple[Vec3[S], Vec3[S], Vec3[S]]
    between: Vec3[S]  # from the first origin to the second
    motions: Sequence[Twist[S]]

    def rows(self) -> list[S]:
        """What is zero where the joint is closed."""
        apart = [self.first[a].dot(self.between) for a in self.kind.apart]
        return apart + [self.first[a].dot(self.second[b]) for a, b in self.kind.upright]

    def row_rates(self) -> list[list[S]]:
        """The rows' rates, by joints of the tree; exact where the rows are zero."""
        apart = [[self.first[a].dot(motion.linear) for motion in self.motions] for a in self.kind.apart]
        across = [self.second[b].cross(self.first[a]) for a, b in self.kind.upright]
        return apart + [[motion.angular.dot(w) for motion in self.motions] for w in across]

    def free_rates(self) -> list[list[S]]:
        """The rates that the joint leaves free, by joints of the tree."""
        found = []
        for rate in self.kind.free:
            axis = (self.first if rate.frame == FIRST else self.second)[rate.axis]
            found.append([axis.dot(motion.linear if rate.travels else motion.angular) for motion in self.motions])
        return found


def cut_frames(
    cuts: Sequence[CutJoint], mechanism: Mechanism[S], poses: Sequence[Pose[S]], lift: Lift[S]
) -> list[CutFrames[S]]:
    """Place the frames of all cut joints of a tree, whose links stand at ``poses``."""
    world = world_poses(mechanism, poses)
    return [_frames(cut, mechanism, world, lift) for cut in cuts]


def _frames(cut: CutJoint, mechanism: Mechanism[S], world: Sequence[WorldPose[S]], lift: Lift[S]) -> CutFrames[S]:
    (R1, p1), (R2, p2) = (
        _placed(link, frame, world, lift)
        for link, frame in ((cut.parent, cut.parent_frame), (cut.child, cut.child_frame))
    )
    motions: list[Twist[S]] = [STILL] * mechanism.n
    one, other = set(mechanism.ancestors(cut.parent)), set(mechanism.ancestors(cut.child))
    for link in one ^ other:  # what carries both moves neither against the other
        sign = 1 if link in other else -1
        for i, twist in mechanism.joints[link].columns():
            seen = world[link].seen(twist)
            at_cut = seen.at(p2 - world[link].p_joint)
            motions[i] = Twist(seen.angular.scale(sign), at_cut.scale(sign))
    return CutFrames(cut.kind, R1.T.rows, R2.T.rows, p2 - p1, motions)


def _placed(link: int, frame: Placement, world: Sequence[WorldPose[S]], lift: Lift[S]) -> tuple[Mat3[S], Vec3[S]]:
    R: Mat3[S] = frame.rotation.map(lift)
    p: Vec3[S] = frame.position.map(lift)
    if link == BASE:
        return R, p
    here = world[link]
    return here.R @ R, here.p + here.R @ p
