"""The closed form of the regressor, link by link, from Lagrange's equations of each link alone.

Scalars: any commutative ring.
Frames:  base frame; the sixteen parameters of a link are in its own (see `sixteen_parameters`).

A Lagrangian is a sum over links, the load being the last of them, and so is the regressor. Everything below has n rows.

    paper        code             meaning
    v, ω         v, w             velocity of the link's origin J_v q̇, and spin J_ω q̇
    D_v, D_ω     D.J_v, D.J_w     ∂J/∂q_j q̇, row by row (see `link_jacobian`)
    W_1, W_2     W_1, W_2         ∂k/∂q̇ = [W_1 W_2] θ: momentum; k is the link's kinetic energy
    Y_1          Y_1              -∂k/∂q, the part of the moving mass; its blocks Y_11, Y_12, Y_13, Y_14
    Y_2          Y_2              -∂k/∂q, the part of the inertia about the centre of mass
    Y_3          Y_3              ∂u/∂q; u is the link's potential energy
    Y^(i)        link_regressor   d/dt [W_1 W_2] + [Y_1 + Y_3  Y_2]

The momentum's derivative by time is taken with dual numbers: W_1 and W_2 are written once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from symdyn.algebra.dual import Dual, derivative_of
from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import Mat3, Vec3, diagonal, outer
from symdyn.mechanism.mechanism import Mechanism, Pose
from symdyn.papers.link_jacobian import LinkJacobian, in_motion, link_jacobians
from symdyn.papers.sixteen_parameters import SECOND_MOMENTS, inertia_columns, quadratic_coefficients

S = TypeVar("S", bound=Scalar)

Rows = list[list[S]]


def energy_regressors(
    mechanism: Mechanism[S], poses: Sequence[Pose[S]], qd: Sequence[S], qdd: Sequence[S]
) -> list[Rows[S]]:
    """Return, for every link, n rows of sixteen entries: the torque of each joint per unit of the link's θ."""
    # [LuMeng93 (9)] [LuMeng93 (13)]
    return [link_regressor(link, qd, qdd, mechanism.gravity) for link in link_jacobians(mechanism, poses)]


def link_regressor(link: LinkJacobian[S], qd: Sequence[S], qdd: Sequence[S], gravity: Vec3[S]) -> Rows[S]:
    """Return Y of one link."""
    # [LuMeng93 (14)] [LuMeng93 (22)] [LuMeng93 (47)] [LuMeng93 (48)]
    moving, rates = in_motion(link, qd), [Dual(rate, change) for rate, change in zip(qd, qdd, strict=True)]
    mass = added(by_time(W_1(moving, rates)), Y_1(link, qd), Y_3(link, gravity))
    inertia = added(by_time(W_2(moving, rates)), Y_2(link, qd))
    return [[*a, *b] for a, b in zip(mass, inertia, strict=True)]


def W_1(link: LinkJacobian[S], qd: Sequence[S]) -> Rows[S]:  # noqa: N802 - the paper's letter
    """Momentum of the moving mass: ten columns, those of θ5."""
    R, v, w = link.R, link.velocity(qd), link.spin(qd)
    rows = []
    for J_v, J_w in zip(link.J_v, link.J_w, strict=True):  # [LuMeng93 (126)] [LuMeng93 (127)]
        first = R.T @ (J_v.cross(w) + v.cross(J_w))  # [LuMeng93 (120)] [LuMeng93 (122)]
        # [LuMeng93 (124)] [LuMeng93 (128)] [LuMeng93 (129)]
        second = with_square_norm(J_w.dot(w), minus(quadratic_coefficients(outer(R.T @ w, R.T @ J_w))))
        rows.append([J_v.dot(v), *first, *second])
    return rows


def W_2(link: LinkJacobian[S], qd: Sequence[S]) -> Rows[S]:  # noqa: N802
    """Momentum of the inertia about the centre of mass: six columns, those of θ3."""
    d = link.R.T @ link.spin(qd)  # [LuMeng93 (25)] [LuMeng93 (28)]
    return [[(link.R.T @ J_w).dot(column) for column in inertia_columns(d)] for J_w in link.J_w]  # [LuMeng93 (29)]


def Y_1(link: LinkJacobian[S], qd: Sequence[S]) -> Rows[S]:  # noqa: N802
    """Minus the change of the moving mass's kinetic energy with each coordinate."""
    rows = []
    for j in range(len(qd)):  # [LuMeng93 (33)]
        D = link.by(j)
        second = with_square_norm(Y_13(link, D, qd), Y_14(link, D, qd))
        rows.append([Y_11(link, D, qd), *Y_12(link, D, qd), *second])
    return rows


def Y_11(link: LinkJacobian[S], D: LinkJacobian[S], qd: Sequence[S]) -> S:  # noqa: N802
    """Entry of m."""
    return -D.velocity(qd).dot(link.velocity(qd))  # [LuMeng93 (34)] [LuMeng93 (37)]


def Y_12(link: LinkJacobian[S], D: LinkJacobian[S], qd: Sequence[S]) -> Vec3[S]:  # noqa: N802
    """Entries of m p; S_v is the paper's S."""
    v, w = link.velocity(qd), link.spin(qd)
    S_v = D.R.T @ v.cross(w)  # [LuMeng93 (38)]
    turned = link.R.T @ (D.velocity(qd).cross(w) + v.cross(D.spin(qd)))
    return -turned - S_v  # [LuMeng93 (35)]


def Y_13(link: LinkJacobian[S], D: LinkJacobian[S], qd: Sequence[S]) -> S:  # noqa: N802
    """Entry of m |p|², hence of m px², m py² and m pz² alike."""
    return -D.spin(qd).dot(link.spin(qd))  # [LuMeng93 (36)]


def Y_14(link: LinkJacobian[S], D: LinkJacobian[S], qd: Sequence[S]) -> tuple[S, ...]:  # noqa: N802
    """Entries of m p pᵀ."""
    R, w = link.R, link.spin(qd)
    E = outer(R.T @ w, R.T @ D.spin(qd)) - D.R.T @ across(w) @ R  # [LuMeng93 (40)]
    return quadratic_coefficients(E)  # [LuMeng93 (39)]


def Y_2(link: LinkJacobian[S], qd: Sequence[S]) -> Rows[S]:  # noqa: N802
    """Minus the change of the energy of the inertia about the centre of mass with each coordinate."""
    w = link.spin(qd)
    rows = []
    for j in range(len(qd)):  # [LuMeng93 (32)] [LuMeng93 (41)] [LuMeng93 (42)]
        D = link.by(j)
        change = D.R.T @ w + link.R.T @ D.spin(qd)
        rows.append([-change.dot(column) for column in inertia_columns(link.R.T @ w)])
    return rows


def Y_3(link: LinkJacobian[S], gravity: Vec3[S]) -> Rows[S]:  # noqa: N802
    """Change of the potential energy with each coordinate: in the four columns of θ2, the others are zero."""
    rows = []
    for J_v, J_w in zip(link.J_v, link.J_w, strict=True):  # [LuMeng93 (43)] [LuMeng93 (44)]
        first = link.R.T @ J_w.cross(gravity)  # [LuMeng93 (46)] [LuMeng93 (99)]
        rows.append([-J_v.dot(gravity), *first, *([ZERO] * len(SECOND_MOMENTS))])  # [LuMeng93 (45)]
    return rows


def across(w: Vec3[S]) -> Mat3[S]:
    """|ω|² 1 - ω ωᵀ."""
    norm = w.dot(w)
    return diagonal(norm, norm, norm) - outer(w, w)


def with_square_norm(factor: S, second: Sequence[S]) -> list[S]:
    """Add a coefficient of m |p|² to those of the second moments."""
    return [entry + factor if i < 3 else entry for i, entry in enumerate(second)]


def minus(row: Sequence[S]) -> list[S]:
    """Negate a row."""
    return [-entry for entry in row]


def by_time(rows: Rows[Dual[S]]) -> Rows[S]:
    """Take the derivatives out of dual numbers."""
    return [[derivative_of(entry) for entry in row] for row in rows]


def added(first: Rows[S], *others: Rows[S]) -> Rows[S]:
    """Add matrices."""
    total = first
    for other in others:
        total = [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(total, other, strict=True)]
    return total
