"""What each kernel computes, as a composition of the dynamics over any ring.

Scalars: any commutative ring that holds the rationals; `kernel_forward_dynamics` a field.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from symdyn.algebra.spatial import Vec3
from symdyn.dynamics.composite_bias import Bias, composite_bias, suits_composite_bias
from symdyn.dynamics.coriolis_matrix import coriolis_matrix
from symdyn.dynamics.derivatives.bodies import centred_on_axes
from symdyn.dynamics.energy import kinetic_energy, potential_energy
from symdyn.dynamics.forward import solve_mass_matrix
from symdyn.dynamics.joint_effects import (
    FRICTION,
    SPRING,
    effects_kinetic_energy,
    effects_potential_energy,
    effects_torque,
)
from symdyn.dynamics.mass_matrix import composite_inertias, mass_matrix
from symdyn.dynamics.newton_euler import InverseDynamics, Motion, inverse_dynamics, link_motions
from symdyn.dynamics.outermost import inverse_dynamics_held
from symdyn.dynamics.regressors.full_regressor import full_regressor
from symdyn.dynamics.regressors.known_unknown import along_directions, directions
from symdyn.dynamics.regressors.slotine_li import slotine_li_regressor
from symdyn.dynamics.setting import Setting
from symdyn.mechanism.kinematics import homogeneous, jacobian, world_poses
from symdyn.mechanism.mechanism import poses
from symdyn.mechanism.rigid_body import Inertia, Wrench

Rows = tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True)
class Computation:
    """What a kernel computed: its outputs flattened row by row, and the quantities on the way, for their names."""

    outputs: tuple[tuple[Any, ...], ...]
    quantities: Any = ()


def _with_effects(at: Setting[Any], tau: tuple[Any, ...], kinds: tuple[str, ...] | None = None) -> tuple[Any, ...]:
    """Add the joints' own torques, of the given kinds only."""
    total = []
    for i, torque in enumerate(tau):
        effects = [(kind, value) for kind, value in at.effects[i] if kinds is None or kind in kinds]
        total.append(torque + effects_torque(effects, at.joint_motion(i)))
    return tuple(total)


def _recursion(at: Setting[Any], external: Wrench[Any] | None = None) -> InverseDynamics[Any]:
    n = at.robot.n
    qd = at.qd or [0] * n
    qdd = at.qdd or [0] * n
    if not at.formulation.held_outermost:
        return inverse_dynamics(at.moving, at.poses, qd, qdd, at.inertias, external)
    return inverse_dynamics_held(at.moving, at.poses, qd, qdd, at.inertias, _turns(at), external)


def kernel_inverse_dynamics(at: Setting[Any]) -> Computation:
    """τ of a motion."""
    result = _recursion(at)
    return Computation((_with_effects(at, result.tau),), (at.poses, result))


def kernel_inverse_dynamics_external(at: Setting[Any]) -> Computation:
    """τ of a motion under a wrench at the tip."""
    result = _recursion(at, Wrench(Vec3(*at.wrench[:3]), Vec3(*at.wrench[3:])))
    return Computation((_with_effects(at, result.tau),), (at.poses, result))


def kernel_gravity(at: Setting[Any]) -> Computation:
    """τ that holds the robot still; springs count, friction does not."""
    if not at.formulation.composite_bias:
        result = _recursion(at)
        return Computation((_with_effects(at, result.tau, SPRING),), (at.poses, result))
    bodies = composite_inertias(at.moving, at.plain_poses, at.inertias)
    bias = composite_bias(at.moving, at.plain_poses, [0] * at.robot.n, bodies, _turns(at))
    return Computation((_with_effects(at, bias.tau, SPRING),), (at.plain_poses, bias))


def _weightless(at: Setting[Any]) -> Setting[Any]:
    zero = Vec3(*(component * 0 for component in at.robot.gravity))
    return replace(at, robot=replace(at.robot, gravity=zero))


def kernel_coriolis(at: Setting[Any]) -> Computation:
    """C q̇."""
    result = _recursion(_weightless(at))
    return Computation((result.tau,), (at.poses, result))


def kernel_coriolis_matrix(at: Setting[Any]) -> Computation:
    """C by rows."""
    mechanism, inertias = centred_on_axes(at.moving, at.inertias)
    where = poses(mechanism, at.q, at.c, at.s)
    result = coriolis_matrix(mechanism, where, at.qd, inertias)
    return Computation((_flat(result.C),), (where, result))


def kernel_mass_matrix(at: Setting[Any]) -> Computation:
    """M by rows, rotors on its diagonal."""
    result = mass_matrix(at.moving, at.plain_poses, at.inertias)
    return Computation((_flat(_with_rotors(at, result.M)),), (at.plain_poses, result))


def _with_rotors(at: Setting[Any], M: tuple[tuple[Any, ...], ...]) -> list[list[Any]]:
    rows = [list(row) for row in M]
    for i, effects in enumerate(at.effects):
        for kind, value in effects:
            if kind == "Ia":
                rows[i][i] = rows[i][i] + value
    return rows


def kernel_forward_dynamics(at: Setting[Any]) -> Computation:
    """q̈ that a torque causes."""
    inertia = mass_matrix(at.moving, at.plain_poses, at.inertias)
    bias = _bias(at, inertia.composites)
    torque = _with_effects(at, bias.tau, (*FRICTION, *SPRING))
    rest = [tau - h for tau, h in zip(at.tau, torque, strict=True)]
    return Computation((solve_mass_matrix(_with_rotors(at, inertia.M), rest),), (at.poses, bias, inertia))


def _bias(at: Setting[Any], composites: Sequence[Inertia[Any]]) -> Bias[Any] | InverseDynamics[Any]:
    if not at.formulation.composite_bias or not suits_composite_bias(at.moving):
        return _recursion(at)
    return composite_bias(at.moving, at.poses, at.qd, composites, _turns(at))


def _turns(at: Setting[Any]) -> list[tuple[Any, Any]]:
    return list(zip(at.c, at.s, strict=True))


def kernel_regressor_full(at: Setting[Any]) -> Computation:
    """Y of the full parameter vector."""
    motions = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)
    return Computation((_flat(_regressor_rows(at, motions)),), (at.whole_poses, motions))


def _regressor_rows(at: Setting[Any], motions: list[Motion[Any]]) -> Rows:
    fields = [motion.acceleration for motion in motions]
    return full_regressor(at, fields, [at.joint_motion(i) for i in range(at.robot.n)])


def kernel_regressor(at: Setting[Any]) -> Computation:
    """Y of the minimal parameters: the columns of their pivots."""
    motions = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)
    rows = _columns(_regressor_rows(at, motions), at.pivots)
    return Computation((_flat(rows),), (at.whole_poses, motions))


def kernel_regressor_unknown(at: Setting[Any]) -> Computation:
    """Y of the parameters that the file calls unknown."""
    motions = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)
    unknown = [direction.over(at.lift) for direction in directions(at.robot, at.pivots)]
    rows = along_directions(_regressor_rows(at, motions), unknown)
    return Computation((_flat(rows),), (at.whole_poses, motions))


def kernel_regressor_slotine_li(at: Setting[Any]) -> Computation:
    """Y of adaptive control, in the minimal parameters."""
    rows = _columns(slotine_li_regressor(at), at.pivots)
    return Computation((_flat(rows),), (at.whole_poses,))


def _columns(rows: Rows, chosen: Sequence[int]) -> Rows:
    return tuple(tuple(row[j] for j in chosen) for row in rows)


def kernel_forward_kinematics(at: Setting[Any]) -> Computation:
    """Poses of the moving links in the base frame."""
    world = world_poses(at.framed, at.framed_poses)
    return Computation((tuple(entry for pose in world for row in homogeneous(pose) for entry in row),), (world,))


def kernel_jacobian(at: Setting[Any]) -> Computation:
    """Velocity of the tip over angular velocity of the last link."""
    return Computation((_flat(jacobian(at.moving, at.poses)),), (world_poses(at.moving, at.poses),))


def kernel_kinetic_energy(at: Setting[Any]) -> Computation:
    """K, rotors included."""
    total: Any = kinetic_energy(at.moving, at.plain_poses, at.qd, at.inertias)
    for effects, rate in zip(at.effects, at.qd, strict=True):
        total = total + effects_kinetic_energy(effects, rate, at.moving.half)
    return Computation(((total,),), (at.plain_poses,))


def kernel_potential_energy(at: Setting[Any]) -> Computation:
    """Torques fix the potential only up to a constant, so it is counted from the zero configuration."""
    zero = at.at_zero()
    return Computation((((_potential(at) - _potential(zero)),),), (world_poses(at.moving, at.poses),))


def _potential(at: Setting[Any]) -> Any:
    total: Any = potential_energy(at.moving, at.poses, at.inertias)
    for effects, q in zip(at.effects, at.q, strict=True):
        total = total + effects_potential_energy(effects, q, at.moving.half)
    return total


def _flat(rows: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    return tuple(entry for row in rows for entry in row)
