"""The regressor in two parts, so that behind a filter no acceleration is needed.

Scalars: any commutative ring.
Frames:  of link k, everything in frame k.

    paper          code       meaning
    [W_1 W_2]      momentum   M q̇ = Y_momentum π, in ten parameters a link instead of sixteen
    Y_1, Y_2, Y_3  rest       -∂k/∂q + ∂u/∂q, and friction: Y_rest π = -Cᵀ q̇ + g + friction
    -              filtered   Y_f: Y behind the filter 1/(D + a), where D is the derivative by time
    -              state      Z of the filter, of the size of Y

Y = D Y_momentum + Y_rest, and only D needs q̈. Behind a filter it does not, since D/(D + a) = 1 - a/(D + a):

    D Z = a (Y_momentum - Z) - Y_rest        Y_f = Y_momentum - Z        hence        D Y_f = Y - a Y_f

and the torque behind the same filter is Y_f π. The filter starts at rest with Z = Y_momentum.

A link's kinetic energy is half the form V·I V of its velocity V. The momentum of joint i is the form of its screw S_i
with V. As joint i moves, V changes by V_p × S_i, where V_p is the velocity of the joint's parent seen from the link; so
-∂k/∂q is the form of S_i × V_p with V.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.dynamics.joint_effects import COEFFICIENTS
from symdyn.dynamics.newton_euler import link_motions
from symdyn.dynamics.regressors.full_regressor import Rows, in_file_order
from symdyn.dynamics.regressors.regressor import INERTIAL_COUNT, joint_screws, torque_row
from symdyn.dynamics.setting import Setting
from symdyn.joints.twist import STILL, Twist

S = TypeVar("S", bound=Scalar)
ROTOR = "Ia"  # the one parameter of joints that makes momentum


@dataclass(frozen=True, slots=True)
class SplitRegressor(Generic[S]):
    """Y_momentum and Y_rest, by rows."""

    momentum: tuple[tuple[S, ...], ...]
    rest: tuple[tuple[S, ...], ...]


def split_regressor(at: Setting[S]) -> SplitRegressor[S]:
    """Return both parts of Y(q, q̇, ·) for the full parameter vector, n x p."""
    momentum, rest = [], []
    n = at.robot.n
    still = link_motions(at.whole, at.whole_poses, [ZERO] * n, [ZERO] * n)
    for screws, weight in zip(joint_screws(at.whole, at.whole_poses), still, strict=True):
        of_momentum, of_energy = _link_blocks(screws, at.qd)
        weights = {i: torque_row(screw, weight.acceleration) for i, screw in screws.items()}
        momentum.append(_block(of_momentum, n))
        rest.append(_block({i: _added(row, weights[i]) for i, row in of_energy.items()}, n))
    motions = at.own_motions
    return SplitRegressor(
        in_file_order(at, momentum, lambda kind, i: at.qd[i] if kind == ROTOR else ZERO),
        in_file_order(at, rest, lambda kind, i: ZERO if kind == ROTOR else COEFFICIENTS[kind](motions[i])),
    )


def _link_blocks(screws: dict[int, Twist[S]], qd: Sequence[S]) -> tuple[dict[int, list[S]], dict[int, list[S]]]:
    """Rows[S] of a link's momentum and of -∂k/∂q, by joint; the screws are in order from the base."""
    below: dict[int, Twist[S]] = {}
    velocity = STILL
    for i, screw in screws.items():
        below[i] = velocity
        velocity = velocity + screw.scale(qd[i])
    momentum = {i: form_row(screw, velocity) for i, screw in screws.items()}  # [LuMeng93 remark 2]
    energy = {i: form_row(_crossed(screw, below[i]), velocity) for i, screw in screws.items()}
    return momentum, energy


def form_row(a: Twist[S], b: Twist[S]) -> list[S]:
    """Return a·I b per unit of m mx my mz Ixx Ixy Iyy Ixz Iyz Izz: symmetric, twice the kinetic energy where a is b."""
    v, w, u, z = a.linear, a.angular, b.linear, b.angular
    first = v.cross(z) + u.cross(w)
    return [
        v.dot(u),
        *first,
        w.x * z.x,
        w.x * z.y + w.y * z.x,
        w.y * z.y,
        w.x * z.z + w.z * z.x,
        w.y * z.z + w.z * z.y,
        w.z * z.z,
    ]


def _crossed(a: Twist[S], b: Twist[S]) -> Twist[S]:
    return Twist(a.angular.cross(b.angular), a.angular.cross(b.linear) + a.linear.cross(b.angular))


def _block(rows: dict[int, list[S]], n: int) -> list[list[S]]:
    return [rows.get(i, [ZERO] * INERTIAL_COUNT) for i in range(n)]


def _added(a: Sequence[S], b: Sequence[S]) -> list[S]:
    return [x + y for x, y in zip(a, b, strict=True)]


def filtered(parts: SplitRegressor[S], state: Rows[S]) -> Rows[S]:
    """Y_f."""
    return tuple(tuple(y - z for y, z in zip(*rows, strict=True)) for rows in zip(parts.momentum, state, strict=True))


def filter_rate(parts: SplitRegressor[S], state: Rows[S], a: S) -> Rows[S]:
    """D Z."""
    rows = zip(filtered(parts, state), parts.rest, strict=True)
    return tuple(tuple(y_f * a - y for y_f, y in zip(*row, strict=True)) for row in rows)
