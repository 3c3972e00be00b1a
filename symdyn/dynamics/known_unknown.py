"""Known and unknown parameters: the columns of a regressor that an adaptive law works on, and the rest.

Scalars: any commutative ring.

    paper      code      meaning
    θ_k, θ_u   known, unknown parts of the parameters
    Y_k, Y_u   the columns that multiply them: τ = Y_k θ_k + Y_u θ_u
    T          the order `known` then `unknown`, a permutation

A robot's `unknown` names entries of its full parameter vector. Where it names nothing, every minimal parameter is
unknown and nothing is known: Y_u then has the pivots' columns, which multiply `pi` and not the full vector.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from symdyn.model.robot import Robot

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Split:
    """Which columns of the full regressor multiply known parameters, and which unknown ones.

    With `minimal` the unknown ones are the minimal parameters `pi`; else all are entries of the full vector.
    """

    known: tuple[int, ...]
    unknown: tuple[int, ...]
    minimal: bool


def split_parameters(robot: Robot, pivots: Sequence[int]) -> Split:
    """Split as the robot's file says; `pivots` are those of its minimal set, used where the file says nothing."""
    if robot.unknown is None:
        return Split((), tuple(pivots), minimal=True)
    index = {name: i for i, name in enumerate(robot.parameter_names)}
    unknown = tuple(index[name] for name in robot.unknown)
    return Split(complement(unknown, len(index)), unknown, minimal=False)


def complement(chosen: Iterable[int], count: int) -> tuple[int, ...]:
    """Return the indices below `count` that are not chosen."""
    taken = set(chosen)
    return tuple(i for i in range(count) if i not in taken)


def reordered(split: Split, theta: Sequence[S]) -> tuple[S, ...]:
    """T θ: known entries first, then unknown ones."""
    return tuple(theta[i] for i in (*split.known, *split.unknown))  # [LuMeng93 (15)]


def split_columns(split: Split, Y: Iterable[Sequence[S]]) -> tuple[list[list[S]], list[list[S]]]:
    """Return Y_k and Y_u of a regressor given by its rows."""
    rows = list(Y)
    known = [[row[i] for i in split.known] for row in rows]  # [LuMeng93 (4)] [LuMeng93 (17)]
    unknown = [[row[i] for i in split.unknown] for row in rows]  # [LuMeng93 (18)]
    return known, unknown


def split_torque(split: Split, Y: Iterable[Sequence[Any]], known: Sequence[Any], unknown: Sequence[Any]) -> list[Any]:
    """τ = Y_k θ_k + Y_u θ_u, from the two parts of the parameters; estimates may stand for the unknown ones."""
    Y_k, Y_u = split_columns(split, Y)
    # [LuMeng93 (5)] [LuMeng93 (6)] [LuMeng93 (16)]
    return [_inner(row_k, known) + _inner(row_u, unknown) for row_k, row_u in zip(Y_k, Y_u, strict=True)]


def _inner(row: Sequence[Any], column: Sequence[Any]) -> Any:
    return sum((a * b for a, b in zip(row, column, strict=True)), start=0)
