"""Torques: of a motion, with friction of another, under a wrench, of gravity and of velocities alone.

Scalars: any commutative ring that holds the rationals.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import Vec3
from symdyn.dynamics.composite_bias import composite_bias
from symdyn.dynamics.joint_effects import ROTOR, SPRING, effects_torque
from symdyn.dynamics.mass_matrix import composite_inertias
from symdyn.dynamics.newton_euler import InverseDynamics, inverse_dynamics
from symdyn.dynamics.outermost import inverse_dynamics_held
from symdyn.dynamics.setting import Setting
from symdyn.kernels.kernel import Computation, Kernel
from symdyn.mechanism.rigid_body import Wrench

S = TypeVar("S", bound=Scalar)


def kernel_inverse_dynamics(at: Setting[S]) -> Computation[S]:
    """τ of a motion."""
    result = recursion(at)
    return Computation((at.felt(with_effects(at, result.tau)),), (at.poses, result))


def kernel_inverse_dynamics_friction(at: Setting[S]) -> Computation[S]:
    """τ of a motion, with friction at q̇_f."""
    result = recursion(at)
    motions = (at.rubbing_motion(i, at.qdd[i]) for i in range(at.places))
    own = [effects_torque(*joint) for joint in zip(at.effects, motions, strict=True)]
    tau = (*(torque + extra for torque, extra in zip(result.tau, own, strict=False)), *own[len(result.tau) :])
    return Computation((at.felt(tau),), (at.poses, result))


def kernel_inverse_dynamics_external(at: Setting[S]) -> Computation[S]:
    """τ of a motion under a wrench at the tip."""
    result = recursion(at, Wrench(Vec3(*at.wrench[:3]), Vec3(*at.wrench[3:])))
    return Computation((at.felt(with_effects(at, result.tau)),), (at.poses, result))


def kernel_gravity(at: Setting[S]) -> Computation[S]:
    """τ that holds the robot still; springs count, friction does not."""
    if not at.formulation.composite_bias:
        result = recursion(at)
        return Computation((at.felt(with_effects(at, result.tau, SPRING)),), (at.poses, result))
    bodies = composite_inertias(at.moving, at.plain_poses, at.inertias)
    bias = composite_bias(at.moving, at.plain_poses, [ZERO] * at.robot.n, bodies, at.turns)
    return Computation((at.felt(with_effects(at, bias.tau, SPRING)),), (at.plain_poses, bias))


def kernel_coriolis(at: Setting[S]) -> Computation[S]:
    """C q̇."""
    zero = Vec3(*(component * 0 for component in at.robot.gravity))
    result = recursion(replace(at, robot=replace(at.robot, gravity=zero)))
    return Computation((at.felt(with_effects(at, result.tau, ROTOR)),), (at.poses, result))


def recursion(at: Setting[S], external: Wrench[S] | None = None) -> InverseDynamics[S]:
    """Run Newton's and Euler's recursion; rates that the setting leaves out are zero."""
    n = at.robot.n
    qd = at.qd or [ZERO] * n
    qdd = at.qdd or [ZERO] * n
    if not at.formulation.held_outermost:
        return inverse_dynamics(at.moving, at.poses, qd, qdd, at.inertias, external)
    return inverse_dynamics_held(at.moving, at.poses, qd, qdd, at.inertias, at.turns, external)


def with_effects(at: Setting[S], tau: Sequence[S], kinds: Collection[str] | None = None) -> tuple[S, ...]:
    """Add what acts at joints and other places, of the given kinds only."""
    total = [*tau, *[ZERO] * (at.places - len(tau))]
    for i, motion in enumerate(at.own_motions):
        effects = [(kind, value) for kind, value in at.effects[i] if kinds is None or kind in kinds]
        total[i] = total[i] + effects_torque(effects, motion)
    return tuple(total)


TORQUES = (
    Kernel(
        "inverse_dynamics",
        "Joint torques of a motion: M qdd + C qd + g, with friction and springs.",
        ("q", "qd", "qdd", "pi"),
        (("tau", ("n",)),),
        kernel_inverse_dynamics,
    ),
    Kernel(
        "inverse_dynamics_external",
        "Joint torques of a motion under a wrench (force over moment, base axes) exerted on the last link's origin.",
        ("q", "qd", "qdd", "wrench", "pi"),
        (("tau", ("n",)),),
        kernel_inverse_dynamics_external,
    ),
    Kernel(
        "inverse_dynamics_friction",
        "Joint torques of a motion, with friction at another velocity qd_f, whose sign sign_f may be a smooth one.",
        ("q", "qd", "qdd", "qd_f", "sign_f", "pi"),
        (("tau", ("n",)),),
        kernel_inverse_dynamics_friction,
        on_request=True,
    ),
    Kernel(
        "gravity",
        "Joint torques that hold the robot still, springs included.",
        ("q", "pi"),
        (("g", ("n",)),),
        kernel_gravity,
    ),
    Kernel(
        "coriolis",
        "Coriolis and centrifugal torques C qd.",
        ("q", "qd", "pi"),
        (("c", ("n",)),),
        kernel_coriolis,
    ),
)
