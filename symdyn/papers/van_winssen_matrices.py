"""Matrices of any size, by rows, and those of a chain's joints: what Van Winssen and de Silva compute with.

Scalars: any commutative ring.

    paper        code          meaning
    A_i          powers[0]     matrix of joint i: its link's frame seen from the link before
    ∂ᵏA_i/∂q_iᵏ  powers[k]     its derivatives
    J_i          pseudo        second, first and zeroth moments of a link's mass in one matrix
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Scalar
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.joints.turn_or_slide import require_turn_or_slide
from symdyn.mechanism.mechanism import JointGeometry, Mechanism
from symdyn.mechanism.rigid_body import Inertia
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)

Matrix = tuple[tuple[S, ...], ...]
Powers = tuple[Matrix[S], Matrix[S], Matrix[S], Matrix[S]]


def product(*factors: Matrix[S]) -> Matrix[S]:
    """Multiply from left to right."""
    return reduce(_times, factors)


def _times(a: Matrix[S], b: Matrix[S]) -> Matrix[S]:
    columns = tuple(zip(*b, strict=True))
    return tuple(tuple(_inner(row, column) for column in columns) for row in a)


def _inner(a: Sequence[S], b: Sequence[S]) -> S:
    return sum((x * y for x, y in zip(a, b, strict=True)), start=ZERO)


def added(*terms: Matrix[S]) -> Matrix[S]:
    """Add matrices of one shape."""
    return tuple(tuple(sum(entries) for entries in zip(*rows, strict=True)) for rows in zip(*terms, strict=True))


def scaled(a: Matrix[S], factor: S | int) -> Matrix[S]:
    """Multiply every entry."""
    return tuple(tuple(entry * factor for entry in row) for row in a)


def transposed(a: Matrix[S]) -> Matrix[S]:
    """Exchange rows and columns."""
    return tuple(zip(*a, strict=True))


def trace(a: Matrix[S]) -> S:
    """Sum of the diagonal."""
    return sum((a[i][i] for i in range(len(a))), start=ZERO)


def identity(n: int) -> Matrix[Any]:
    """Ones on the diagonal."""
    return tuple(tuple(ONE if i == j else ZERO for j in range(n)) for i in range(n))


def zero(rows: int, columns: int) -> Matrix[Any]:
    """Nothing but zeros."""
    return ((ZERO,) * columns,) * rows


def column(v: Vec3[S]) -> Matrix[S]:
    """Write a vector as a column."""
    return tuple((entry,) for entry in v)


def rotations(mechanism: Mechanism[S], c: Sequence[S], s: Sequence[S]) -> list[Powers[S]]:
    """Return the 3 x 3 matrices of all joints with their first three derivatives."""
    return [_rotation_powers(joint, c[i], s[i]) for i, joint in enumerate(serial(mechanism))]


def _rotation_powers(joint: JointGeometry[S], c: S, s: S) -> Powers[S]:
    if not joint.kind.turns:
        return (_rows(joint.K0), *(zero(3, 3),) * 3)  # type: ignore[return-value]
    still, K1, K2 = _rows(joint.K0), _rows(joint.K1), _rows(joint.K2)
    turns = [added(scaled(K1, a), scaled(K2, b)) for a, b in ((c, s), (-s, c), (-c, -s), (s, -c))]
    return added(still, turns[0]), turns[1], turns[2], turns[3]


def transforms(mechanism: Mechanism[S], q: Sequence[S], c: Sequence[S], s: Sequence[S]) -> list[Powers[S]]:
    """Return the 4 x 4 matrices of all joints with their first three derivatives."""
    found: list[Powers[S]] = []
    for i, joint in enumerate(serial(mechanism)):
        R = _rotation_powers(joint, c[i], s[i])
        beyond = column(joint.joint_p_link)
        travels = [zero(3, 1) for _ in R]
        if joint.kind.slides:
            travels[0] = scaled(product(R[0], column(joint.axis)), q[i])
            travels[1] = product(R[0], column(joint.axis))
        travels[0] = added(travels[0], column(joint.parent_p_joint))
        blocks = [
            _bordered(turn, added(product(turn, beyond), travel), ZERO if k else ONE)
            for k, (turn, travel) in enumerate(zip(R, travels, strict=True))
        ]
        found.append((blocks[0], blocks[1], blocks[2], blocks[3]))
    return found


def _bordered(R: Matrix[S], p: Matrix[S], corner: S) -> Matrix[S]:
    return (*((*row, entry) for row, (entry,) in zip(R, p, strict=True)), (ZERO, ZERO, ZERO, corner))


def second_moments(inertia: Inertia[S], half: S) -> Matrix[S]:
    """Σ m r rᵀ, 3 x 3."""
    I = _rows(inertia.I.matrix)
    spread = trace(I) * half
    return tuple(tuple(spread * int(i == j) - I[i][j] for j in range(3)) for i in range(3))


def pseudo_inertia(inertia: Inertia[S], half: S) -> Matrix[S]:
    """Σ m (r, 1) (r, 1)ᵀ, 4 x 4."""
    h, E = tuple(inertia.h), second_moments(inertia, half)
    return (*((*row, entry) for row, entry in zip(E, h, strict=True)), (*h, inertia.m))


def serial(mechanism: Mechanism[S]) -> tuple[JointGeometry[S], ...]:
    """Return the joints of a chain.

    Raises:
        ValueError: the mechanism branches, or some joint does not move.
        InputError: some joint does more than turn or slide.
    """
    for i, joint in enumerate(mechanism.joints):
        if joint.parent != (i - 1 if i else BASE) or joint.coordinates != range(i, i + 1):
            raise ValueError(f"joint {i + 1} does not continue a chain of moving joints")
        require_turn_or_slide(joint.kind, f"joint {i + 1}", "Van Winssen and de Silva's matrices")
    return mechanism.joints


def _rows(matrix: Mat3[S]) -> Matrix[S]:
    return tuple(tuple(row) for row in matrix.rows)
