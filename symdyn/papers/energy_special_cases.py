"""The closed form of the regressor for links of simple shape, with fewer parameters.

Scalars: any commutative ring.
Frames:  as in `energy_regressor`.

    shape                                                parameters
    point mass at p                                      m, m p, m p pᵀ: ten
    centre of mass on an axis of the link's frame and    m, m p, m p², Ixx, Iyy, Izz: six
    principal axes along the frame's

    paper          code   meaning
    r_1 (or r_3)   r      the frame's axis that holds the centre of mass, in the base frame
    y_121 y_321    y_12   the columns of Y_12 and Y_32 along that axis; likewise y_14
    e_1j           e      rᵀ ω D_ωᵀ r - ∂rᵀ/∂q_j (|ω|² 1 - ω ωᵀ) r
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from symdyn.algebra.dual import Dual
from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import Vec3
from symdyn.papers.energy_regressor import W_1, Y_1, Y_3, Y_11, Y_13, Rows, across, added, by_time
from symdyn.papers.link_jacobian import LinkJacobian, in_motion

S = TypeVar("S", bound=Scalar)


def point_mass_regressor(link: LinkJacobian[S], qd: Sequence[S], qdd: Sequence[S], gravity: Vec3[S]) -> Rows[S]:
    """Return Y of a point mass: ten columns, those of θ5."""
    moving, rates = _in_time(link, qd, qdd)
    return added(by_time(W_1(moving, rates)), Y_1(link, qd), Y_3(link, gravity))  # [LuMeng93 (49)]


def axial_regressor(link: LinkJacobian[S], qd: Sequence[S], qdd: Sequence[S], gravity: Vec3[S], axis: int) -> Rows[S]:
    """Return Y of a link with its centre of mass on axis 0, 1 or 2 of its frame and a diagonal inertia tensor."""
    moving, rates = _in_time(link, qd, qdd)
    momentum, balance = axial_W(moving, rates, axis), axial_Y(link, qd, gravity, axis)
    return added(by_time(momentum), balance)  # [LuMeng93 (50)] [LuMeng93 (51)]


def axial_W(link: LinkJacobian[S], qd: Sequence[S], axis: int) -> Rows[S]:  # noqa: N802 - the paper's letter
    """Momentum per unit of m, m p, m p², Ixx, Iyy, Izz."""
    r, v, w = link.R.T.rows[axis], link.velocity(qd), link.spin(qd)
    d = link.R.T @ w
    rows = []
    for J_v, J_w in zip(link.J_v, link.J_w, strict=True):
        b = r.dot(J_w) * w.dot(r)  # [LuMeng93 (53)]
        mass = [J_v.dot(v), (J_v.cross(w) + v.cross(J_w)).dot(r), J_w.dot(w) - b]  # [LuMeng93 (52)]
        rows.append([*mass, *_products(link.R.T @ J_w, d)])  # [LuMeng93 (54)]
    return rows


def axial_Y(link: LinkJacobian[S], qd: Sequence[S], gravity: Vec3[S], axis: int) -> Rows[S]:  # noqa: N802
    """Minus the change of the Lagrangian with each coordinate, per unit of the same six."""
    r, v, w = link.R.T.rows[axis], link.velocity(qd), link.spin(qd)
    rows = []
    for j in range(len(qd)):
        D, J_v, J_w = link.by(j), link.J_v[j], link.J_w[j]
        dr = D.R.T.rows[axis]
        y_12 = -(D.velocity(qd).cross(w) + v.cross(D.spin(qd))).dot(r) - dr.dot(v.cross(w))  # [LuMeng93 (56)]
        y_32 = J_w.cross(gravity).dot(r)  # [LuMeng93 (57)]
        # [LuMeng93 (58)] [LuMeng93 (59)]
        y_14 = r.dot(w) * D.spin(qd).dot(r) - dr.dot(across(w) @ r)
        # [LuMeng93 (55)]
        mass = [Y_11(link, D, qd) - J_v.dot(gravity), y_12 + y_32, Y_13(link, D, qd) + y_14]
        change = D.R.T @ w + link.R.T @ D.spin(qd)
        rows.append([*mass, *_products(-change, link.R.T @ w)])
    return rows


def _products(a: Vec3[S], b: Vec3[S]) -> list[S]:
    """Entry by entry: aᵀ diag(b)."""
    return [x * y for x, y in zip(a, b, strict=True)]


def _in_time(link: LinkJacobian[S], qd: Sequence[S], qdd: Sequence[S]) -> tuple[LinkJacobian[Dual[S]], list[Dual[S]]]:
    return in_motion(link, qd), [Dual(rate, change) for rate, change in zip(qd, qdd, strict=True)]
