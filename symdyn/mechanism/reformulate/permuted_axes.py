"""Links whose axes are their parent's, exchanged: what is turned from one frame to the other is computed already.

Scalars: exact constants.
"""

from __future__ import annotations

from symdyn.algebra.exact import Exact
from symdyn.algebra.spatial import Mat3
from symdyn.mechanism.mechanism import Mechanism, placed_joints
from symdyn.model.robot import Robot


def find_permuted_axes(mechanism: Mechanism[Exact], robot: Robot) -> Mechanism[Exact]:
    """Say which joints, at zero, only exchange axes; those of them that never turn keep the gradient Ω."""
    joints = []
    for joint, placed in zip(mechanism.joints, placed_joints(robot), strict=True):
        permutes = constant_products(placed.before.rotation @ placed.after.rotation) == 0
        joints.append(joint.knowing(permutes_axes=permutes, keeps_gradient=permutes and not joint.kind.turns))
    return mechanism.with_joints(joints)


def constant_products(matrix: Mat3[Exact]) -> int:
    """Multiplications that applying a constant matrix takes."""
    return sum(is_product(entry) for row in matrix.rows for entry in row)


def is_product(entry: Exact) -> bool:
    """Whether a constant is multiplied by at all."""
    return bool(entry) and entry != 1 and entry != -1
