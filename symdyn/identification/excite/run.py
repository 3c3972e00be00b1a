"""Find an exciting motion: a robot and its limits -> the motion that shows its minimal parameters best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from symdyn.errors import InputError, unknown_name
from symdyn.identification.excite.families import Family, WayPoints, fourier_series
from symdyn.identification.excite.limits import Limits, limits_of, with_margin
from symdyn.identification.excite.problem import Problem, problem_of
from symdyn.identification.excite.search import Best, search
from symdyn.identification.excite.worth import MEASURES, condition, volume
from symdyn.identification.fit.held import Held, held_by
from symdyn.identification.fit.model import SAMPLES, Torques
from symdyn.identification.logs.log import Array
from symdyn.identification.vectors import minimal_matrix, minimal_set
from symdyn.model.robot import Robot
from symdyn.simulate.motion.motion import Motion, Trajectory

UNUSED = 0.02  # of ranges, speeds and accelerations: what a controller needs to stay on the motion
UNSURE = 0.2  # of torques: the file's parameters are what is to be found out


@dataclass(frozen=True, slots=True, eq=False)
class Excitation:
    """A motion that shows a robot's parameters: `q(t)`, `qd(t)`, `qdd(t)`; it repeats after `period` seconds.

    `condition` is that of the regressor's columns, made of length one; `logdet` is -log det(WᵀW / rows). `random` is
    the measure of the best of `looked_at` motions at random, made as large as the same limits allow. `nearest` says
    for each kind of limit, as a part of it, how near the motion comes. `trajectory` is what scenarios call so.
    """

    robot: Robot
    trajectory: Trajectory
    period: float
    criterion: str
    condition: float
    logdet: float
    random: float
    looked_at: int
    parameters: int
    nearest: dict[str, float]
    notes: tuple[str, ...]

    @property
    def value(self) -> float:
        """The measure that was minimised."""
        return self.condition if self.criterion == "condition" else self.logdet

    def motion(self, t: Any) -> Motion:
        """Return positions, velocities and accelerations at times (N,), each (N, n)."""
        times = np.atleast_1d(np.asarray(t, dtype=float))
        return self.trajectory.motion(np.mod(times, self.period), self.robot)

    def q(self, t: Any) -> Array:
        """Return positions at a time (n,), or at times (N, n)."""
        return _like(t, self.motion(t).q)

    def qd(self, t: Any) -> Array:
        """Return velocities."""
        return _like(t, self.motion(t).qd)

    def qdd(self, t: Any) -> Array:
        """Return accelerations."""
        return _like(t, self.motion(t).qdd)

    def __repr__(self) -> str:
        """Say what it is worth."""
        what = f"{self.robot.name}, {self.period:g} s: condition {self.condition:.4g}, -log det {self.logdet:.4g}"
        return f"<Excitation of {what}>"


def excite(
    robot: Robot | Any,
    *,
    harmonics: int = 5,
    period: float = 10.0,
    waypoints: int | None = None,
    criterion: str = "condition",
    limits: Limits | str | Path | None = None,
    acceleration: Any = None,
    margin: float = UNUSED,
    torque_margin: float = UNSURE,
    starts: int = 4,
    random: int = 1000,
    seconds: float = 60.0,
    seed: int = 0,
    progress: Callable[[str], None] = lambda step: None,
) -> Excitation:
    """Find a motion that shows a robot's minimal parameters.

    Args:
        robot: a robot, or whatever `load` accepts.
        harmonics: of the Fourier series, each joint's own.
        period: in s, after which the motion begins again.
        waypoints: how many poses with minimum jerk between them, instead of a Fourier series.
        criterion: "condition" of the columns made of length one, or "logdet".
        limits: a file of limits, or `Limits`; by default the robot file's.
        acceleration: limits of accelerations, one for all joints or one for each; robot files have none.
        margin: part of ranges, velocities and accelerations that is left unused.
        torque_margin: part of the torques that is left unused, since parameters are not known yet.
        starts: how many searches, from the best of that many parts of the random motions.
        random: how many random motions are tried first.
        seconds: after which the best so far is taken.
        seed: of the random motions.
        progress: is told how far it is.
    """
    from symdyn.model import load

    known = robot if isinstance(robot, Robot) else load(robot)
    _check(criterion=criterion, period=period, starts=starts, random=random, seconds=seconds, waypoints=waypoints)
    for name, part in (("margin", margin), ("torque_margin", torque_margin)):
        if not 0 <= part < 1:
            raise InputError(f"must be at least 0 and below 1, not {part:g}", field=name)
    family: Family = fourier_series(harmonics, period) if waypoints is None else WayPoints(waypoints, period)
    allowed = limits if isinstance(limits, Limits) else limits_of(known, limits)
    if acceleration is not None:
        allowed = replace(allowed, acceleration=_each(acceleration, known))
    progress("compiling")
    problem, notes = _problem(known, family, with_margin(allowed, margin, torque_margin), criterion)
    best = search(problem, starts=starts, random=-(-random // starts), seconds=seconds, seed=seed, progress=progress)
    return _found(known, problem, best, criterion, (*notes, *_unlimited(known, allowed)))


def _problem(robot: Robot, family: Family, limits: Limits, criterion: str) -> tuple[Problem, list[str]]:
    from symdyn.options import Options
    from symdyn.runtime.build import build

    kernels = ("regressor", "forward_kinematics") if limits.boxes else ("regressor",)
    built = build(robot, Options(only=kernels))
    if not minimal_set(robot).names:
        raise InputError("its torques depend on no parameter: there is nothing to excite", field=robot.name)
    held = held_by(robot)
    pi, notes = minimal_matrix(robot) @ robot.parameters, [f"{tie}: no motion shows it" for tie in held.ties]
    if np.isfinite(limits.effort).any() and not np.isfinite(pi).all():
        notes.append("the file leaves parameters unknown, so that torques were not limited")
    limited = np.isfinite(pi).all() and np.isfinite(limits.effort).any()
    places = built.forward_kinematics if limits.boxes else None
    regressor, told = _told_apart(built.regressor, held, robot.n)
    return problem_of(family, limits, MEASURES[criterion], regressor, told @ pi if limited else None, places), notes


def _told_apart(regressor: Torques, held: Held, n: int) -> tuple[Torques, Array]:
    """Return the columns that torques tell apart, and the matrix that makes their parameters of all."""
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, SAMPLES, n))
    Y = regressor(q, qd, qdd)
    kept = held.kept(Y.shape[2])
    if kept.all():
        return regressor, np.eye(len(kept))
    told = np.eye(len(kept))[kept]
    columns = Y.reshape(-1, len(kept))
    told[:, ~kept] = np.linalg.lstsq(columns[:, kept], columns[:, ~kept], rcond=None)[0]
    return lambda *motion: np.ascontiguousarray(regressor(*motion)[:, :, kept]), told


def _found(robot: Robot, problem: Problem, best: Best, criterion: str, notes: tuple[str, ...]) -> Excitation:
    if best.C is None:
        raise InputError(_why_none(problem), field=robot.name)
    Y = problem.regressor(*(np.ascontiguousarray(B @ best.C) for B in problem.basis))
    W = Y.reshape(-1, Y.shape[2])
    worth = condition(W)
    if not np.isfinite(worth):
        notes = (*notes, "no motion within these limits shows all parameters")
    return Excitation(
        robot=robot,
        trajectory=problem.family.trajectory(best.C),
        period=problem.family.period,
        criterion=criterion,
        condition=worth,
        logdet=volume(W),
        random=best.random,
        looked_at=best.looked_at,
        parameters=W.shape[1],
        nearest=problem.nearest(best.C),
        notes=notes,
    )


def _why_none(problem: Problem) -> str:
    rest = problem.nearest(problem.family.still(problem.limits.middle))
    beyond = [kind for kind, part in rest.items() if part > 1]
    if beyond:
        return f"at rest in the middle of its ranges it is beyond limits of {' and '.join(beyond)}; narrow the ranges"
    return "no motion within the limits was found; give it more time, or wider limits"


def _unlimited(robot: Robot, limits: Limits) -> list[str]:
    """Say what nothing limits."""
    found = []
    for word in ("velocity", "acceleration", "effort"):
        free = [name for name, value in zip(robot.joint_names, getattr(limits, word), strict=True) if value == np.inf]
        if len(free) == robot.n:
            found.append(f"nothing limits {word}; a file of limits may")
        elif free:
            found.append(f"nothing limits {word} of {', '.join(free)}")
    return found


def _each(acceleration: Any, robot: Robot) -> Array:
    try:
        given = np.broadcast_to(np.asarray(acceleration, dtype=float).squeeze(), (robot.n,))
    except (TypeError, ValueError):
        raise InputError(f"needs one number, or {robot.n}, one for each joint", field="acceleration") from None
    if not (given > 0).all():
        raise InputError("must be above 0", field="acceleration")
    return given


def _check(*, criterion: str, period: float, starts: int, random: int, seconds: float, waypoints: int | None) -> None:
    if criterion not in MEASURES:
        raise InputError(unknown_name("criterion", criterion, MEASURES), field="criterion")
    for name, value, least in (("starts", starts, 1), ("random", random, 1), ("waypoints", waypoints, 2)):
        if value is not None and value < least:
            raise InputError(f"must be {least} or more, not {value}", field=name)
    for name, number in (("period", period), ("seconds", seconds)):
        if not 0 < number < float("inf"):
            raise InputError(f"must be a number above 0, not {number:g}", field=name)


def _like(t: Any, rows: Array) -> Array:
    return rows if np.ndim(t) else np.asarray(rows[0])
