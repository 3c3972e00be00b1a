"""A robot's geometry over any scalar: what the recursions need to know of a tree of links.

Scalars: any commutative ring that holds the rationals; a robot's own geometry is over exact constants.
Frames:  vectors of link i are expressed in frame i, which moves with the link.

    code             meaning
    parent_R_link    K0 + c K1 + s K2, with c and s the cosine and sine of the joint's angle
    parent_p_joint   origin of the joint's frame, in the parent's frame
    joint_p_link     vector from the joint's origin to the link's, in the link's frame (joint at zero)
    axis             the joint's unit axis, in the link's frame: constant, since the joint moves about it
    twists           what a unit rate of each of the joint's coordinates adds to the link's motion, about the joint's
                     origin and in the link's frame: constant, for the same reason
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any, Generic, TypeVar

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.errors import InputError
from symdyn.joints.fixed import FIXED
from symdyn.joints.kind import Kind
from symdyn.joints.twist import STILL, Twist
from symdyn.mechanism.shortcuts import Shortcuts, SplitTurn
from symdyn.model.robot import BASE, IDENTITY, ZERO_VECTOR, Joint, Robot

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class JointGeometry(Generic[S]):
    """One joint of the tree and how it carries its link."""

    kind: Kind
    parent: int
    coordinates: range  # indices into q, qd, qdd; none when the joint is fixed
    K0: Mat3[S]
    K1: Mat3[S]
    K2: Mat3[S]
    parent_p_joint: Vec3[S]
    joint_p_link: Vec3[S]
    axis: Vec3[S]
    twists: tuple[Twist[S], ...]
    shortcuts: Shortcuts[S] = field(default_factory=Shortcuts)

    def columns(self) -> Iterator[tuple[int, Twist[S]]]:
        """Every coordinate, and what its unit rate does."""
        return zip(self.coordinates, self.twists, strict=True)

    def motion(self, rates: Sequence[S] | Mapping[int, S]) -> Twist[S]:
        """Return what the joint adds to its link's motion at the given rates of its coordinates."""
        parts = [twist.scale(rates[i]) for i, twist in self.columns()]
        return reduce(add, parts) if parts else STILL

    def knowing(self, **facts: Any) -> JointGeometry[S]:
        """Return the same joint with more known of it."""
        return replace(self, shortcuts=replace(self.shortcuts, **facts))


@dataclass(frozen=True, slots=True)
class Mechanism(Generic[S]):
    """All joints, parents before children, gravity in the base frame, and one half, which the ring must hold.

    Wrenches and Jacobians refer to the origin of the robot's tip: the point `tip` of link `last`.
    """

    joints: tuple[JointGeometry[S], ...]
    gravity: Vec3[S]
    half: S
    last: int
    tip: Vec3[S]

    @property
    def n(self) -> int:
        """Number of coordinates."""
        return sum(len(joint.coordinates) for joint in self.joints)

    def ancestors(self, link: int) -> Iterator[int]:
        """The link itself, then its parent, and so on down to the base."""
        while link != BASE:
            yield link
            link = self.joints[link].parent

    def with_joints(self, joints: Iterable[JointGeometry[S]]) -> Mechanism[S]:
        """Return the mechanism with other joints in the place of its own."""
        return replace(self, joints=tuple(joints))


@dataclass(frozen=True, slots=True)
class AxisTurn(Generic[S]):
    """parent_R_link = before * (turn about frame axis k with cosine c and sine s) * after."""

    before: Mat3[S]
    k: int
    c: S
    s: S
    after: Mat3[S]


@dataclass(frozen=True, slots=True)
class Pose(Generic[S]):
    """Where a link stands relative to its parent in a configuration."""

    R: Mat3[S]  # parent_R_link
    parent_p_joint: Vec3[S]  # in the parent's frame
    joint_p_link: Vec3[S]  # in the link's frame, the travel of a sliding joint included
    split: tuple[Mat3[S], ...] = ()  # R in factors, where applying them one by one is less work
    turn: AxisTurn[S] | None = None  # R as a turn about a frame axis between constant turns, where it is one

    def to_link(self, v: Vec3[S]) -> Vec3[S]:
        """Express a vector of the parent's frame in the link's."""
        for factor in self.split or (self.R,):
            v = factor.T @ v
        return v

    def to_parent(self, v: Vec3[S]) -> Vec3[S]:
        """Express a vector of the link's frame in the parent's."""
        for factor in reversed(self.split or (self.R,)):
            v = factor @ v
        return v


def placed_joints(robot: Robot) -> tuple[Joint, ...]:
    """Return the joints of a robot; the load, where there is one, stands on a last one that is fixed."""
    if robot.load is None:
        return robot.joints
    load = robot.load
    return (*robot.joints, Joint("load", FIXED, robot.tip, load.placement, ZERO_VECTOR, exact(0), IDENTITY, load.body))


def exact_mechanism(robot: Robot) -> Mechanism[Exact]:
    """Return a robot's geometry, that of a tree."""
    if robot.closing is not None:
        what = "a closed robot has its tree's geometry, which is asked for by `robot.tree`"
        raise InputError(what, field=robot.name)
    joints: list[JointGeometry[Exact]] = []
    count = 0
    for joint in placed_joints(robot):
        joints.append(_geometry(joint, range(count, count + joint.kind.coordinates)))
        count += joint.kind.coordinates
    return Mechanism(tuple(joints), robot.gravity, exact(Fraction(1, 2)), robot.tip, ZERO_VECTOR)


def _geometry(joint: Joint, coordinates: range) -> JointGeometry[Exact]:
    before, after = joint.before, joint.after
    turn = joint.kind.turn(joint.axis).between(before.rotation, after.rotation)
    axis: Vec3[Exact] = after.rotation.T @ joint.axis
    return JointGeometry(
        kind=joint.kind,
        parent=joint.parent,
        coordinates=coordinates,
        K0=turn.constant,
        K1=turn.by_cosine,
        K2=turn.by_sine,
        parent_p_joint=before.position,
        joint_p_link=after.rotation.T @ after.position,
        axis=axis,
        twists=joint.kind.twists(axis, dict(joint.own)),
    )


def poses(
    mechanism: Mechanism[S], q: Sequence[S], c: Sequence[S], s: Sequence[S], *, eased: bool = True
) -> tuple[Pose[S], ...]:
    """Place every link on its parent; c and s are the cosines and sines of joints that turn, offsets included.

    Eased turns (see `split_turn`) are less work where three vectors or more pass a joint.
    """
    return tuple(link_pose(joint, q, c, s, eased) for joint in mechanism.joints)


def link_pose(joint: JointGeometry[S], q: Sequence[S], c: Sequence[S], s: Sequence[S], eased: bool = False) -> Pose[S]:
    """Place one link on its parent."""
    R, joint_p_link = joint.K0, joint.joint_p_link
    factors: tuple[Mat3[S], ...] = ()
    turn: AxisTurn[S] | None = None
    if joint.kind.slides:
        joint_p_link = joint_p_link + joint.motion(q).linear
    if joint.kind.turns:
        (i,) = joint.coordinates
        R = R + joint.K1.scale(c[i]) + joint.K2.scale(s[i])
        factors, turn = _in_factors(joint.shortcuts.split, c[i], s[i], eased)
    return Pose(R, joint.parent_p_joint, joint_p_link, factors, turn)


def _in_factors(split: SplitTurn[S] | None, c: S, s: S, eased: bool) -> tuple[tuple[Mat3[S], ...], AxisTurn[S] | None]:
    """Return the factors of a turn, where they are less work, and the turn about a frame axis that it may be."""
    factors: tuple[Mat3[S], ...] = ()
    if split is None:
        return factors, None
    if split.sparse:
        about_axis = split.J0 + split.J1.scale(c) + split.J2.scale(s)
        factors = (split.before, about_axis, split.after)
        if eased:
            factors = (split.first, split.left @ about_axis @ split.right, split.last)
    if split.k is None:
        return factors, None
    return factors, AxisTurn(split.before, split.k, c, s * split.sign, split.after)
