"""Mass matrix and derivatives of the torque with 4 x 4 matrices, as Van Winssen and de Silva's section 4.4 has them.

Scalars: any commutative ring that holds one half.
Frames:  P, Q, N in frame i, their columns in the base frame. Serial chains of revolute and prismatic joints.

    paper    code       meaning
    P_ij     P[i][j]    Σ over links p from i on of ⁱW_p J_p ∂W_pᵀ/∂q_j
    Q_ij     Q[i][j]    the same of ∂Ẅ_pᵀ/∂q̇_j, which is twice ∂Ẇ_pᵀ/∂q_j
    N_ij     N[i][j]    the same of ∂Ẅ_pᵀ/∂q_j

The paper's witness to `derivatives`, which takes far fewer operations and any tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.mechanism.mechanism import Mechanism
from symdyn.mechanism.rigid_body import Inertia
from symdyn.papers.van_winssen_backward import Backward, Rates, backward, by_rate
from symdyn.papers.van_winssen_lagrangian import Carried, carried_moments, gravity_row
from symdyn.papers.van_winssen_matrices import (
    Matrix,
    added,
    product,
    pseudo_inertia,
    trace,
    transforms,
    transposed,
    zero,
)

S = TypeVar("S", bound=Scalar)

Moments = tuple[tuple[Matrix[S], ...], ...]


@dataclass(frozen=True, slots=True)
class Linearised(Generic[S]):
    """M, ∂τ/∂q and ∂τ/∂q̇, by rows."""

    M: Matrix[S]
    by_q: Matrix[S]
    by_qd: Matrix[S]


@dataclass(frozen=True, slots=True)
class Forward(Generic[S]):
    """Everything that goes from the last link inwards; links and joints are numbered from 1."""

    carried: Carried[S]
    P: Moments[S]
    Q: Moments[S]
    N: Moments[S]


def linearised_4x4(
    mechanism: Mechanism[S],
    q: Sequence[S],
    c: Sequence[S],
    s: Sequence[S],
    qd: Sequence[S],
    qdd: Sequence[S],
    inertias: Sequence[Inertia[S]],
) -> Linearised[S]:
    """Differentiate τ(q, q̇, q̈) of a chain."""
    outwards = backward(transforms(mechanism, q, c, s), qd, qdd)
    inwards = forward(outwards, [pseudo_inertia(inertia, mechanism.half) for inertia in inertias])
    g, numbers = gravity_row(mechanism), range(1, len(qd) + 1)

    def table(entry: Callable[[int, int], S]) -> Matrix[S]:
        return tuple(tuple(entry(i, j) for j in numbers) for i in numbers)

    return Linearised(
        table(lambda i, j: mass(outwards, inwards, i, j)),
        table(lambda i, j: torque_by_q(outwards, inwards, g, i, j)),
        table(lambda i, j: torque_by_qd(outwards, inwards, i, j)),
    )


def forward(outwards: Backward[S], masses: Sequence[Matrix[S]]) -> Forward[S]:
    """D, c, P, Q, N of all links."""
    carried = carried_moments(outwards.joints, outwards.links, masses)
    # [VanWinssen85 (52), (56), (70)]
    P = _moments(outwards, masses, lambda rates: rates.W)
    # [VanWinssen85 (44), (48), (71)]
    Q = _moments(outwards, masses, by_rate)
    # [VanWinssen85 (31), (36), (72)]
    N = _moments(outwards, masses, lambda rates: rates.W_ddot)
    return Forward(carried, P, Q, N)


def _moments(outwards: Backward[S], masses: Sequence[Matrix[S]], part: Callable[[Rates[S]], Matrix[S]]) -> Moments[S]:
    """X_ij = A_{i+1} X_{i+1,j} + J_i x_ijᵀ for a part x of the derivatives of link i by joint j."""
    n = len(masses)
    X = [[zero(4, 4)] * (i + 1) for i in range(n + 1)]
    for i in range(n, 0, -1):
        for j in range(1, i + 1):
            X[i][j] = product(masses[i - 1], transposed(part(outwards.by_q[i][j])))
            if i < n:
                X[i][j] = added(X[i][j], product(outwards.joints[i][0], X[i + 1][j]))
    return tuple(tuple(row) for row in X)


def _reached(outwards: Backward[S], X: Moments[S], i: int, j: int) -> S:
    """tr(∂W_i/∂q_i X_ij), where X_ij = ⁱW_j X_jj for a joint j beyond i."""
    own = outwards.by_q[i][i].W
    if i >= j:
        return trace(product(own, X[i][j]))
    return trace(product(own, outwards.relative[i][j].W, X[j][j]))


def mass(outwards: Backward[S], inwards: Forward[S], i: int, j: int) -> S:
    """M_ij."""
    return _reached(outwards, inwards.P, i, j)  # [VanWinssen85 (53), (55), (73), (74)]


def torque_by_qd(outwards: Backward[S], inwards: Forward[S], i: int, j: int) -> S:
    """∂τ_i/∂q̇_j."""
    return _reached(outwards, inwards.Q, i, j)  # [VanWinssen85 (45), (47), (77), (78)]


def torque_by_q(outwards: Backward[S], inwards: Forward[S], g: Matrix[S], i: int, j: int) -> S:
    """∂τ_i/∂q_j."""
    last, first = max(i, j), min(i, j)
    twice = outwards.twice(last, first)
    # [VanWinssen85 (25), (32), (33), (75), (76)]
    return (
        trace(product(twice, inwards.carried.D[last]))
        + _reached(outwards, inwards.N, i, j)
        - product(g, twice, inwards.carried.c[last])[0][0]
    )
