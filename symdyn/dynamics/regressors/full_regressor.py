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
from symdyn.model.parts import Parameter

S = TypeVar("S", bound=Scalar)

Rows = tuple[tuple[S, ...], ...]


def full_regressor(at: Setting[S], fields: Sequence[Acceleration[S]], motions: Sequence[JointMotion[S]]) -> Rows[S]:
    """Return Y by rows, of all places: n x p for a tree."""
    blocks = link_regressors(at.whole, at.whole_poses, fields)  # [Atkeson86 (16)] [Atkeson86 (17)]
    return in_file_order(at, blocks, lambda kind, i: COEFFICIENTS[kind](motions[i]))


def in_file_order(
    at: Setting[S], blocks: Sequence[Sequence[Sequence[S]]], coefficient: Callable[[str, int], S]
) -> Rows[S]:
    """Put the links' blocks of ten columns and the joints' own columns together, a row for every place."""
    columns: list[tuple[S, ...]] = []
    coordinate = 0
    for joint, block in zip(at.robot.joints, blocks, strict=False):  # the load's block, if any, comes last
        columns += _columns(at, block) if joint.link.parameters else []
        for effect in joint.effects:
            places = [coordinate] if joint.moves else []
            columns.append(_own_column(at, effect, places, coefficient))
        coordinate += joint.moves
    for effect in at.owner.closing.effects if at.owner.closing else ():
        places = [coordinate + k for k, one in enumerate(at.beside) if effect in one.effects]
        columns.append(_own_column(at, effect, places, coefficient))
    if at.robot.load:
        columns += _columns(at, blocks[-1])
    return tuple(zip(*columns, strict=True))


def _columns(at: Setting[S], block: Sequence[Sequence[S]]) -> list[tuple[S, ...]]:
    rest = [ZERO] * (at.places - len(block))
    return [(*(row[j] for row in block), *rest) for j in range(INERTIAL_COUNT)]


def _own_column(
    at: Setting[S], effect: Parameter, places: Sequence[int], coefficient: Callable[[str, int], S]
) -> tuple[S, ...]:
    """Return the column of a parameter that acts at some places."""
    column: list[S] = [ZERO] * at.places
    for place in places:
        column[place] = coefficient(effect.name.rpartition(".")[2], place)
    return tuple(column)
