"""All that a joint carries as one body: moments of its mass and of its momentum.

Scalars: any commutative ring.
Frames:  the composite of link i in frame i, about its origin; velocities are those seen from the base.

    code   meaning
    m h E  moments of mass, as in `derivatives_bodies`
    P      twice the momentum, 2 Σ m v
    N      twice its moments, 2 Σ m v rᵀ

Twice, since all that is wanted of them is the force of Coriolis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import Mat3, Vec3, outer, skew
from symdyn.dynamics.derivatives.bodies import Mass
from symdyn.dynamics.mass_matrix import turned_tensor
from symdyn.dynamics.newton_euler import about_joint, on_parent
from symdyn.mechanism.mechanism import Mechanism, Pose
from symdyn.mechanism.rigid_body import Wrench
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Momentum(Generic[S]):
    """How the momentum of a body is spread, doubled."""

    P: Vec3[S]
    N: Mat3[S]

    def __add__(self, other: Momentum[S]) -> Momentum[S]:
        """Return both bodies as one."""
        return Momentum(self.P + other.P, self.N + other.N)


@dataclass(frozen=True, slots=True)
class Composite(Generic[S]):
    """A link and all links beyond it: mass, momentum, and the wrench that their motion needs."""

    mass: Mass[S]
    momentum: Momentum[S]
    wrench: Wrench[S]

    def __add__(self, other: Composite[S]) -> Composite[S]:
        """Return both as one body."""
        return Composite(self.mass + other.mass, self.momentum + other.momentum, self.wrench + other.wrench)


def momentum_of(body: Mass[S], omega: Vec3[S], v: Vec3[S]) -> Momentum[S]:
    """Twice the momentum of a rigid body whose points move with v + ω × r."""
    omega, v = omega.scale(2), v.scale(2)
    return Momentum(v.scale(body.m) + omega.cross(body.h), outer(v, body.h) + skew(omega) @ body.E.matrix)


def composites(mechanism: Mechanism[S], poses: Sequence[Pose[S]], links: Sequence[Composite[S]]) -> list[Composite[S]]:
    """Every link together with all links beyond it."""
    total = list(links)
    for link in reversed(range(len(total))):
        parent = mechanism.joints[link].parent
        if parent != BASE:
            total[parent] = total[parent] + _seen_from_parent(total[link], poses[link])
    return total


def _seen_from_parent(body: Composite[S], pose: Pose[S]) -> Composite[S]:
    at_joint = body.mass.about(pose.joint_p_link)
    in_parent_axes = Mass(at_joint.m, pose.to_parent(at_joint.h), turned_tensor(at_joint.E, pose))
    P = pose.to_parent(body.momentum.P)
    N = turned_matrix(body.momentum.N + outer(body.momentum.P, pose.joint_p_link), pose)
    return Composite(
        in_parent_axes.about(pose.parent_p_joint),
        Momentum(P, N + outer(P, pose.parent_p_joint)),
        on_parent(about_joint(body.wrench, pose), pose),
    )


def turned_matrix(A: Mat3[S], pose: Pose[S]) -> Mat3[S]:
    """R A Rᵀ, in steps where the joint turns about an axis of its frame."""
    turn = pose.turn
    if turn is None:
        return pose.R @ A @ pose.R.T
    A = matrix_turned_about_axis(turn.after @ A @ turn.after.T, turn.k, turn.c, turn.s)
    return turn.before @ A @ turn.before.T


def matrix_turned_about_axis(A: Mat3[S], k: int, c: S, s: S) -> Mat3[S]:
    """Return R A Rᵀ for the turn R about frame axis k with cosine c and sine s.

    With the axes i, j, k in cyclic order and u = s (A_ii - A_jj) + c (A_ij + A_ji), the turned entries are A_ii - s u,
    A_jj + s u, c u - A_ji and c u - A_ij; row and column k turn as vectors.
    """
    rows = [list(row) for row in A.rows]
    i, j = (k + 1) % 3, (k + 2) % 3
    u = (rows[i][i] - rows[j][j]) * s + (rows[i][j] + rows[j][i]) * c
    across, moved = u * c, u * s
    turned: dict[tuple[int, int], S] = {
        (i, i): rows[i][i] - moved,
        (j, j): rows[j][j] + moved,
        (i, j): across - rows[j][i],
        (j, i): across - rows[i][j],
        (i, k): rows[i][k] * c - rows[j][k] * s,
        (j, k): rows[i][k] * s + rows[j][k] * c,
        (k, i): rows[k][i] * c - rows[k][j] * s,
        (k, j): rows[k][i] * s + rows[k][j] * c,
        (k, k): rows[k][k],
    }
    return Mat3(*(Vec3(*(turned[row, column] for column in range(3))) for row in range(3)))
