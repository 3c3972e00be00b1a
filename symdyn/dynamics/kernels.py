"""The kernels: what users call, each a composition of the dynamics over any ring.

Scalars: any commutative ring that holds the rationals; `forward_dynamics` a field.

A kernel names its inputs and outputs with their shapes in terms of n (moving joints), p (full parameters) and
k (entries of pi), and computes its outputs from a `Setting`. The same table drives C, Python, checks and documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from symdyn.algebra.spatial import Vec3
from symdyn.dynamics.coriolis import coriolis_matrix
from symdyn.dynamics.energy import kinetic_energy, potential_energy
from symdyn.dynamics.forward import solve_mass_matrix
from symdyn.dynamics.joint_effects import (
    COEFFICIENTS,
    FRICTION,
    SPRING,
    effects_kinetic_energy,
    effects_potential_energy,
    effects_torque,
)
from symdyn.dynamics.kinematics import homogeneous, jacobian, world_poses
from symdyn.dynamics.mass_matrix import mass_matrix
from symdyn.dynamics.newton_euler import InverseDynamics, inverse_dynamics, link_motions
from symdyn.dynamics.regressor import link_regressors
from symdyn.dynamics.rigid_body import Wrench
from symdyn.dynamics.setting import Setting

INPUT_SHAPES: Mapping[str, tuple[str, ...]] = {
    "q": ("n",),
    "qd": ("n",),
    "qdd": ("n",),
    "tau": ("n",),
    "wrench": ("6",),
    "pi": ("k",),
}


@dataclass(frozen=True, slots=True)
class Computation:
    """What a kernel computed: its outputs flattened row by row, and the quantities on the way, for their names."""

    outputs: tuple[tuple[Any, ...], ...]
    quantities: Any = ()


@dataclass(frozen=True, slots=True)
class Kernel:
    """A named computation; outputs are (name, shape) with shapes in the letters n, p, k or digits."""

    name: str
    summary: str
    inputs: tuple[str, ...]
    outputs: tuple[tuple[str, tuple[str, ...]], ...]
    compute: Callable[[Setting[Any]], Computation]


@dataclass(frozen=True, slots=True)
class _Spin:
    """Angular velocity of a link, where nothing else of its motion is of use."""

    omega: Vec3[Any]


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
    return inverse_dynamics(at.moving, at.poses, qd, qdd, at.inertias, external)


def _inverse_dynamics(at: Setting[Any]) -> Computation:
    result = _recursion(at)
    return Computation((_with_effects(at, result.tau),), (at.poses, result))


def _inverse_dynamics_external(at: Setting[Any]) -> Computation:
    result = _recursion(at, Wrench(Vec3(*at.wrench[:3]), Vec3(*at.wrench[3:])))
    return Computation((_with_effects(at, result.tau),), (at.poses, result))


def _gravity(at: Setting[Any]) -> Computation:
    result = _recursion(at)
    return Computation((_with_effects(at, result.tau, SPRING),), (at.poses, result))


def _weightless(at: Setting[Any]) -> Setting[Any]:
    zero = Vec3(*(component * 0 for component in at.robot.gravity))
    return replace(at, robot=replace(at.robot, gravity=zero))


def _coriolis(at: Setting[Any]) -> Computation:
    result = _recursion(_weightless(at))
    return Computation((result.tau,), (at.poses, result))


def _coriolis_matrix(at: Setting[Any]) -> Computation:
    C = coriolis_matrix(at.moving, at.poses, at.qd, at.inertias)
    motions = link_motions(at.moving, at.poses, at.qd, [0] * at.robot.n)
    return Computation((_flat(C),), (at.poses, [_Spin(motion.omega) for motion in motions]))


def _mass_matrix(at: Setting[Any]) -> Computation:
    result = mass_matrix(at.moving, at.poses, at.inertias)
    return Computation((_flat(_with_rotors(at, result.M)),), (at.poses, result))


def _with_rotors(at: Setting[Any], M: tuple[tuple[Any, ...], ...]) -> list[list[Any]]:
    rows = [list(row) for row in M]
    for i, effects in enumerate(at.effects):
        for kind, value in effects:
            if kind == "Ia":
                rows[i][i] = rows[i][i] + value
    return rows


def _forward_dynamics(at: Setting[Any]) -> Computation:
    bias = _recursion(at)
    torque = _with_effects(at, bias.tau, (*FRICTION, *SPRING))
    inertia = mass_matrix(at.moving, at.poses, at.inertias)
    rest = [tau - h for tau, h in zip(at.tau, torque, strict=True)]
    return Computation((solve_mass_matrix(_with_rotors(at, inertia.M), rest),), (at.poses, bias, inertia))


def _regressor_full(at: Setting[Any]) -> Computation:
    n = at.robot.n
    motions = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)
    blocks = link_regressors(at.whole, at.whole_poses, [motion.acceleration for motion in motions])
    columns: list[list[Any]] = []
    coordinate = 0
    for joint, block in zip(at.robot.joints, blocks, strict=False):
        columns.extend([row[j] for row in block] for j in range(10))
        for effect in joint.effects:
            coefficient = COEFFICIENTS[effect.name.rpartition(".")[2]](at.joint_motion(coordinate)) if joint.moves else 0
            columns.append([coefficient if joint.moves and i == coordinate else 0 for i in range(n)])
        coordinate += joint.moves
    if at.robot.load:
        columns.extend([row[j] for row in blocks[-1]] for j in range(10))
    return Computation((_flat(zip(*columns, strict=True)),), (at.whole_poses, motions))


def _forward_kinematics(at: Setting[Any]) -> Computation:
    world = world_poses(at.moving, at.poses)
    return Computation((tuple(entry for pose in world for row in homogeneous(pose) for entry in row),), (world,))


def _jacobian(at: Setting[Any]) -> Computation:
    return Computation((_flat(jacobian(at.moving, at.poses)),), (world_poses(at.moving, at.poses),))


def _kinetic_energy(at: Setting[Any]) -> Computation:
    total: Any = kinetic_energy(at.moving, at.poses, at.qd, at.inertias)
    for effects, rate in zip(at.effects, at.qd, strict=True):
        total = total + effects_kinetic_energy(effects, rate, at.moving.half)
    return Computation(((total,),), (at.poses,))


def _potential_energy(at: Setting[Any]) -> Computation:
    total: Any = potential_energy(at.moving, at.poses, at.inertias)
    for effects, q in zip(at.effects, at.q, strict=True):
        total = total + effects_potential_energy(effects, q, at.moving.half)
    return Computation(((total,),), (world_poses(at.moving, at.poses),))


def _flat(rows: Any) -> tuple[Any, ...]:
    return tuple(entry for row in rows for entry in row)


_ALL = (
    Kernel(
        "inverse_dynamics",
        "Joint torques of a motion: M qdd + C qd + g, with friction and springs.",
        ("q", "qd", "qdd", "pi"),
        (("tau", ("n",)),),
        _inverse_dynamics,
    ),
    Kernel(
        "inverse_dynamics_external",
        "Joint torques of a motion under a wrench (force over moment, base axes) exerted on the last link's origin.",
        ("q", "qd", "qdd", "wrench", "pi"),
        (("tau", ("n",)),),
        _inverse_dynamics_external,
    ),
    Kernel(
        "gravity", "Joint torques that hold the robot still, springs included.", ("q", "pi"), (("g", ("n",)),), _gravity
    ),
    Kernel(
        "coriolis", "Coriolis and centrifugal torques C qd.", ("q", "qd", "pi"), (("c", ("n",)),), _coriolis
    ),
    Kernel(
        "coriolis_matrix",
        "Coriolis matrix of Christoffel's symbols; dM/dt - 2 C is skew.",
        ("q", "qd", "pi"),
        (("C", ("n", "n")),),
        _coriolis_matrix,
    ),
    Kernel("mass_matrix", "Mass matrix, rotor inertias included.", ("q", "pi"), (("M", ("n", "n")),), _mass_matrix),
    Kernel(
        "forward_dynamics",
        "Joint accelerations that torques cause.",
        ("q", "qd", "tau", "pi"),
        (("qdd", ("n",)),),
        _forward_dynamics,
    ),
    Kernel(
        "regressor_full",
        "Regressor of the full parameter vector: tau = Y * parameters.",
        ("q", "qd", "qdd"),
        (("Y", ("n", "p")),),
        _regressor_full,
    ),
    Kernel(
        "forward_kinematics",
        "Poses of the moving links in the base frame, 4 x 4 each.",
        ("q",),
        (("T", ("n", "4", "4")),),
        _forward_kinematics,
    ),
    Kernel(
        "jacobian",
        "Velocity of the last link's origin over its angular velocity, base frame.",
        ("q",),
        (("J", ("6", "n")),),
        _jacobian,
    ),
    Kernel(
        "kinetic_energy",
        "Kinetic energy, rotors included.",
        ("q", "qd", "pi"),
        (("K", ()),),
        _kinetic_energy,
    ),
    Kernel(
        "potential_energy",
        "Potential energy of gravity and springs, zero for mass at the base's origin.",
        ("q", "pi"),
        (("P", ()),),
        _potential_energy,
    ),
)

KERNELS: Mapping[str, Kernel] = {kernel.name: kernel for kernel in _ALL}
