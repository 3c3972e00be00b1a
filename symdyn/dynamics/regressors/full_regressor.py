"""The regressor of the full parameter vector: the links' columns, the joints' own, and the load's, in the file's order.

Scalars: any commutative ring.

    code          meaning
    fields        acceleration field of every link of the whole mechanism; linear in it, the regressor is that of any
                  field
    motions       what every moving joint's own parameters multiply
    coefficient   the same as a number: what a kind of parameter of moving joint i multiplies
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.dynamics.joint_effects import COEFFICIENTS, JointMotion
from symdyn.dynamics.regressors.regressor import INERTIAL_COUNT, link_regressors
from symdyn.dynamics.setting import Setting
from symdyn.mechanism.rigid_body import Acceleration

S = TypeVar("S", bound=Scalar)

Rows = tuple[tuple[S, ...], ...]


def full_regressor(at: Setting[S], fields: Sequence[Acceleration[S]], motions: Sequence[JointMotion[S]]) -> Rows[S]:
    """Return Y by rows, n x p."""
    blocks = link_regressors(at.whole, at.whole_poses, fields)  # [Atkeson86 (16)] [Atkeson86 (17)]
    return in_file_order(at, blocks, lambda kind, i: COEFFICIENTS[kind](motions[i]))


def in_file_order(
    at: Setting[S], blocks: Sequence[Sequence[Sequence[S]]], coefficient: Callable[[str, int], S]
) -> Rows[S]:
    """Put the links' blocks of ten columns and the joints' own columns together."""
    columns: list[tuple[S, ...]] = []
    coordinate = 0
    for joint, block in zip(at.robot.joints, blocks, strict=False):  # the load's block, if any, comes last
        columns += _columns(block) if joint.link.parameters else []
        for effect in joint.effects:
            column = [ZERO] * at.robot.n
            if joint.moves:
                column[coordinate] = coefficient(effect.name.rpartition(".")[2], coordinate)
            columns.append(tuple(column))
        coordinate += joint.moves
    if at.robot.load:
        columns += _columns(blocks[-1])
    return tuple(zip(*columns, strict=True))


def _columns(block: Sequence[Sequence[S]]) -> list[tuple[S, ...]]:
    return [tuple(row[j] for row in block) for j in range(INERTIAL_COUNT)]
