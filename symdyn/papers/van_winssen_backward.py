"""The matrices W of all links, their rates, and the derivatives of both: the paper's backward recursion.

Scalars: any commutative ring.

    paper           code              meaning
    W_i, Ẇ_i, Ẅ_i   Rates             matrix of link i seen from the base, and its rates
    ʲW_i            relative[j][i]    the same seen from link j
    ∂W_i/∂q_j …     by_q[i][j]        derivatives of all three

Links are numbered from 1, as in the paper; 0 is the base. The same relations hold for 4 x 4 and for 3 x 3 matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.papers.van_winssen_matrices import Matrix, Powers, added, identity, product, scaled, zero

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Rates(Generic[S]):
    """A matrix that depends on time, and its first two rates."""

    W: Matrix[S]
    W_dot: Matrix[S]
    W_ddot: Matrix[S]


@dataclass(frozen=True, slots=True)
class Backward(Generic[S]):
    """Everything that goes from the base outwards."""

    joints: tuple[Powers[S], ...]
    links: tuple[Rates[S], ...]  # from 0 to n
    relative: tuple[tuple[Rates[S], ...], ...]  # [j][i], for i >= j
    by_q: tuple[tuple[Rates[S], ...], ...]  # [i][j], for 1 <= j <= i

    def twice(self, i: int, j: int) -> Matrix[S]:
        """∂²W_i/∂q_i∂q_j for j <= i."""
        own = self.joints[i - 1]
        if i == j:
            return product(self.links[i - 1].W, own[2])  # [VanWinssen85 (63)]
        # [VanWinssen85 (62)]
        return product(self.links[j - 1].W, self.joints[j - 1][1], self.relative[j][i - 1].W, own[1])


def backward(joints: Sequence[Powers[S]], qd: Sequence[S], qdd: Sequence[S]) -> Backward[S]:
    """Compute the matrices of all links."""
    n = len(joints)
    relative = [_seen_from(j, joints, qd, qdd) for j in range(n + 1)]
    links = relative[0]
    own = [derivative_by_own(links[j], joints[j], qd[j], qdd[j]) for j in range(n)]
    by_q = [tuple(derivative_by_earlier(own[j - 1], relative[j][i]) for j in range(1, i + 1)) for i in range(n + 1)]
    # so that [i][j] finds joint j
    spared = tuple((_still(len(joints[0][0])), *row) for row in by_q)
    return Backward(tuple(joints), links, tuple(relative), spared)


def _seen_from(j: int, joints: Sequence[Powers[S]], qd: Sequence[S], qdd: Sequence[S]) -> tuple[Rates[S], ...]:
    start = _still(len(joints[0][0]))
    chain = [start] * (j + 1)
    for i in range(j, len(joints)):
        chain.append(next_link(chain[-1], joints[i], qd[i], qdd[i]))
    return tuple(chain)


def _still(size: int) -> Rates[Any]:
    return Rates(identity(size), zero(size, size), zero(size, size))


def next_link(before: Rates[S], joint: Powers[S], qd: S, qdd: S) -> Rates[S]:
    """W_i, Ẇ_i, Ẅ_i from those of the link before."""
    # [VanWinssen85 (17), (22), (58), (64), (65)]
    A, A_1, A_2, _ = joint
    W, W_dot, W_ddot = before.W, before.W_dot, before.W_ddot
    return Rates(
        product(W, A),
        added(product(W_dot, A), scaled(product(W, A_1), qd)),
        added(
            product(W_ddot, A),
            scaled(product(W_dot, A_1), 2 * qd),
            scaled(product(W, A_2), qd * qd),
            scaled(product(W, A_1), qdd),
        ),
    )


def derivative_by_own(before: Rates[S], joint: Powers[S], qd: S, qdd: S) -> Rates[S]:
    """∂W_j/∂q_j, ∂Ẇ_j/∂q_j, ∂Ẅ_j/∂q_j."""
    # [VanWinssen85 (59), (60), (61), (66)]
    return next_link(before, (joint[1], joint[2], joint[3], joint[3]), qd, qdd)


def derivative_by_earlier(own: Rates[S], beyond: Rates[S]) -> Rates[S]:
    """∂W_i/∂q_j, ∂Ẇ_i/∂q_j, ∂Ẅ_i/∂q_j from those of link j and from ʲW_i: Leibniz's rule, with its 2."""
    # [VanWinssen85 (57), (67)]
    return Rates(
        product(own.W, beyond.W),
        added(product(own.W_dot, beyond.W), product(own.W, beyond.W_dot)),
        added(
            product(own.W_ddot, beyond.W),
            scaled(product(own.W_dot, beyond.W_dot), 2),
            product(own.W, beyond.W_ddot),
        ),
    )


def by_rate(rates: Rates[S]) -> Matrix[S]:
    """∂Ẅ_p/∂q̇_j from the derivatives by q_j: twice ∂Ẇ_p/∂q_j, since Ẅ has the product of Ẇ's terms twice."""
    return scaled(rates.W_dot, 2)  # [VanWinssen85 (42), (B.15)]
