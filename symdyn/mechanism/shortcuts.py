"""What a joint's geometry lets algorithms leave out.

Scalars: any commutative ring.

Nothing here is needed: without it every algorithm computes the same with more work. The rewrites of `reformulate` find
it over exact constants, where zeros are seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import Mat3, Vec3

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class SplitTurn(Generic[S]):
    """parent_R_link = before (J0 + c J1 + s J2) after, the outer factors constant.

    Eased, the outer factors are `first` and `last`, and the turn is multiplied by `left` and `right`.
    """

    before: Mat3[S]
    J0: Mat3[S]
    J1: Mat3[S]
    J2: Mat3[S]
    after: Mat3[S]
    first: Mat3[S]
    left: Mat3[S]
    right: Mat3[S]
    last: Mat3[S]
    sparse: bool  # whether applying the factors one by one is less work than applying their product
    k: int | None  # the axis of the joint's own frame that the turn is about; None if none
    sign: int  # -1 where the joint's axis points against it


@dataclass(frozen=True, slots=True)
class Shortcuts(Generic[S]):
    """What is known of a joint.

    frame_axis       which of the link frame's axes the joint turns about; None if it turns about none of them
    shares_column    that axis is along one of the parent's too, so that a column of Ω is the parent's
    shares_diagonal  to take a diagonal entry of Ω from the parent's, too
    permutes_axes    the link's axes with the joint at zero are the parent's, exchanged, signs included
    keeps_gradient   the same, and the link never turns on its parent: Ω is the parent's in other letters
    axial_rotor      inertia about the axis is best seen as a rotor's that the parent carries
    held             the link is best seen in axes that stand still in its parent
    split            parent_R_link in factors
    resting_point    from the link's origin, where the link turns about a point that rests
    """

    frame_axis: int | None = None
    shares_column: bool = False
    shares_diagonal: bool = False
    permutes_axes: bool = False
    keeps_gradient: bool = False
    axial_rotor: bool = False
    held: bool = False
    split: SplitTurn[S] | None = None
    resting_point: Vec3[S] | None = None
