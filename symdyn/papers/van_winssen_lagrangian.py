"""Torque by the recursive Lagrangian with 4 x 4 matrices.

Scalars: any commutative ring that holds one half.
Frames:  D_i and c_i in frame i, their columns and gravity in the base frame. Serial chains only.

    paper   code   meaning
    D_i     D      Σ over links beyond of ⁱW_p J_p Ẅ_pᵀ
    c_i     c      first moment of all links beyond, over their mass
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.mechanism.mechanism import Mechanism
from symdyn.mechanism.rigid_body import Inertia
from symdyn.papers.van_winssen_backward import Rates, next_link
from symdyn.papers.van_winssen_matrices import (
    Matrix,
    Powers,
    added,
    identity,
    product,
    pseudo_inertia,
    trace,
    transforms,
    transposed,
    zero,
)

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Carried(Generic[S]):
    """What goes from the last link inwards, for all links; entry n + 1 is nothing."""

    D: tuple[Matrix[S], ...]
    c: tuple[Matrix[S], ...]


def recursive_lagrangian(
    mechanism: Mechanism[S],
    q: Sequence[S],
    c: Sequence[S],
    s: Sequence[S],
    qd: Sequence[S],
    qdd: Sequence[S],
    inertias: Sequence[Inertia[S]],
) -> tuple[S, ...]:
    """τ(q, q̇, q̈); ``c`` and ``s`` are the cosines and sines of revolute joints."""
    joints = transforms(mechanism, q, c, s)
    links = [Rates(identity(4), zero(4, 4), zero(4, 4))]
    for joint, rate, change in zip(joints, qd, qdd, strict=True):
        links.append(next_link(links[-1], joint, rate, change))
    masses = [pseudo_inertia(inertia, mechanism.half) for inertia in inertias]
    carried = carried_moments(joints, links, masses)
    g = gravity_row(mechanism)
    torques = []
    for i in range(1, len(links)):
        own = product(links[i - 1].W, joints[i - 1][1])
        # [VanWinssen85 (15)]
        torques.append(trace(product(own, carried.D[i])) - product(g, own, carried.c[i])[0][0])
    return tuple(torques)


def carried_moments(joints: Sequence[Powers[S]], links: Sequence[Rates[S]], masses: Sequence[Matrix[S]]) -> Carried[S]:
    """D_i and c_i of all links."""
    n = len(joints)
    D, c = [zero(4, 4)] * (n + 2), [zero(4, 1)] * (n + 2)
    for i in range(n, 0, -1):
        D[i] = product(masses[i - 1], transposed(links[i].W_ddot))
        c[i] = transposed((masses[i - 1][3],))
        if i < n:
            # [VanWinssen85 (16), (29), (30), (34), (35), (68), (69)]
            D[i] = added(D[i], product(joints[i][0], D[i + 1]))
            c[i] = added(c[i], product(joints[i][0], c[i + 1]))
    return Carried(tuple(D), tuple(c))


def gravity_row(mechanism: Mechanism[S]) -> Matrix[S]:
    """Return gᵀ for 4 x 4 matrices."""
    return ((*mechanism.gravity, 0),)
