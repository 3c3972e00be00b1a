"""How large a robot's quantities are, for gains that suit it from the start.

Everything is computed with + - * on doubles from cosines and sines that are rational, so that the numbers are the same
on every machine.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symdyn.algebra.decimals import to_float
from symdyn.algebra.rational_rotation import rational_rotation
from symdyn.algebra.scalar import Ring
from symdyn.dynamics.following import following_joints
from symdyn.dynamics.setting import is_closed_by_newton
from symdyn.kernels.door import run
from symdyn.kernels.table import KERNELS
from symdyn.model.robot import NumericRobot, Robot
from symdyn.parameters.pi import pi_of_full

POSTURES = 12
SLOWEST = 250.0  # Hz: from this rate of the loop on, default gains are stable
SLOPES = 8  # tangents of half angles are multiples of 1/8
NEAR = 8  # times less, for robots with loops
LEAST_SHARE = 0.01  # a parameter that is 0 counts as this part of the largest of its kind
SPEED, ACCELERATION = 1.5, 8.0  # rad/s, rad/s^2, or m: of the motion, at most
# parts of a coordinate, which joints may follow, have no rational rotation: those joints stay where q = 0 has them
SIGN = {"sign": lambda x: float((x > 0) - (x < 0))}  # of rates made of several, where a joint that follows those rubs
FLOATS = Ring(to_float, {"cos": math.cos, "sin": math.sin, "sqrt": math.sqrt, **SIGN})
KINDS = {  # the ends of names that are measured in one unit
    **dict.fromkeys(("mx", "my", "mz"), "first moment"),
    **dict.fromkeys(("Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz", "Ia"), "inertia"),
    **dict.fromkeys(("m", "mass"), "mass"),
}


Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns estimates have: the kernel that gives torques by parameters, and what these are by estimates."""

    kernel: str
    B: tuple[tuple[float, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Moving:
    """A state of a motion: what the estimates' columns do there, as torques (n x u), and the mass matrix."""

    Y: Rows
    M: Rows


@dataclass(frozen=True, slots=True)
class Scales:
    """Sizes of a robot.

    `inertias` are the largest that each joint feels, over a few postures; `lightest` the least. `alone` are the least
    that a torque on one joint moves, the others being free to give way: 1 / (M^-1)_ii. `theta` are magnitudes of the
    estimates, none of them 0; `start` are plausible values of them, `names` their names. `coulomb` and `effort` are
    the joints', 0 where the file has none. `pi` are the minimal parameters of what the robot moves. `moving` are states
    of a motion in the same postures, where somebody asks for them.
    """

    inertias: tuple[float, ...]
    lightest: tuple[float, ...]
    theta: tuple[float, ...]
    alone: tuple[float, ...] = ()
    coulomb: tuple[float, ...] = ()
    effort: tuple[float, ...] = ()
    start: tuple[float, ...] = ()
    names: tuple[str, ...] = ()
    largest: tuple[float, ...] = ()  # for every estimate, of those in its unit
    viscous: tuple[float, ...] = ()
    pi: tuple[float, ...] = ()
    owners: tuple[int | None, ...] = ()  # joint that an estimate is of, or of whose link; None where it is another's
    moving: tuple[Moving, ...] = ()

    @property
    def n(self) -> int:
        """Number of moving joints."""
        return len(self.inertias)


def robot_scales(
    robot: NumericRobot,
    full: Sequence[Fraction],
    names: Sequence[str],
    theta: Sequence[float],
    columns: Columns | None = None,
) -> Scales:
    """Return the sizes of a robot with a full parameter vector and estimates that it could have.

    With `columns`, also states of a motion, for gains that have to do with what the estimates do in a period.
    """
    n = robot.n
    states = [_state(robot, full, posture) for posture in range(POSTURES)]
    tried = [(state, _mass_matrix(robot, state)) for state in states if state is not None]
    matrices = [M for _, M in tried if M is not None]
    inertias = [[M[i][i] for i in range(n)] for M in matrices]
    lightest = tuple(_positive(min(column)) for column in zip(*inertias, strict=True))
    alone = zip(*(_inertias_alone(M) for M in matrices), strict=True)
    at = {name: float(value) for name, value in zip(robot.parameter_names, full, strict=True)}
    return Scales(
        inertias=tuple(_positive(max(column)) for column in zip(*inertias, strict=True)),
        lightest=lightest,
        theta=_magnitudes(names, theta),
        alone=tuple(min(column) if min(column) > 0 else least for column, least in zip(alone, lightest, strict=True)),
        coulomb=tuple(abs(at.get(f"{name}.fc", 0.0)) for name in robot.joint_names),
        effort=tuple(float(joint.limits.effort or 0.0) for joint in robot.moving_joints),
        start=tuple(theta),
        names=tuple(names),
        largest=_largest(names, theta),
        viscous=tuple(abs(at.get(f"{name}.fv", 0.0)) for name in robot.joint_names),
        pi=pi_of_full(robot, full),
        owners=_owners(robot, names),
        moving=tuple(_moving(robot, state, M, columns) for state, M in tried if columns and M is not None),
    )


def _moving(robot: Robot, state: dict[str, Any], M: list[list[float]], columns: Columns) -> Moving:
    flat = run(KERNELS[columns.kernel], robot, FLOATS, state)["Y"]
    rows = [tuple(flat[i * len(flat) // robot.n : (i + 1) * len(flat) // robot.n]) for i in range(robot.n)]
    if columns.B is not None:
        by_estimate = [[(j, b) for j, b in enumerate(column) if b] for column in zip(*columns.B, strict=True)]
        rows = [tuple(sum(row[j] * b for j, b in column) for column in by_estimate) for row in rows]
    return Moving(tuple(rows), tuple(map(tuple, M)))


def _owners(robot: Robot, names: Sequence[str]) -> tuple[int | None, ...]:
    of = {joint.link.name: i for i, joint in enumerate(robot.moving_joints)}
    of |= {name: i for i, name in enumerate(robot.joint_names)}
    return tuple(of.get(name.rpartition(".")[0]) for name in names)


def _state(robot: Robot, full: Sequence[Fraction], posture: int) -> dict[str, Any] | None:
    """A posture, and a motion there; the first is that of all angles zero.

    Of a robot with loops, it is the one in which it was assembled, and others are near it; None where one cannot close.
    """
    source = random.Random(posture)
    q, at = _assembled(robot)
    near = NEAR if robot.closing is not None and robot.closing.loops else 1
    steps = [source.randint(-SLOPES, SLOPES) if posture else 0 for _ in range(robot.n)]
    turns = [rational_rotation(slope + Fraction(step, near * SLOPES)) for slope, step in zip(at, steps, strict=True)]
    state: dict[str, Any] = {"q": q, "parameters": [float(x) for x in full]}
    if is_closed_by_newton(robot):
        state["q"] = [x + step / (near * SLOPES) for x, step in zip(q, steps, strict=True)]
        passive = following_joints(robot, state["q"])
        if passive is None:
            return None
        state["passive"] = passive
    else:
        state |= {"cos": [float(c) for c, _ in turns], "sin": [float(s) for _, s in turns]}
    speeds = [source.choice((-1, 1)) * source.randint(SLOPES // 2, SLOPES) for _ in range(robot.n)]
    state["sign"] = [1.0 if x > 0 else -1.0 for x in speeds]
    state["qd"] = [SPEED * x / SLOPES for x in speeds]
    state["qdd"] = [ACCELERATION * source.randint(-SLOPES, SLOPES) / SLOPES for _ in range(robot.n)]
    return state


def _mass_matrix(robot: Robot, state: Mapping[str, Any]) -> list[list[float]] | None:
    """Mass matrix in a posture; None where loops cannot close."""
    try:
        entries = run(KERNELS["mass_matrix"], robot, FLOATS, state)["M"]
    except ValueError:  # the root of a negative number
        return None
    return [list(entries[i * robot.n : (i + 1) * robot.n]) for i in range(robot.n)]


def _inertias_alone(M: list[list[float]]) -> list[float]:
    """What is left of M_ii when the other joints are eliminated; 0 where they cannot be."""
    found = []
    for last in range(len(M)):
        order = [i for i in range(len(M)) if i != last] + [last]
        A = [[M[i][j] for j in order] for i in order]
        for i in range(len(A) - 1):
            for j in range(i + 1, len(A)):
                factor = A[j][i] / A[i][i] if A[i][i] > 0 else 0.0
                A[j] = [a - factor * b for a, b in zip(A[j], A[i], strict=True)]
        found.append(A[-1][-1])
    return found


def assembled_at(robot: Robot) -> tuple[float, ...]:
    """Return where the coordinates of a robot with loops are when it is assembled; of others nothing."""
    closing = robot.closing
    if closing is None or not closing.loops or closing.transmission:
        return ()
    return tuple(closing.closed_at[i] or 0.0 for i in closing.actuated)


def _assembled(robot: Robot) -> tuple[list[float], list[Fraction]]:
    """Return numbers of the coordinates and tangents of half their angles where loops are closed, else zeros."""
    q = list(assembled_at(robot))
    if not q:
        return [0.0] * robot.n, [Fraction(0)] * robot.n
    angles = [x + to_float(joint.offset) for x, joint in zip(q, robot.moving_joints, strict=True)]
    return q, [Fraction(math.tan(angle / 2)).limit_denominator(NEAR * SLOPES) for angle in angles]


def _positive(inertia: float) -> float:
    """A joint that moves no inertia, or with parameters no body has, still gets a gain."""
    return inertia if inertia > 0 else 1.0


def _largest(names: Sequence[str], theta: Sequence[float]) -> tuple[float, ...]:
    """For every estimate the largest one that is measured in its unit."""
    kinds = [KINDS.get(name.rpartition(".")[2], name.rpartition(".")[2]) for name in names]
    largest: dict[str, float] = {}
    for kind, value in zip(kinds, theta, strict=True):
        largest[kind] = max(largest.get(kind, 0.0), abs(value))
    return tuple(largest[kind] for kind in kinds)


def _magnitudes(names: Sequence[str], theta: Sequence[float]) -> tuple[float, ...]:
    pairs = zip(theta, _largest(names, theta), strict=True)
    return tuple(max(abs(value), LEAST_SHARE * largest) or 1.0 for value, largest in pairs)


def rounded(value: float) -> float:
    """Return a gain with three digits: nobody tunes to more, and it is read easily."""
    return float(f"{value:.3g}")
