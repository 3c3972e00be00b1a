"""Mass matrix and derivatives of the torque with 3 x 3 matrices, as in the paper's section 4.5 and appendix B.

Scalars: any commutative ring that holds one half.
Frames:  as in `van_winssen_4x4`; origins of links lie on the axes of their joints. Chains of revolute joints.

    paper         code             meaning
    p_i           Positions.p      origin of link i, in base axes
    ⁱp_{i+1}      steps[i]         from the origin of link i to the next, in frame i: constant
    n_i           h                first moment of link i, m_i r*_i
    P k, Q b, N l Pair             what reaches joint i through turning (3 x 3) and through moving its origin (a row)
    D e           Pair             the same for the torque itself
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import NULL
from symdyn.mechanism.mechanism import Mechanism
from symdyn.mechanism.rigid_body import Inertia, shifted
from symdyn.papers.van_winssen_4x4 import Linearised
from symdyn.papers.van_winssen_backward import Backward, Rates, backward, by_rate
from symdyn.papers.van_winssen_matrices import (
    Matrix,
    added,
    column,
    product,
    rotations,
    scaled,
    second_moments,
    serial,
    trace,
    transposed,
    zero,
)

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Positions(Generic[S]):
    """Origin of a link, or a derivative of it, and its first two rates: columns."""

    p: Matrix[S]
    p_dot: Matrix[S]
    p_ddot: Matrix[S]


@dataclass(frozen=True, slots=True)
class Pair(Generic[S]):
    """A 3 x 3 matrix of moments and a row of what moves as a whole."""

    turning: Matrix[S]
    moving: Matrix[S]


@dataclass(frozen=True, slots=True)
class Link(Generic[S]):
    """Mass m, first moment h (a column) and second moments J of a link; the step to the next link's origin."""

    m: S
    h: Matrix[S]
    J: Matrix[S]
    step: Matrix[S]


@dataclass(frozen=True, slots=True)
class Chain(Generic[S]):
    """The chain at a state; links and joints are numbered from 1."""

    links: tuple[Link[S], ...]  # entry 0 is the base
    outwards: Backward[S]
    positions: tuple[Positions[S], ...]
    positions_by_q: tuple[tuple[Positions[S], ...], ...]  # [i][j]


NOWHERE: Positions[Any] = Positions(zero(3, 1), zero(3, 1), zero(3, 1))
NOTHING: Pair[Any] = Pair(zero(3, 3), zero(1, 3))


def linearised_3x3(
    mechanism: Mechanism[S],
    c: Sequence[S],
    s: Sequence[S],
    qd: Sequence[S],
    qdd: Sequence[S],
    inertias: Sequence[Inertia[S]],
) -> Linearised[S]:
    """Differentiate τ(q, q̇, q̈) of a chain of revolute joints."""
    chain = chain_at(mechanism, c, s, qd, qdd, inertias)
    D, first_moments = carried(chain), weights(chain)
    P, Q, N = (derived(chain, *parts) for parts in PARTS)
    g, numbers = (tuple(mechanism.gravity),), range(1, len(qd) + 1)

    def by_q(i: int, j: int) -> S:
        last = max(i, j)
        twice = chain.outwards.twice(last, min(i, j))
        # [VanWinssen85 (91), (92), (B.12)]
        weight = product(g, twice, first_moments[last])[0][0]
        return trace(product(twice, D[last].turning)) + reached(chain, N, i, j) - weight

    def table(entry: Callable[[int, int], S]) -> Matrix[S]:
        return tuple(tuple(entry(i, j) for j in numbers) for i in numbers)

    # [VanWinssen85 (89), (90), (93), (94), (B.21), (B.22), (B.24), (B.26)]
    return Linearised(
        table(lambda i, j: reached(chain, P, i, j)), table(by_q), table(lambda i, j: reached(chain, Q, i, j))
    )


def chain_at(
    mechanism: Mechanism[S],
    c: Sequence[S],
    s: Sequence[S],
    qd: Sequence[S],
    qdd: Sequence[S],
    inertias: Sequence[Inertia[S]],
) -> Chain[S]:
    """Describe links about their joints' origins, and compute all that goes outwards."""
    mechanism, inertias = _about_joints(mechanism, inertias)
    joints = serial(mechanism)
    steps = [column(joint.parent_p_joint) for joint in joints]
    links = [Link(0, zero(3, 1), zero(3, 3), steps[0])]
    for i, inertia in enumerate(inertias):
        beyond = steps[i + 1] if i + 1 < len(joints) else zero(3, 1)
        links.append(Link(inertia.m, column(inertia.h), second_moments(inertia, mechanism.half), beyond))
    outwards = backward(rotations(mechanism, c, s), qd, qdd)
    positions = [NOWHERE]
    by_q: list[tuple[Positions[S], ...]] = [(NOWHERE,)]
    for i in range(1, len(links)):
        positions.append(next_position(positions[-1], outwards.links[i - 1], links[i - 1].step))
        row = [next_position(by_q[i - 1][j], outwards.by_q[i - 1][j], links[i - 1].step) for j in range(1, i)]
        by_q.append((NOWHERE, *row, NOWHERE))  # an origin on joint i's axis stays where it is
    return Chain(tuple(links), outwards, tuple(positions), tuple(by_q))


def _about_joints(mechanism: Mechanism[S], inertias: Sequence[Inertia[S]]) -> tuple[Mechanism[S], list[Inertia[S]]]:
    joints, before = [], NULL
    for joint in serial(mechanism):
        if not joint.kind.turns:
            raise ValueError("with 3 x 3 matrices every joint turns")
        joints.append(replace(joint, parent_p_joint=joint.parent_p_joint + before, joint_p_link=NULL))
        before = joint.joint_p_link
    bodies = [shifted(body, joint.joint_p_link) for body, joint in zip(inertias, mechanism.joints, strict=True)]
    return replace(mechanism, joints=tuple(joints)), bodies


def next_position(before: Positions[S], link: Rates[S], step: Matrix[S]) -> Positions[S]:
    """p_i = p_{i-1} + W_{i-1} p*_i, and the same of rates and derivatives."""
    # [VanWinssen85 (79)]
    return Positions(
        added(before.p, product(link.W, step)),
        added(before.p_dot, product(link.W_dot, step)),
        added(before.p_ddot, product(link.W_ddot, step)),
    )


def carried(chain: Chain[S]) -> list[Pair[S]]:
    """D_i and e_i of all links."""
    # [VanWinssen85 (80), (81), (B.8), (B.9)]
    return _inwards(chain, lambda i: (chain.outwards.links[i].W_ddot, chain.positions[i].p_ddot))


def weights(chain: Chain[S]) -> list[Matrix[S]]:
    """c_i: first moment of all links from i on, with the mass of those beyond at the next origin."""
    found, beyond = [zero(3, 1)] * len(chain.links), ZERO
    for i in range(len(chain.links) - 1, 0, -1):
        link = chain.links[i]
        found[i] = link.h
        if i + 1 < len(chain.links):
            # [VanWinssen85 (82)]
            further = product(chain.outwards.joints[i][0], found[i + 1])
            found[i] = added(link.h, further, scaled(link.step, beyond))
        beyond = beyond + link.m
    return found


Part = tuple[Callable[[Rates[S]], Matrix[S]], Callable[[Positions[S]], Matrix[S]]]


def position_by_rate(positions: Positions[S]) -> Matrix[S]:
    """∂p̈_p/∂q̇_j from the derivatives by q_j."""
    return scaled(positions.p_dot, 2)  # [VanWinssen85 (B.14)]


PARTS: tuple[Part[Any], Part[Any], Part[Any]] = (
    (lambda rates: rates.W, lambda positions: positions.p),  # [VanWinssen85 (83), (84), (B.25), (B.28)]
    (by_rate, position_by_rate),  # [VanWinssen85 (85), (86), (B.19), (B.20)]
    (lambda rates: rates.W_ddot, lambda positions: positions.p_ddot),  # [VanWinssen85 (87), (88), (B.10), (B.11)]
)


def derived(
    chain: Chain[S], of_turn: Callable[[Rates[S]], Matrix[S]], of_origin: Callable[[Positions[S]], Matrix[S]]
) -> list[list[Pair[S]]]:
    """X_ij for j <= i, as [j][i]."""
    n = len(chain.links) - 1
    found = [[NOTHING]]
    for j in range(1, n + 1):

        def parts(i: int, j: int = j) -> tuple[Matrix[S], Matrix[S]]:
            return of_turn(chain.outwards.by_q[i][j]), of_origin(chain.positions_by_q[i][j])

        found.append(_inwards(chain, parts, j))
    return found


def _inwards(chain: Chain[S], parts: Callable[[int], tuple[Matrix[S], Matrix[S]]], first: int = 1) -> list[Pair[S]]:
    """X_i = A_{i+1} X_{i+1} + ⁱp_{i+1} x_{i+1} + n_i pᵀ + J_i Wᵀ and x_i = x_{i+1} + m_i pᵀ + n_iᵀ Wᵀ.

    Below ``first`` the links themselves add nothing more.
    """
    found = [NOTHING] * (len(chain.links) + 1)
    for i in range(len(chain.links) - 1, 0, -1):
        link, beyond = chain.links[i], found[i + 1]
        turning, moving = NOTHING.turning, beyond.moving
        if i + 1 < len(chain.links):
            further = product(chain.outwards.joints[i][0], beyond.turning)
            turning = added(further, product(link.step, beyond.moving))
        if i >= first:
            W, p = (transposed(part) for part in parts(i))
            turning = added(turning, product(link.h, p), product(link.J, W))
            moving = added(moving, scaled(p, link.m), product(transposed(link.h), W))
        found[i] = Pair(turning, moving)
    return found


def reached(chain: Chain[S], X: Sequence[Sequence[Pair[S]]], i: int, j: int) -> S:
    """tr(∂W_i/∂q_i X_ij); beyond i, X_ij = ⁱW_j X_jj + ⁱp_j x_jj, carried inwards link by link."""
    return trace(product(chain.outwards.by_q[i][i].W, X[j][i].turning))
