"""The columns that torques are explained by: the proved minimal ones, and those that a robot file cannot hold.

Motors behind a transmission, friction that differs with the direction, and Stribeck's friction have columns of their
own. They are kept apart from the robot's: `minimal` of the names are its minimal parameters, in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from symdyn.algebra.decimals import to_float
from symdyn.closure.door import closure_of
from symdyn.closure.linear_closure import Combination, LinearClosure
from symdyn.errors import InputError
from symdyn.identification.fit.held import Held, held_by
from symdyn.identification.logs.log import Array, Mask
from symdyn.identification.vectors import minimal_set
from symdyn.model.bind import bind_symbols
from symdyn.model.robot import Robot

Torques = Callable[[Array, Array, Array], Array]  # q, qd, qdd (N, n) -> (N, n)
SAMPLES = 400
ALONE = 1e-9  # of the largest singular value, columns of length one: below, a column is one of the others


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A parameter beside the minimal ones: its name and the torques that one unit of it makes.

    ``group`` names columns of which one is chosen; ``rate`` (n,) tells the speed whose sign it depends on, if on any;
    ``speed`` is that of Stribeck's friction.
    """

    name: str
    torques: Torques
    group: str = ""
    rate: Array | None = None
    speed: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """All columns of a robot's torques: Y (N, n, k) from motions, and which entries of it are not always zero."""

    robot: Robot
    regressor: Torques
    columns: tuple[Column, ...]
    names: tuple[str, ...]
    pattern: Mask  # (n, k)
    sticking: tuple[tuple[Array, Mask], ...]  # speeds (as rows over qd) whose sign matters, and for which joints
    held: Held

    @property
    def minimal(self) -> int:
        """How many of the columns are the robot's minimal parameters."""
        return len(self.names) - len(self.columns)

    def regressor_of(self, q: Array, qd: Array, qdd: Array) -> Array:
        """Return the columns of torques."""
        Y = self.regressor(q, qd, qdd)
        if not self.columns:
            return Y
        more = [column.torques(q, qd, qdd)[:, :, None] for column in self.columns]
        return np.concatenate([Y, *more], axis=2)

    def at_rest(self, qd: Array, slow: Array) -> Mask:
        """Which torques (N, n) depend on a sign that is hardly one: that of something slower than ``slow`` (n,)."""
        resting = np.zeros(qd.shape, dtype=bool)
        for speed, joints in self.sticking:
            least = float(np.abs(speed) @ slow)
            if least > 0:
                resting[:, joints] |= (np.abs(qd @ speed) <= least)[:, None]
        return resting


def model_of(robot: Robot, columns: Sequence[Column] = ()) -> Model:
    """Compile a robot's regressor and put columns of other effects beside it."""
    from symdyn.options import Options
    from symdyn.runtime.build import build

    regressor: Torques = build(robot, Options(only=("regressor",))).regressor
    names = (*minimal_set(robot).names, *(column.name for column in columns))
    bare = Model(robot, regressor, tuple(columns), names, np.zeros((0, 0), dtype=bool), (), held_by(robot))
    draw = np.random.default_rng(0)
    q, qd, qdd = draw.normal(size=(3, SAMPLES, robot.n))
    Y = bare.regressor_of(q, qd, qdd)
    _refuse_dependent(Y, bare)
    pattern = np.abs(Y).max(axis=0) > 0
    return replace(bare, pattern=pattern, sticking=_sticking(robot, columns, pattern))


def _sticking(robot: Robot, columns: Sequence[Column], pattern: Mask) -> tuple[tuple[Array, Mask], ...]:
    """Rates that something rubs on, as combinations of the coordinates', and whose torques feel it."""
    closure = closure_of(bind_symbols(robot))
    if not isinstance(closure, LinearClosure):  # of loops that are not linear, rates of other joints depend on the pose
        rates = list(zip((joint.effects for joint in robot.moving_joints), np.eye(robot.n), strict=True))
    else:
        owners = [joint.effects for joint in robot.tree.moving_joints] + [one.effects for one in closure.beside]
        rates = [(effects, _row(row, robot.n)) for effects, row in zip(owners, closure.rows, strict=True)]
    found: list[tuple[Array, Mask]] = []
    for effects, rate in rates:
        if any(effect.name.endswith(".fc") for effect in effects) and rate.any():
            found.append((rate, rate != 0))
    first = pattern.shape[1] - len(columns)
    found += [(one.rate, pattern[:, first + i]) for i, one in enumerate(columns) if one.rate is not None]
    return tuple(found)


def _row(row: Combination, n: int) -> Array:
    rate = np.zeros(n)
    for j, factor in row:
        rate[j] = to_float(factor)
    return rate


def _refuse_dependent(Y: Array, model: Model) -> None:
    """Refuse a column that others make up: no motion could tell them apart."""
    for group in {column.group for column in model.columns} or {""}:
        ours = [i for i, one in enumerate(model.columns) if one.group in ("", group)]
        felt = np.flatnonzero(model.held.kept(model.minimal))
        chosen = [*felt, *(model.minimal + i for i in ours)]
        A = Y[:, :, chosen].reshape(-1, len(chosen))
        A = A / np.maximum(np.linalg.norm(A, axis=0), np.finfo(float).tiny)
        _, singular, Vt = np.linalg.svd(A, full_matrices=False)
        if ours and singular[-1] < ALONE * singular[0] and group == "":
            together = [model.names[chosen[i]] for i in np.flatnonzero(np.abs(Vt[-1]) > 1e-6)]
            what = f"{', '.join(together[:4])} cannot be told apart by any motion; leave one of them out"
            raise InputError(what, field="motors")
