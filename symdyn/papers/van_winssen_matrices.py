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
from typing import Any

from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.mechanism.mechanism import JointGeometry, Mechanism
from symdyn.mechanism.rigid_body import Inertia
from symdyn.model.robot import BASE

Matrix = tuple[tuple[Any, ...], ...]
Powers = tuple[Matrix, Matrix, Matrix, Matrix]


def product(*factors: Matrix) -> Matrix:
    """Multiply from left to right."""
    return reduce(_times, factors)


def _times(a: Matrix, b: Matrix) -> Matrix:
    columns = tuple(zip(*b, strict=True))
    return tuple(tuple(_inner(row, column) for column in columns) for row in a)


def _inner(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return sum((x * y for x, y in zip(a, b, strict=True)), start=0)


def added(*terms: Matrix) -> Matrix:
    """Add matrices of one shape."""
    return tuple(tuple(sum(entries) for entries in zip(*rows, strict=True)) for rows in zip(*terms, strict=True))


def scaled(a: Matrix, factor: Any) -> Matrix:
    """Multiply every entry."""
    return tuple(tuple(entry * factor for entry in row) for row in a)


def transposed(a: Matrix) -> Matrix:
    """Exchange rows and columns."""
    return tuple(zip(*a, strict=True))


def trace(a: Matrix) -> Any:
    """Sum of the diagonal."""
    return sum((a[i][i] for i in range(len(a))), start=0)


def identity(n: int) -> Matrix:
    """Ones on the diagonal."""
    return tuple(tuple(int(i == j) for j in range(n)) for i in range(n))


def zero(rows: int, columns: int) -> Matrix:
    """Nothing but zeros."""
    return ((0,) * columns,) * rows


def column(v: Vec3[Any]) -> Matrix:
    """Write a vector as a column."""
    return tuple((entry,) for entry in v)


def rotations(mechanism: Mechanism[Any], c: Sequence[Any], s: Sequence[Any]) -> list[Powers]:
    """Return the 3 x 3 matrices of all joints with their first three derivatives."""
    return [_rotation_powers(joint, c[i], s[i]) for i, joint in enumerate(serial(mechanism))]


def _rotation_powers(joint: JointGeometry[Any], c: Any, s: Any) -> Powers:
    if not joint.is_revolute:
        return (_rows(joint.K0), *(zero(3, 3),) * 3)  # type: ignore[return-value]
    still, K1, K2 = _rows(joint.K0), _rows(joint.K1), _rows(joint.K2)
    turns = [added(scaled(K1, a), scaled(K2, b)) for a, b in ((c, s), (-s, c), (-c, -s), (s, -c))]
    return added(still, turns[0]), turns[1], turns[2], turns[3]


def transforms(mechanism: Mechanism[Any], q: Sequence[Any], c: Sequence[Any], s: Sequence[Any]) -> list[Powers]:
    """Return the 4 x 4 matrices of all joints with their first three derivatives."""
    found: list[Powers] = []
    for i, joint in enumerate(serial(mechanism)):
        R = _rotation_powers(joint, c[i], s[i])
        beyond = column(joint.joint_p_link)
        travels = [zero(3, 1) for _ in R]
        if not joint.is_revolute:
            travels[0] = scaled(product(R[0], column(joint.axis)), q[i])
            travels[1] = product(R[0], column(joint.axis))
        travels[0] = added(travels[0], column(joint.parent_p_joint))
        blocks = [
            _bordered(turn, added(product(turn, beyond), travel), int(k == 0))
            for k, (turn, travel) in enumerate(zip(R, travels, strict=True))
        ]
        found.append((blocks[0], blocks[1], blocks[2], blocks[3]))
    return found


def _bordered(R: Matrix, p: Matrix, corner: Any) -> Matrix:
    return (*((*row, entry) for row, (entry,) in zip(R, p, strict=True)), (0, 0, 0, corner))


def second_moments(inertia: Inertia[Any], half: Any) -> Matrix:
    """Σ m r rᵀ, 3 x 3."""
    I = _rows(inertia.I.matrix)
    spread = trace(I) * half
    return tuple(tuple(spread * int(i == j) - I[i][j] for j in range(3)) for i in range(3))


def pseudo_inertia(inertia: Inertia[Any], half: Any) -> Matrix:
    """Σ m (r, 1) (r, 1)ᵀ, 4 x 4."""
    h, E = tuple(inertia.h), second_moments(inertia, half)
    return (*((*row, entry) for row, entry in zip(E, h, strict=True)), (*h, inertia.m))


def serial(mechanism: Mechanism[Any]) -> tuple[JointGeometry[Any], ...]:
    """Return the joints of a chain.

    Raises:
        ValueError: the mechanism branches, or some joint does not move.
    """
    for i, joint in enumerate(mechanism.joints):
        if joint.parent != (i - 1 if i else BASE) or joint.coordinate != i:
            raise ValueError(f"joint {i + 1} does not continue a chain of moving joints")
    return mechanism.joints


def _rows(matrix: Mat3[Any]) -> Matrix:
    return tuple(tuple(row) for row in matrix.rows)
