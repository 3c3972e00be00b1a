"""Parameters with which kernels are tried, as the witnesses take them and as kernels do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact
from symdyn.check.truth.precise_witness import PreciseWitness
from symdyn.closure.door import closure_of
from symdyn.closure.explicit_closure import ExplicitClosure
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.linear_closure import LinearClosure
from symdyn.closure.newton_step import Follower
from symdyn.dynamics.setting import setting_over
from symdyn.ir.evaluate import FLOATS
from symdyn.model import NumericRobot, Robot
from symdyn.parameters.pi import pi_over
from symdyn.parameters.plausible import drawn_full, from_file, plausible_exact
from symdyn.reference import Witness

FRICTION = ("fv", "fc", "fo")

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Parameters:
    """One full vector and its `pi`: the doubles nearest to them, which kernels get, and the vector as witnesses read.

    `exactly` has the exact values of both, by the names of the inputs that they are given to: `parameters` and `pi`.
    """

    label: str
    exactly: Mapping[str, Sequence[Exact]]
    full: Vector
    pi: Vector
    read: Vector  # by the numeric witness
    read_exactly: tuple[Exact, ...]  # by the precise one


def parameter_sets(
    robot: NumericRobot, witness: Witness, precise: PreciseWitness, *, folded: bool
) -> tuple[Parameters, ...]:
    """Return the file's parameters and, unless they are folded into the code, drawn ones.

    The witnesses take the file's values as they read them themselves. In files many parameters are 0, which would hide
    what is wrong with their terms; of the drawn ones none is, structural zeros excepted.
    """
    given = from_file(robot)
    ours = plausible_exact(robot)
    full = ours["parameters"]
    read = [
        theirs if known else to_float(value)
        for theirs, known, value in zip(witness.parameters.tolist(), given, full, strict=True)
    ]
    read_exactly = [
        theirs if known and theirs is not None else value
        for theirs, known, value in zip(precise.parameters, given, full, strict=True)
    ]
    label = "the file's parameters" if all(given) else "the file's parameters, unknown ones drawn"
    of_file = Parameters(label, ours, _doubles(full), _doubles(ours["pi"]), np.array(read), tuple(read_exactly))
    return (of_file,) if folded else (of_file, _drawn(robot))


def _drawn(robot: NumericRobot) -> Parameters:
    full = [exact(value) for value in drawn_full(robot)]
    pi = pi_over(robot, full, lambda constant: constant)
    doubles = _doubles(full)
    return Parameters("drawn parameters", {"parameters": full, "pi": pi}, doubles, _doubles(pi), doubles, tuple(full))


def takes_roots(robot: Robot) -> bool:
    """Whether E of a robot depends on its position: its loops are closed with roots, or by Newton's method."""
    return isinstance(closure_of(robot), ExplicitClosure | IterativeClosure)


def rates_of_places(robot: Robot, q: Sequence[float]) -> Vector:
    """Return E where loops are not linear, with rows of cut joints in which something rubs."""
    closure = closure_of(robot)
    assert closure is not None
    given: dict[str, Sequence[float]] = {"q": q}
    if isinstance(closure, IterativeClosure):
        if "follower" not in robot.memo:
            robot.memo["follower"] = Follower(robot, closure)
        passive = robot.memo["follower"].passive(q)
        given["passive"] = [np.nan] * len(closure.passive) if passive is None else passive
    projection = setting_over(robot, FLOATS, given).projection
    assert projection is not None
    rows = np.zeros((len(projection.E), closure.n))
    for i, row in enumerate(projection.E):
        for j, factor in row:
            rows[i, j] = factor
    return rows


def _doubles(constants: Sequence[Exact]) -> Vector:
    return np.array([to_float(constant) for constant in constants])


def friction(robot: Robot, full: Vector, q: Vector, qd: Vector) -> Vector:
    """Return fv qd + fc sign(qd) + fo of every moving joint, as the coordinates feel it; of one state, or of rows."""
    if takes_roots(robot) and (q.ndim > 1 or qd.ndim > 1):
        rows = np.broadcast_arrays(np.atleast_2d(q), np.atleast_2d(qd))
        return np.array([friction(robot, full, *row) for row in zip(*rows, strict=True)])
    values: Mapping[str, float] = dict(zip(robot.parameter_names, full.tolist(), strict=True))
    if not any(values[name] for name in values if name.rpartition(".")[2] in FRICTION):
        return np.zeros_like(qd)
    owners, rates_of = _rubbing(robot, q)
    viscous, coulomb, offset = (np.array([values.get(f"{owner}.{kind}", 0.0) for owner in owners]) for kind in FRICTION)
    rates = qd @ rates_of.T
    return np.asarray((viscous * rates + coulomb * np.sign(rates) + offset) @ rates_of)


def _rubbing(robot: Robot, q: Vector) -> tuple[Sequence[str], Vector]:
    """Return the names of what rubs, and how fast each does with every coordinate."""
    closure = closure_of(robot)
    if isinstance(closure, ExplicitClosure | IterativeClosure):
        return [*robot.tree_joint_names, *(one.owner for one in closure.beside)], rates_of_places(robot, q.tolist())
    if not isinstance(closure, LinearClosure):
        return robot.joint_names, np.eye(robot.n)
    rows = np.zeros((len(closure.rows), closure.n))
    for i, row in enumerate(closure.rows):
        for j, factor in row:
            rows[i, j] = to_float(factor)
    return [*robot.tree_joint_names, *(one.owner for one in closure.beside)], rows
