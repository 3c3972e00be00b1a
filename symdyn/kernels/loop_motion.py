"""Where all joints of the tree are, and how they move with the coordinates of a closed robot.

Scalars: any commutative ring; where loops take roots, a field with these and with arctangents.

    q̇ = E Q̇        q̈ = E Q̈ + Ė Q̇
"""

from __future__ import annotations

from typing import TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Scalar
from symdyn.dynamics.setting import Setting
from symdyn.kernels.kernel import Computation, Kernel, flat

S = TypeVar("S", bound=Scalar)


def kernel_loop_motion(at: Setting[S]) -> Computation[S]:
    """q, E and Ė Q̇ of the tree's joints; those of a tree itself are its coordinates."""
    joints = at.robot.n
    E: list[list[S]] = [[ONE if i == j else ZERO for j in range(at.n)] for i in range(joints)]
    drift: tuple[S, ...] = (ZERO,) * joints
    if at.projection is not None:
        rows = [dict(row) for row in at.projection.E[:joints]]
        E = [[row.get(j, ZERO) for j in range(at.n)] for row in rows]
    if at.projection is not None and at.projection.drift is not None and at.origin is not None:
        drift = tuple(at.projection.drift(at.origin.given["qd"]))
    return Computation((at.joint_positions(), flat(E), drift))


LOOP_MOTION = (
    Kernel(
        "loop_motion",
        "All joints of the tree of a closed robot: positions, angles within half a turn; E and dE/dt qd.",
        ("q", "qd"),
        (("q_tree", ("l",)), ("E", ("l", "n")), ("Edot_qd", ("l",))),
        kernel_loop_motion,
        on_request=True,
        of_loops=True,
    ),
)
