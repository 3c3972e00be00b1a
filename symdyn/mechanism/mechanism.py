"""A robot's geometry over any scalar: what the recursions need to know of a tree of links.

Scalars: any commutative ring that holds the rationals; `lift` carries the exact geometry into it.
Frames:  vectors of link i are expressed in frame i, which moves with the link.

    code             meaning
    parent_R_link    K0 + c K1 + s K2, with c and s the cosine and sine of the joint's angle
    parent_p_joint   origin of the joint's frame, in the parent's frame
    joint_p_link     vector from the joint's origin to the link's, in the link's frame (joint at zero)
    axis             the joint's unit axis, in the link's frame: constant, since the joint moves about it
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Mat3, Vec3, outer, skew
from symdyn.mechanism.reformulate.formulation import USUAL_FORMULATION, Formulation
from symdyn.mechanism.reformulate.resting_points import resting_points
from symdyn.mechanism.reformulate.split_turn import SplitTurn, constant_products, frame_axis, split_turn
from symdyn.mechanism.reformulate.turning import Turning, turning_below
from symdyn.model.robot import BASE, IDENTITY, ZERO_VECTOR, Joint, JointKind, Robot

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class JointGeometry(Generic[S]):
    """One joint of the tree and how it carries its link."""

    kind: JointKind
    parent: int
    coordinate: int | None  # index into q, qd, qdd; None when the joint is fixed
    K0: Mat3[S]
    K1: Mat3[S]
    K2: Mat3[S]
    parent_p_joint: Vec3[S]
    joint_p_link: Vec3[S]
    axis: Vec3[S]
    frame_axis: int | None = None  # which of the link frame's axes the joint's is along; None if none
    shares_column: bool = False  # whether the axis is along one of the parent's axes too
    shares_diagonal: bool = False  # whether to take a diagonal entry of Ω from the parent's, too
    axial_rotor: bool = False  # whether inertia about the axis is best seen as a rotor's that the parent carries
    permutes_axes: bool = False  # whether the turn of the joint at zero only exchanges axes, signs included
    split: SplitTurn[S] | None = None  # parent_R_link in factors
    resting_point: Vec3[S] | None = None  # from the link's origin, where the link turns about a point that rests

    @property
    def is_revolute(self) -> bool:
        """Whether the joint turns its link."""
        return self.kind is JointKind.REVOLUTE


@dataclass(frozen=True, slots=True)
class Mechanism(Generic[S]):
    """All joints, parents before children, gravity in the base frame, and one half, which the ring must hold.

    Wrenches and Jacobians refer to the origin of the file's last entry: the point `tip` of link `last`.
    """

    joints: tuple[JointGeometry[S], ...]
    gravity: Vec3[S]
    half: S
    last: int
    tip: Vec3[S]

    def ancestors(self, link: int) -> Iterator[int]:
        """The link itself, then its parent, and so on down to the base."""
        while link != BASE:
            yield link
            link = self.joints[link].parent


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
    joint_p_link: Vec3[S]  # in the link's frame, the travel of a prismatic joint included
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


def mechanism_over(
    robot: Robot, lift: Callable[[Exact], S], formulation: Formulation = USUAL_FORMULATION
) -> Mechanism[S]:
    """Carry a robot's geometry into a ring; the load, where there is one, becomes a last fixed link."""
    if "geometry" not in robot.memo:
        robot.memo["geometry"] = _exact_geometry(robot)
    joints = [_carried(joint, lift) for joint in robot.memo["geometry"]]
    joints = [replace(joint, shares_diagonal=formulation.shared_diagonal) for joint in joints]
    last = len(robot.joints) - 1
    return Mechanism(tuple(joints), robot.gravity.map(lift), lift(exact(Fraction(1, 2))), last, ZERO_VECTOR.map(lift))


def _carried(item: Any, lift: Callable[[Exact], S]) -> Any:
    """Carry the vectors and matrices of a geometry into a ring, field by field."""
    if isinstance(item, Vec3 | Mat3):
        return item.map(lift)
    if isinstance(item, JointGeometry | SplitTurn):
        return replace(item, **{field.name: _carried(getattr(item, field.name), lift) for field in fields(item)})
    return item


def _exact_geometry(robot: Robot) -> list[JointGeometry[Exact]]:
    joints = []
    coordinate = 0
    for joint, below, rest in zip(robot.joints, turning_below(robot), resting_points(robot), strict=True):
        geometry = _joint_geometry(joint, coordinate if joint.moves else None, below)
        rotor = joint.is_revolute and geometry.frame_axis is not None and below is not Turning.MANY
        joints.append(replace(geometry, axial_rotor=rotor, resting_point=rest))
        coordinate += joint.moves
    if robot.load:
        last, load = len(joints) - 1, robot.load
        fixed = Joint("load", JointKind.FIXED, last, load.placement, ZERO_VECTOR, exact(0), IDENTITY, load.body)
        joints.append(_joint_geometry(fixed, None, Turning.MANY))
    return joints


def _joint_geometry(joint: Joint, coordinate: int | None, below: Turning) -> JointGeometry[Exact]:
    before, after = joint.before, joint.after
    turn_axis = joint.axis if joint.is_revolute else ZERO_VECTOR
    along = outer(turn_axis, turn_axis)
    across = IDENTITY.rotation - along

    def between(matrix: Mat3[Exact]) -> Mat3[Exact]:
        product: Mat3[Exact] = before.rotation @ matrix @ after.rotation
        return product

    # Rodrigues: rotation by an angle about a unit axis a is a aᵀ + c (1 - a aᵀ) + s [a]×
    is_turning = joint.is_revolute
    axis: Vec3[Exact] = after.rotation.T @ joint.axis
    zero = IDENTITY.rotation.scale(0)
    return JointGeometry(
        kind=joint.kind,
        parent=joint.parent,
        coordinate=coordinate,
        K0=between(along if is_turning else IDENTITY.rotation),
        K1=between(across if is_turning else zero),
        K2=between(skew(turn_axis).map(exact) if is_turning else zero),
        parent_p_joint=before.position,
        joint_p_link=after.rotation.T @ after.position,
        axis=axis,
        frame_axis=frame_axis(axis),
        shares_column=frame_axis(before.rotation @ joint.axis) is not None,
        permutes_axes=constant_products(before.rotation @ after.rotation) == 0,
        split=split_turn(joint, along, across, eased=below is Turning.MANY) if is_turning else None,
    )


def poses(
    mechanism: Mechanism[S], q: Sequence[S], c: Sequence[S], s: Sequence[S], *, eased: bool = True
) -> tuple[Pose[S], ...]:
    """Place every link on its parent; c and s are the cosines and sines of revolute joints, offsets included.

    Eased turns (see `split_turn`) are less work where three vectors or more pass a joint.
    """
    return tuple(_pose(joint, q, c, s, eased) for joint in mechanism.joints)


def _pose(joint: JointGeometry[Any], q: Sequence[Any], c: Sequence[Any], s: Sequence[Any], eased: bool) -> Pose[Any]:
    i = joint.coordinate
    if i is None:
        return Pose(joint.K0, joint.parent_p_joint, joint.joint_p_link)
    if joint.is_revolute:
        R = joint.K0 + joint.K1.scale(c[i]) + joint.K2.scale(s[i])
        factors: tuple[Mat3[Any], ...] = ()
        turn: AxisTurn[Any] | None = None
        if (split := joint.split) is not None:
            if split.sparse:
                about_axis = split.J0 + split.J1.scale(c[i]) + split.J2.scale(s[i])
                factors = (split.before, about_axis, split.after)
                if eased:
                    factors = (split.first, split.left @ about_axis @ split.right, split.last)
            if split.k is not None:
                turn = AxisTurn(split.before, split.k, c[i], s[i] * split.sign, split.after)
        return Pose(R, joint.parent_p_joint, joint.joint_p_link, factors, turn)
    return Pose(joint.K0, joint.parent_p_joint, joint.joint_p_link + joint.axis.scale(q[i]))
