"""Take one diagonal entry of Ω from the parent's, where a column is: a square less, or an addition more.

Scalars: any commutative ring.
"""

from __future__ import annotations

from typing import TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.mechanism.mechanism import Mechanism

S = TypeVar("S", bound=Scalar)


def share_diagonal(mechanism: Mechanism[S]) -> Mechanism[S]:
    """Let every joint that shares a column share a diagonal entry."""
    return mechanism.with_joints(
        joint.knowing(shares_diagonal=joint.shortcuts.shares_column) for joint in mechanism.joints
    )
