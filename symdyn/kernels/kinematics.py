"""Kinematics: where the links are, and how the tip moves with the joints.

Scalars: any commutative ring.
"""

from __future__ import annotations

from typing import TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.dynamics.setting import Setting
from symdyn.kernels.kernel import Computation, Kernel, flat
from symdyn.mechanism.kinematics import homogeneous, jacobian, world_poses

S = TypeVar("S", bound=Scalar)


def kernel_forward_kinematics(at: Setting[S]) -> Computation[S]:
    """Poses of the moving links in the base frame."""
    world = world_poses(at.framed, at.framed_poses)
    return Computation((tuple(entry for pose in world for entry in flat(homogeneous(pose))),), (world,))


def kernel_jacobian(at: Setting[S]) -> Computation[S]:
    """Velocity of the tip over angular velocity of the last link."""
    return Computation((flat(at.seen_rows(jacobian(at.moving, at.poses))),), (world_poses(at.moving, at.poses),))


KINEMATICS = (
    Kernel(
        "forward_kinematics",
        "Poses of the moving links in the base frame, 4 x 4 each.",
        ("q",),
        (("T", ("l", "4", "4")),),
        kernel_forward_kinematics,
    ),
    Kernel(
        "jacobian",
        "Velocity of the last link's origin over its angular velocity, base frame.",
        ("q",),
        (("J", ("6", "n")),),
        kernel_jacobian,
    ),
)
