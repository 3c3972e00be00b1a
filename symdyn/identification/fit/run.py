"""Identify a robot: logs -> minimal parameters with their uncertainty, bodies behind them, a verdict on other logs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.fit.bodies import Bodies, bodies_behind
from symdyn.identification.fit.factor import Factor, factor_of, no_rows
from symdyn.identification.fit.noise import inflation
from symdyn.identification.fit.robot import with_values
from symdyn.identification.fit.rows import Recipe, Rows, rows_of
from symdyn.identification.fit.solve import METHODS, Solution, solve
from symdyn.identification.fit.unseen import Unseen, unseen_parameters
from symdyn.identification.fit.verdict import JointError, joint_errors
from symdyn.identification.logs import Log, read_log
from symdyn.identification.logs.log import Array, Mask
from symdyn.identification.vectors import minimal_matrix, minimal_set
from symdyn.model.robot import Robot

Progress = Callable[[str], None]
UNEXPLAINED = 0.5  # of a joint's torque
HOPELESS = 1e4  # condition of columns of length one


@dataclass(frozen=True, eq=False)
class Fit:
    """What logs say about a robot: `pi` with `sigma` and `covariance`, by `names`; and what they cannot say, `unseen`.

    `errors` are those of the fit itself, joint by joint; `validate` gives those on another log. `cutoffs` are the
    filters' in Hz.
    """

    source: Robot
    names: tuple[str, ...]
    pi: Array
    covariance: Array
    condition: float
    noise: Array
    errors: tuple[JointError, ...]
    unseen: tuple[Unseen, ...]
    rows: int
    cutoffs: tuple[float, ...]
    method: str
    notes: tuple[str, ...]
    recipe: Recipe
    factors: tuple[Factor, ...]
    physical: bool

    @property
    def sigma(self) -> Array:
        """The standard deviation of every parameter; infinite where the data shows nothing of it."""
        return np.asarray(np.sqrt(np.diag(self.covariance)))

    @cached_property
    def bodies(self) -> Bodies:
        """Bodies that have these parameters, or the nearest that can exist."""
        return bodies_behind(self.source, self.pi, self.factors, self.noise, search=self.physical)

    @property
    def written_errors(self) -> tuple[JointError, ...]:
        """Errors on the logs of the fit with the values that `robot` has."""
        return joint_errors(self.source.joint_names, self.factors, minimal_matrix(self.source) @ self.full)

    @property
    def full(self) -> Array:
        """The full parameter vector of these bodies."""
        return self.bodies.full

    @cached_property
    def robot(self) -> Robot:
        """The robot with these values."""
        return with_values(self.source, self.full)

    def validate(self, logs: Log | str | Path | Iterable[Log | str | Path]) -> tuple[JointError, ...]:
        """Predict the torques of other logs, with the values that `robot` has."""
        factors, _, _ = _factors(self.source, _all_read(logs, self.source), self.recipe)
        return joint_errors(self.source.joint_names, factors, minimal_matrix(self.source) @ self.full)

    def __repr__(self) -> str:
        """Say how it went, not all numbers."""
        worst = max(self.errors, key=lambda one: one.relative)
        told = f"{len(self.names)} parameters from {self.rows} rows, {len(self.unseen)} unseen"
        return f"<Fit of {self.source.name}: {told}, worst {worst.joint} {worst.relative:.2%}>"


def identify(
    robot: Robot | Any,
    logs: Log | str | Path | Iterable[Log | str | Path],
    *,
    method: str = "wls",
    filter: float | None = None,
    rate: float | None = None,
    physical: bool = True,
    progress: Progress = lambda step: None,
) -> Fit:
    """Identify the minimal parameters of a robot from logs of its motion.

    Args:
        robot: a robot, or whatever `load` accepts; what it has no values for need not be known.
        logs: one log or several, read with `read_log` or as paths.
        method: "wls" weighs every joint by its noise, "ols" does not, "ridge" damps, "svd" truncates.
        filter: cut-off in Hz; by default chosen from the spectrum of each log.
        rate: rows a second that are used; by default twice the cut-off.
        physical: whether to look for bodies that can exist.
        progress: is told every step.
    """
    from symdyn.model import load

    known = robot if isinstance(robot, Robot) else load(robot)
    if method not in METHODS:
        solve((), method)
    read = _all_read(logs, known)
    progress("compiling")
    recipe = Recipe(_regressor(known), _sticking(known), filter, rate)
    factors, residual_rows, cutoffs = _factors(known, read, recipe, progress)
    _refuse_rest(factors, known)
    progress("solving")
    first = solve(factors, method)
    grown = _inflation(residual_rows, first, known.n)
    found = solve(factors, method, grown)
    names = minimal_set(known).names
    errors = joint_errors(known.joint_names, factors, found.x)
    return Fit(
        source=known,
        names=names,
        pi=found.x,
        covariance=found.covariance,
        condition=found.condition,
        noise=found.noise,
        errors=errors,
        unseen=unseen_parameters(names, found),
        rows=sum(factor.rows for factor in factors),
        cutoffs=cutoffs,
        method=method,
        notes=(*(note for log in read for note in log.notes), *_doubts(errors, found.condition)),
        recipe=recipe,
        factors=tuple(factors),
        physical=physical,
    )


def _doubts(errors: Sequence[JointError], condition: float) -> list[str]:
    """Say where a fit is hardly one."""
    doubts = [
        f"the model does not explain {one.joint}: the error is {one.relative:.0%} of its torque; are signs, units and"
        " the order of columns right?"
        for one in errors
        if one.relative > UNEXPLAINED
    ]
    if HOPELESS < condition < np.inf:
        doubts.append(f"the condition is {condition:.2g}: this motion hardly tells parameters apart")
    return doubts


def _all_read(logs: Log | str | Path | Iterable[Log | str | Path], robot: Robot) -> list[Log]:
    several = [logs] if isinstance(logs, Log | str | Path) else list(logs)
    if not several:
        raise InputError("there are no logs", field=robot.name)
    return [log if isinstance(log, Log) else read_log(log, robot) for log in several]


def _regressor(robot: Robot) -> Callable[[Array, Array, Array], Array]:
    from symdyn.options import Options
    from symdyn.runtime.build import build

    regressor: Callable[[Array, Array, Array], Array] = build(robot, Options(only=("regressor",))).regressor
    return regressor


def _sticking(robot: Robot) -> Mask:
    return np.array([any(effect.name.endswith(".fc") for effect in joint.effects) for joint in robot.moving_joints])


def _factors(
    robot: Robot, logs: Sequence[Log], recipe: Recipe, progress: Progress = lambda step: None
) -> tuple[list[Factor], list[Rows], tuple[float, ...]]:
    """Return the triangle of every joint, the thinned rows behind them, and the filters' cut-offs."""
    factors = [no_rows(len(minimal_set(robot).names)) for _ in range(robot.n)]
    kept: list[Rows] = []
    cutoffs: list[float] = []
    for log in logs:
        if log.q.shape[1] != robot.n:
            raise InputError(f"has {log.q.shape[1]} joints, the robot {robot.n}", file=log.name)
        progress(log.name)
        for rows, keep_low in rows_of(log, recipe):
            if not cutoffs or cutoffs[-1] != keep_low.cutoff:
                cutoffs.append(keep_low.cutoff)
            kept.append(rows)
            for j in range(robot.n):
                chosen = rows.counts[:, j]
                if chosen.any():
                    factors[j] = factors[j].merged(factor_of(rows.Y[chosen, j], rows.tau[chosen, j]))
    return factors, kept, tuple(cutoffs)


def _refuse_rest(factors: Sequence[Factor], robot: Robot) -> None:
    if not sum(factor.rows for factor in factors):
        raise InputError("the joints hardly move in these logs: there is nothing to identify from", field=robot.name)


def _inflation(kept: Sequence[Rows], found: Solution, n: int) -> Array:
    """How far residuals go together in time, joint by joint."""
    grown = np.ones(n)
    for j in range(n):
        residuals = [rows.tau[:, j] - rows.Y[:, j] @ found.x for rows in kept]
        grown[j] = inflation(np.concatenate(residuals)) if residuals else 1.0
    return grown
