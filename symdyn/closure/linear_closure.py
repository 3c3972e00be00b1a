"""The linear closure: q = A Q + b, with q the tree's joints and Q the robot's coordinates.

Scalars: exact constants.

    code    meaning
    A       N x n, by rows: the tree's N moving joints, the robot's n coordinates
    b       where the tree's joints are when Q is zero
    beside  rates of what acts on the robot beside the tree's joints: of cut joints, and of motors

Couplings say A and b themselves. Loops are asked whether they are linear, which is proved (`linear_loops`). Behind a
transmission, A is in the motors' coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.substitution import substitute
from symdyn.errors import InputError
from symdyn.model.closing import Closing
from symdyn.model.parts import Parameter
from symdyn.model.robot import Robot

ZERO, ONE = exact(0), exact(1)
Combination = tuple[tuple[int, Exact], ...]
"""Pairs of index and factor; what is not there has the factor zero."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A rate that no joint of the tree has, as a combination of the coordinates', and the parameters that act on it."""

    owner: str
    effects: tuple[Parameter, ...]
    row: Combination


@dataclass(frozen=True, slots=True)
class LinearClosure:
    """q = A Q + b; `A` by rows, each row the pairs of coordinate and factor that are not zero."""

    A: tuple[Combination, ...]
    b: tuple[Exact, ...]
    n: int  # number of coordinates of the robot
    beside: tuple[Beside, ...] = ()

    @property
    def rows(self) -> tuple[Combination, ...]:
        """Rows of all rates: of the tree's joints, then of what is beside them."""
        return (*self.A, *(one.row for one in self.beside))

    def columns(self) -> tuple[Combination, ...]:
        """Return `rows` by columns: for each coordinate, the rates that it makes, and how much of each."""
        return tuple(
            tuple((i, factor) for i, row in enumerate(self.rows) for other, factor in row if other == j)
            for j in range(self.n)
        )


def of_couplings(robot: Robot) -> LinearClosure:
    """Return the closure of a robot without loops; an InputError says what of it cannot be proved."""
    closing = robot.closing
    assert closing is not None
    number = {joint: j for j, joint in enumerate(closing.actuated)}
    rows: list[Combination] = [((number[i], ONE),) if i in number else () for i in range(robot.tree.n)]
    b = [ZERO] * len(rows)
    for coupling in closing.couplings:
        rows[coupling.joint] = tuple((number[i], factor) for i, factor in coupling.factors)
        b[coupling.joint] = coupling.plus
    return behind_transmission(robot, LinearClosure(tuple(rows), tuple(b), len(closing.actuated)))


def behind_transmission(robot: Robot, closure: LinearClosure) -> LinearClosure:
    """Return the closure in the coordinates of the motors, where there are such, and with what acts on motors."""
    closing = robot.closing
    assert closing is not None
    if closing.transmission is not None:
        gears = [tuple((m, x) for m, x in enumerate(row) if x) for row in closing.transmission]
        closure = replace(
            closure,
            A=tuple(through(row, gears) for row in closure.A),
            beside=(
                *(replace(one, row=through(one.row, gears)) for one in closure.beside),
                *_motors(closing),
            ),
        )
    closure = _with_values(robot, closure)
    _refuse_irrational_angles(robot, closure)
    return closure


def _with_values(robot: Robot, closure: LinearClosure) -> LinearClosure:
    """Return the closure with values of symbols in its factors.

    Of a symbolic part of an angle there is no cosine, of a symbolic rate no sign, and relations between parameters are
    made of fractions.
    """
    values = {name: value for name, value in robot.symbols.items() if value is not None}

    def bound(row: Combination) -> Combination:
        return tuple((j, value) for j, factor in row if (value := substitute(factor, values)))

    beside = tuple(replace(one, row=bound(one.row)) for one in closure.beside)
    return replace(closure, A=tuple(map(bound, closure.A)), beside=beside)


def through(row: Combination, rows: Sequence[Combination]) -> Combination:
    """Return a combination of combinations."""
    total: dict[int, Exact] = {}
    for i, factor in row:
        for j, inner in rows[i]:
            total[j] = total.get(j, ZERO) + factor * inner
    return tuple((j, total[j]) for j in sorted(total) if total[j])


def _motors(closing: Closing) -> Iterable[Beside]:
    return (Beside(motor.name, motor.effects, ((i, ONE),)) for i, motor in enumerate(closing.motors) if motor.effects)


def _refuse_irrational_angles(robot: Robot, closure: LinearClosure) -> None:
    for joint, row in zip(robot.tree.moving_joints, closure.A, strict=True):
        for _, factor in row:
            if joint.kind.turns and not factor.is_rational:
                what = f"is coupled with the factor {factor}, and cosines of such parts of an angle cannot be proved"
                advice = "give its symbols values" if factor.symbols() else "write a rational number"
                raise InputError(f"{what}; {advice}", field=joint.name)
