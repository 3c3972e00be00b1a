"""Serial chains at random states over the rationals, and their derivatives by dual numbers."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from exact_settings import along_joint, random_setting
from random_robots import random_robot

import symdyn
from symdyn.algebra.dual import Dual, derivative_of
from symdyn.dynamics.newton_euler import inverse_dynamics
from symdyn.dynamics.setting import Setting
from symdyn.papers.van_winssen_3x3 import Chain, chain_at
from symdyn.papers.van_winssen_4x4 import Forward, forward
from symdyn.papers.van_winssen_backward import Backward, backward
from symdyn.papers.van_winssen_matrices import Matrix, pseudo_inertia, transforms

Move = Callable[[Setting[Any], int], Setting[Any]]

TURNING = {
    "four turning joints, explicit frames": (1, 4, "explicit", ("revolute",)),
    "three turning joints, modified DH": (2, 3, "modified_dh", ("revolute",)),
    "three turning joints, standard DH": (3, 3, "standard_dh", ("revolute",)),
}
CHAINS = TURNING | {
    "turning and sliding joints, explicit frames": (10, 3, "explicit", ("revolute", "prismatic")),
    "turning and sliding joints, modified DH": (7, 3, "modified_dh", ("revolute", "prismatic")),
    "turning, sliding and fixed joints": (3, 4, "standard_dh", ("revolute", "prismatic", "fixed")),
}


@cache
def chain(name: str) -> Setting[Any]:
    """A chain with a load at a random state."""
    seed, entries, frames, kinds = CHAINS[name]
    mapping = random_robot(seed, entries=entries, frames=frames, kinds=kinds, rational=True, effects=False, load=True)
    return random_setting(symdyn.load(mapping), seed)


def along_rate(at: Setting[Any], joint: int) -> Setting[Any]:
    """Let one joint's velocity change with unit rate, and nothing else."""
    still = replace(along_joint(at, joint), **{name: tuple(Dual(x, 0) for x in getattr(at, name)) for name in "qcs"})
    return replace(still, qd=tuple(Dual(qd, int(i == joint)) for i, qd in enumerate(at.qd)))


def torque(at: Setting[Any]) -> tuple[Any, ...]:
    """τ by Newton and Euler; these chains have neither friction nor springs nor rotors."""
    return inverse_dynamics(at.moving, at.poses, at.qd, at.qdd, at.inertias).tau


@cache
def torque_by(name: str, moved: Move) -> Matrix:
    """∂τ/∂q or ∂τ/∂q̇ by rows, exactly."""
    at = chain(name)
    columns = [[derivative_of(entry) for entry in torque(moved(at, j))] for j in range(at.robot.n)]
    return tuple(zip(*columns, strict=True))


def derivative(matrix: Matrix) -> Matrix:
    """Derivatives of all entries."""
    return tuple(tuple(derivative_of(entry) for entry in row) for row in matrix)


def _state(name: str, move: Move | None, joint: int) -> Setting[Any]:
    """A chain at its state, or with joint ``joint`` (from 1) on the move."""
    return chain(name) if move is None else move(chain(name), joint - 1)


@cache
def outwards(name: str, move: Move | None = None, joint: int = 0) -> Backward:
    """All that goes outwards, with 4 x 4 matrices."""
    at = _state(name, move, joint)
    return backward(transforms(at.moving, at.q, at.c, at.s), at.qd, at.qdd)


@cache
def inwards(name: str) -> Forward:
    """All that goes inwards, with 4 x 4 matrices."""
    at = chain(name)
    return forward(outwards(name), [pseudo_inertia(inertia, at.moving.half) for inertia in at.inertias])


@cache
def chain_3x3(name: str, move: Move | None = None, joint: int = 0) -> Chain:
    """All that goes outwards, with 3 x 3 matrices."""
    at = _state(name, move, joint)
    return chain_at(at.moving, at.c, at.s, at.qd, at.qdd, at.inertias)


def pairs(n: int) -> Iterator[tuple[int, int]]:
    """Joints i < j, numbered from 1."""
    return ((i, j) for j in range(1, n + 1) for i in range(1, j))
