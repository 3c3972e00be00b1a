"""What controllers want of one state, from one call: the torque of a motion, M, g and the tip's Jacobian.

Scalars: any commutative ring that holds one half.

Sines, poses and composite bodies are computed once. The composites that M is made of also give g, and the torques of
velocities where that suits the robot; then M q̈ is all that is missing of τ, and no link's acceleration is needed.
"""

from __future__ import annotations

from typing import TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.dynamics.composite_bias import composite_bias, suits_composite_bias
from symdyn.dynamics.joint_effects import FRICTION, SPRING
from symdyn.dynamics.mass_matrix import MassMatrix, mass_matrix
from symdyn.dynamics.setting import Setting
from symdyn.kernels.kernel import Computation, Kernel, Rows, flat
from symdyn.kernels.matrices import with_own
from symdyn.kernels.torques import recursion, with_effects
from symdyn.mechanism.kinematics import jacobian

S = TypeVar("S", bound=Scalar)


def kernel_dynamics_all(at: Setting[S]) -> Computation[S]:
    """τ, M, g and J."""
    inertia = mass_matrix(at.moving, at.plain_poses, at.inertias)
    M = at.reduced(with_own(at, inertia.M, "Ia"))
    weight = composite_bias(at.moving, at.plain_poses, [ZERO] * at.robot.n, inertia.composites, at.turns)
    g = at.felt(with_effects(at, weight.tau, SPRING))
    tau, way = _torque(at, inertia, M)
    J = at.seen_rows(jacobian(at.moving, at.poses))
    return Computation((tau, flat(M), g, flat(J)), (at.poses, way, inertia))


def _torque(at: Setting[S], inertia: MassMatrix[S], M: Rows[S]) -> tuple[tuple[S, ...], object]:
    """τ of a motion: M q̈ and what the composites need at this velocity, where that is less work than the recursion.

    Loops accelerate their tree even where the coordinates do not, so there it is the recursion.
    """
    if at.closure or not at.formulation.composite_bias or not suits_composite_bias(at.moving):
        result = recursion(at)
        return at.felt(with_effects(at, result.tau)), result
    bias = composite_bias(at.moving, at.poses, at.qd, inertia.composites, at.turns)
    rest = with_effects(at, bias.tau, (*FRICTION, *SPRING))
    inertial = (sum((m * a for m, a in zip(row, at.qdd, strict=True)), start=ZERO) for row in M)
    return tuple(a + b for a, b in zip(inertial, rest, strict=True)), bias


TOGETHER = (
    Kernel(
        "dynamics_all",
        "Torques of a motion, mass matrix, gravity and Jacobian of the tip, from one call.",
        ("q", "qd", "qdd", "pi"),
        (("tau", ("n",)), ("M", ("n", "n")), ("g", ("n",)), ("J", ("6", "n"))),
        kernel_dynamics_all,
        on_request=True,
    ),
)
