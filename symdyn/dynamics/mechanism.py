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
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Mat3, Vec3, outer, skew
from symdyn.dynamics.formulation import USUAL_FORMULATION, Formulation
from symdyn.dynamics.turning import Turning, turning_below
from symdyn.model.robot import BASE, IDENTITY, ZERO_VECTOR, Joint, JointKind, Robot

S = TypeVar("S")
SPARSE_TURN = 4  # entries of a turn about one frame axis that are neither 0 nor 1


@dataclass(frozen=True, slots=True)
class SplitTurn(Generic[S]):
    """parent_R_link = before (J0 + c J1 + s J2) after, the outer factors constant."""

    before: Mat3[S]
    J0: Mat3[S]
    J1: Mat3[S]
    J2: Mat3[S]
    after: Mat3[S]
    sparse: bool  # whether applying the factors one by one is less work than applying their product
    k: int | None  # the axis of the joint's own frame that the turn is about; None if none
    sign: int  # -1 where the joint's axis points against it


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
    permutes_axes: bool = False  # whether a fixed turn only exchanges axes, signs included
    split: SplitTurn[S] | None = None  # parent_R_link in factors

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
    joints = []
    coordinate = 0
    for joint, below in zip(robot.joints, turning_below(robot), strict=True):
        geometry = _joint_geometry(joint, coordinate if joint.moves else None, lift)
        rotor = joint.is_revolute and geometry.frame_axis is not None and below is not Turning.MANY
        joints.append(replace(geometry, shares_diagonal=formulation.shared_diagonal, axial_rotor=rotor))
        coordinate += joint.moves
    last = len(joints) - 1
    if robot.load:
        fixed = Joint(
            "load", JointKind.FIXED, last, robot.load.placement, ZERO_VECTOR, exact(0), IDENTITY, robot.load.body
        )
        joints.append(_joint_geometry(fixed, None, lift))
    return Mechanism(tuple(joints), robot.gravity.map(lift), lift(exact(Fraction(1, 2))), last, ZERO_VECTOR.map(lift))


def _joint_geometry(joint: Joint, coordinate: int | None, lift: Callable[[Exact], S]) -> JointGeometry[S]:
    before, after = joint.before, joint.after
    turn_axis = joint.axis if joint.is_revolute else ZERO_VECTOR
    along = outer(turn_axis, turn_axis)
    across = IDENTITY.rotation - along

    def between(matrix: Mat3[Exact]) -> Mat3[S]:
        product: Mat3[Exact] = before.rotation @ matrix @ after.rotation
        return product.map(lift)

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
        parent_p_joint=before.position.map(lift),
        joint_p_link=(after.rotation.T @ after.position).map(lift),
        axis=axis.map(lift),
        frame_axis=_frame_axis(axis),
        shares_column=_frame_axis(before.rotation @ joint.axis) is not None,
        permutes_axes=not is_turning and _products(before.rotation @ after.rotation) == 0,
        split=_split_turn(joint, along, across, lift) if is_turning else None,
    )


def _split_turn(joint: Joint, along: Mat3[Exact], across: Mat3[Exact], lift: Callable[[Exact], S]) -> SplitTurn[S]:
    """Factor a turn; its constant parts are sparse when they are turns about frame axes, as the twists of DH frames."""
    constant_work = _products(joint.before.rotation) + _products(joint.after.rotation)
    k = _frame_axis(joint.axis)
    sign = -1 if k is not None and list(joint.axis)[k] == -1 else 1
    return SplitTurn(
        before=joint.before.rotation.map(lift),
        J0=along.map(lift),
        J1=across.map(lift),
        J2=skew(joint.axis).map(exact).map(lift),
        after=joint.after.rotation.map(lift),
        sparse=0 < constant_work <= SPARSE_TURN,
        k=k,
        sign=sign,
    )


def _products(matrix: Mat3[Exact]) -> int:
    """Multiplications that applying a constant matrix takes."""
    return sum(1 for row in matrix.rows for entry in row if entry and entry != 1 and entry != -1)


def _frame_axis(axis: Vec3[Exact]) -> int | None:
    """Return 0, 1 or 2 for an axis along x, y or z."""
    along = [k for k, component in enumerate(axis) if component]
    return along[0] if len(along) == 1 else None


def poses(mechanism: Mechanism[S], q: Sequence[S], c: Sequence[S], s: Sequence[S]) -> tuple[Pose[S], ...]:
    """Place every link on its parent; c and s are the cosines and sines of revolute joints, offsets included."""
    return tuple(_pose(joint, q, c, s) for joint in mechanism.joints)


def _pose(joint: JointGeometry[Any], q: Sequence[Any], c: Sequence[Any], s: Sequence[Any]) -> Pose[Any]:
    i = joint.coordinate
    if i is None:
        return Pose(joint.K0, joint.parent_p_joint, joint.joint_p_link)
    if joint.is_revolute:
        R = joint.K0 + joint.K1.scale(c[i]) + joint.K2.scale(s[i])
        factors: tuple[Mat3[Any], ...] = ()
        turn: AxisTurn[Any] | None = None
        if (split := joint.split) is not None:
            if split.sparse:
                factors = (split.before, split.J0 + split.J1.scale(c[i]) + split.J2.scale(s[i]), split.after)
            if split.k is not None:
                turn = AxisTurn(split.before, split.k, c[i], s[i] * split.sign, split.after)
        return Pose(R, joint.parent_p_joint, joint.joint_p_link, factors, turn)
    return Pose(joint.K0, joint.parent_p_joint, joint.joint_p_link + joint.axis.scale(q[i]))
