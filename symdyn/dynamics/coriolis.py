"""Coriolis and centrifugal torque C(q, u) w, linear in each of two velocities, with C of Christoffel's symbols.

Scalars: any commutative ring that holds one half.
Frames:  as in `newton_euler`.

The velocity torque h(u) of Newton-Euler is a quadratic form, and Christoffel's symbols are symmetric in their two
velocity indices. So C(q, u) w is the polar form of h: wherever h has a product of velocities, put the mean of the
two mixed products. Then C(q, u) w = C(q, w) u, C(q, u) u = h(u), and Ṁ - 2C is skew by construction.

    code      meaning
    u, w      the two velocities (q̇ and q̇_r in adaptive control)
    spins     the links' angular velocities for each of them
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from symdyn.algebra.spatial import Vec3, symmetric_product
from symdyn.dynamics.mechanism import JointGeometry, Mechanism, Pose
from symdyn.dynamics.newton_euler import ZERO, base_acceleration, joint_torques, joint_wrenches
from symdyn.dynamics.propagation import propagate_field
from symdyn.dynamics.rigid_body import Acceleration, Inertia, net_wrench
from symdyn.model.robot import BASE

S = TypeVar("S")


def coriolis_matrix(
    mechanism: Mechanism[S], poses: Sequence[Pose[S]], qd: Sequence[S], inertias: Sequence[Inertia[S]]
) -> tuple[tuple[S, ...], ...]:
    """C(q, q̇) by rows; its column j is C(q, q̇) times the unit velocity of joint j."""
    still = mechanism_without_gravity(mechanism)
    n = len(qd)
    columns = []
    for j in range(n):
        unit = [1 if i == j else 0 for i in range(n)]
        columns.append(polar_torque(still, poses, qd, unit, [0] * n, inertias))
    return tuple(zip(*columns, strict=True))


def polar_torque(
    mechanism: Mechanism[Any],
    poses: Sequence[Pose[Any]],
    u: Sequence[Any],
    w: Sequence[Any],
    rate_changes: Sequence[Any],
    inertias: Sequence[Inertia[Any]],
) -> tuple[Any, ...]:
    """M(q) a + C(q, u) w + g(q), with a the given rate changes."""
    fields = polar_accelerations(mechanism, poses, u, w, rate_changes)
    net = [net_wrench(inertia, field) for inertia, field in zip(inertias, fields, strict=True)]
    return joint_torques(mechanism, joint_wrenches(mechanism, poses, net))


def polar_accelerations(
    mechanism: Mechanism[Any],
    poses: Sequence[Pose[Any]],
    u: Sequence[Any],
    w: Sequence[Any],
    rate_changes: Sequence[Any],
) -> list[Acceleration[Any]]:
    """Acceleration field of every link, its velocity products polarised between u and w."""
    base = (ZERO, ZERO), base_acceleration(mechanism)
    states: list[tuple[tuple[Vec3[Any], Vec3[Any]], Acceleration[Any]]] = []
    for joint, pose in zip(mechanism.joints, poses, strict=True):
        spins, field = base if joint.parent == BASE else states[joint.parent]
        i = joint.coordinate
        rates = (0, 0) if i is None else (u[i], w[i])
        rate_change = 0 if i is None else rate_changes[i]
        states.append(_propagate(spins, field, joint, pose, rates, rate_change, mechanism.half))
    return [field for _, field in states]


def _propagate(
    spins: tuple[Vec3[Any], Vec3[Any]],
    field: Acceleration[Any],
    joint: JointGeometry[Any],
    pose: Pose[Any],
    rates: tuple[Any, Any],
    rate_change: Any,
    half: Any,
) -> tuple[tuple[Vec3[Any], Vec3[Any]], Acceleration[Any]]:
    axis = joint.axis
    spin_u, spin_w = (pose.to_link(spin) for spin in spins)
    rate_u, rate_w = rates
    cross = spin_u.cross(axis.scale(rate_w)) + spin_w.cross(axis.scale(rate_u))
    if joint.is_revolute:
        cross = cross.scale(half)
        spin_u, spin_w = spin_u + axis.scale(rate_u), spin_w + axis.scale(rate_w)
    W = symmetric_product(spin_u, spin_w).scale(half)
    return (spin_u, spin_w), propagate_field(field, joint, pose, W, cross, rate_change)


def mechanism_without_gravity(mechanism: Mechanism[Any]) -> Mechanism[Any]:
    """Return the same tree in weightlessness."""
    return replace(mechanism, gravity=ZERO)
