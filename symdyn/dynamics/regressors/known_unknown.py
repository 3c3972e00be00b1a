"""Known and unknown parameters: the columns of a regressor that an adaptive law works on, and the rest.

Scalars: any commutative ring.

    paper      code      meaning
    θ_k, θ_u   known, unknown parts of the parameters
    Y_k, Y_u   the columns that multiply them: τ = Y_k θ_k + Y_u θ_u
    T          the order `known` then `unknown`, a permutation

A robot's `unknown` are directions in its full parameter vector: mostly one entry each, as in the paper, but a body's
mass takes its first moments and its inertia with it. Where the file names nothing, every minimal parameter is unknown
and nothing is known: Y_u then has the pivots' columns, which multiply `pi` and not the full vector.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.model.robot import Robot

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Direction:
    """How the full parameter vector changes with one adapted parameter: exact weights of its entries.

    The first entry is the one that the parameter is named by, with weight one: m, where it is a body's mass.
    """

    name: str
    weights: tuple[tuple[int, Exact], ...]  # index in the full vector, and weight there
    size: int
    is_point: bool = False  # whether it adds what a unit mass at one point of a body adds

    def over(self, lift: Callable[[Exact], S]) -> tuple[S, ...]:
        """Return all weights in a ring, the integer 0 where there is none."""
        full: list[S] = [ZERO] * self.size
        for i, weight in self.weights:
            full[i] = lift(weight)
        return tuple(full)


def directions(robot: Robot, pivots: Sequence[int]) -> tuple[Direction, ...]:
    """Return the directions of the adapted parameters; `pivots` are those of the minimal set, for the default."""
    if robot.unknown is None:
        every = entry_directions(robot)
        return tuple(every[i] for i in pivots)
    names = robot.parameter_names
    index = {name: i for i, name in enumerate(names)}
    found = []
    for unknown in robot.unknown:
        weights = tuple((index[name], weight) for name, weight in unknown.weights)
        found.append(Direction(unknown.name, weights, len(names), _is_point(names, weights)))
    return tuple(found)


def entry_directions(robot: Robot) -> tuple[Direction, ...]:
    """Return a direction for every entry of the full vector."""
    names = robot.parameter_names
    return tuple(Direction(name, ((i, exact(1)),), len(names)) for i, name in enumerate(names))


def _is_point(names: Sequence[str], weights: Sequence[tuple[int, Exact]]) -> bool:
    head = weights[0][0]
    of_body = {i - head: weight for i, weight in weights}
    if not names[head].endswith(".m"):
        return False
    x, y, z, *tensor = (of_body.get(i, exact(0)) for i in range(1, 10))
    return tensor == [y * y + z * z, -x * y, x * x + z * z, -x * z, -y * z, x * x + y * y]


def along_directions(Y: Iterable[Sequence[S]], weights: Sequence[Sequence[S]]) -> tuple[tuple[S, ...], ...]:
    """Y_u: a full regressor times the directions, each given by its weights in the ring."""
    present = [[(i, weight) for i, weight in enumerate(column) if weight] for column in weights]
    return tuple(tuple(_sum(row[i] * weight for i, weight in column) for column in present) for row in Y)


@dataclass(frozen=True, slots=True)
class Split:
    """Which columns of the full regressor multiply known parameters, and which unknown ones.

    With `minimal` the unknown ones are the minimal parameters `pi`; else all are entries of the full vector.
    """

    known: tuple[int, ...]
    unknown: tuple[int, ...]
    minimal: bool


def split_parameters(robot: Robot, pivots: Sequence[int]) -> Split:
    """Split as the robot's file says, where every adapted parameter is one entry of the vector."""
    adapted = directions(robot, pivots)
    several = [direction.name for direction in adapted if len(direction.weights) > 1]
    if several:
        raise ValueError(f"{several[0]} is more than one entry of the full vector; use directions")
    unknown = tuple(direction.weights[0][0] for direction in adapted)
    minimal = robot.unknown is None
    return Split(() if minimal else complement(unknown, len(robot.parameter_names)), unknown, minimal)


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


def split_torque(split: Split, Y: Iterable[Sequence[S]], known: Sequence[S], unknown: Sequence[S]) -> list[S]:
    """τ = Y_k θ_k + Y_u θ_u, from the two parts of the parameters; estimates may stand for the unknown ones."""
    Y_k, Y_u = split_columns(split, Y)
    # [LuMeng93 (5)] [LuMeng93 (6)] [LuMeng93 (16)]
    return [_inner(row_k, known) + _inner(row_u, unknown) for row_k, row_u in zip(Y_k, Y_u, strict=True)]


def _inner(row: Sequence[S], column: Sequence[S]) -> S:
    return _sum(a * b for a, b in zip(row, column, strict=True))


def _sum(terms: Iterable[S]) -> S:
    return sum(terms, start=ZERO)
