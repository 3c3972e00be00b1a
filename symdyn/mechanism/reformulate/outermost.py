"""Links that carry no other: seen in axes that stand still in their parents, their inertias are turned, not vectors.

Scalars: any commutative ring.

Through the joint of such a link five vectors are turned: ω, ω̇ or a column of Ω, v̇, and back f and n. To turn its
inertia is less work (see `held_axes`), unless its parent turns about one direction at most: then few are turned.
"""

from __future__ import annotations

from typing import TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.mechanism.mechanism import JointGeometry, Mechanism

S = TypeVar("S", bound=Scalar)


def hold_outermost_links(mechanism: Mechanism[S]) -> Mechanism[S]:
    """Say which links to see in held axes."""
    carrying = {joint.parent for joint in mechanism.joints}
    return mechanism.with_joints(
        joint.knowing(held=link not in carrying and can_be_held(joint) and not joint.shortcuts.axial_rotor)
        for link, joint in enumerate(mechanism.joints)
    )


def can_be_held(joint: JointGeometry[S]) -> bool:
    """Whether a link turns about an axis of its frame, whose points its parent has in common with it."""
    return joint.kind.keeps_its_axis and joint.shortcuts.frame_axis is not None
