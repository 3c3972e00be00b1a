"""Forward dynamics: the accelerations that torques cause.

Scalars: a field, for the mass matrix is divided by.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from symdyn.algebra.scalar import Divisible
from symdyn.dynamics.composite_bias import Bias, composite_bias, suits_composite_bias
from symdyn.dynamics.forward import solve_mass_matrix
from symdyn.dynamics.joint_effects import FRICTION, ROTOR, SPRING
from symdyn.dynamics.mass_matrix import mass_matrix
from symdyn.dynamics.newton_euler import InverseDynamics
from symdyn.dynamics.setting import Setting
from symdyn.kernels.kernel import Computation, Kernel
from symdyn.kernels.matrices import with_own
from symdyn.kernels.torques import recursion, with_effects
from symdyn.mechanism.rigid_body import Inertia

S = TypeVar("S", bound=Divisible)


def kernel_forward_dynamics(at: Setting[S]) -> Computation[S]:
    """q̈ that a torque causes."""
    inertia = mass_matrix(at.moving, at.plain_poses, at.inertias)
    bias = _bias(at, inertia.composites)
    torque = at.felt(with_effects(at, bias.tau, (*ROTOR, *FRICTION, *SPRING)))
    rest = [tau - h for tau, h in zip(at.tau, torque, strict=True)]
    M = at.reduced(with_own(at, inertia.M, "Ia"))
    return Computation((solve_mass_matrix(M, rest),), (at.poses, bias, inertia))


def _bias(at: Setting[S], composites: Sequence[Inertia[S]]) -> Bias[S] | InverseDynamics[S]:
    """Torques without acceleration, from composite bodies where that is less work; loops accelerate a tree always."""
    if at.qdd or not at.formulation.composite_bias or not suits_composite_bias(at.moving):
        return recursion(at)
    return composite_bias(at.moving, at.poses, at.qd, composites, at.turns)


FORWARD = (
    Kernel(
        "forward_dynamics",
        "Joint accelerations that torques cause.",
        ("q", "qd", "tau", "pi"),
        (("qdd", ("n",)),),
        kernel_forward_dynamics,
        inverts_mass=True,
    ),
)
