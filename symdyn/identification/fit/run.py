"""Identify a robot: the pieces in order, from logs to minimal parameters, how sure they are, and what is doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

import numpy as np

from symdyn.errors import InputError, unknown_name
from symdyn.identification.fit.delay import delay_of
from symdyn.identification.fit.doubts import few_rows, hopeless, negative, unexplained
from symdyn.identification.fit.entropy import entropic_of
from symdyn.identification.fit.factor import Factor
from symdyn.identification.fit.fleet import all_triangles, together
from symdyn.identification.fit.friction import chosen_columns, friction_columns, worth_of_friction
from symdyn.identification.fit.gather import Gathered
from symdyn.identification.fit.held import Held
from symdyn.identification.fit.joint_by_joint import LinSet, lin_set
from symdyn.identification.fit.model import Model, model_of
from symdyn.identification.fit.noise import together_in_band
from symdyn.identification.fit.places import Elsewhere, Here, Progress
from symdyn.identification.fit.prior import Prior, prior_of
from symdyn.identification.fit.recursion import course_of
from symdyn.identification.fit.result import Fit, Logs, recordings_of
from symdyn.identification.fit.rows import STANDSTILL, Recipe
from symdyn.identification.fit.solve import METHODS, Solution
from symdyn.identification.fit.student import Together, parameter_freedom, widened
from symdyn.identification.fit.unseen import unseen_parameters
from symdyn.identification.fit.verdict import joint_errors
from symdyn.identification.logs.log import Array
from symdyn.model.robot import Robot


def identify(
    robot: Robot | Any,
    logs: Logs,
    *,
    method: str = "wls",
    filter: float | None = None,
    rate: float | None = None,
    standstill: float = STANDSTILL,
    delay: float = 0.0,
    prior: tuple[Any, float] | None = None,
    friction: Sequence[str] = (),
    physical: bool = True,
    entropic: tuple[Any, float] | None = None,
    executor: Executor | None = None,
    progress: Progress = lambda step: None,
) -> Fit:
    """Identify the minimal parameters of a robot from logs of its motion.

    Args:
        robot: a robot, or whatever `load` accepts; what it has no values for need not be known.
        logs: one log or several: paths, which are read in pieces, or logs that were read with `read_log`.
        method: "wls" weighs every joint by its noise, "ols" does not, "ridge" damps, "svd" truncates; "lin" goes joint
            by joint from the last inwards; "rls" goes row by row, is "wls" in the end, and keeps the way there.
        filter: cut-off in Hz, infinite for none; by default chosen from the spectrum of each log.
        rate: rows a second that are used; by default twice the cut-off.
        standstill: part of a joint's largest speed below which it is at rest: rows that are a twelfth rest or more
            are left out where Coulomb friction enters them.
        delay: seconds by which torques come later than positions; taken off. The fit says what it finds beside it.
        prior: a robot file, and the part of each value's size to which it is believed; with "wls".
        friction: "asymmetric" and "stribeck" beside what the robot has; reported, since robot files do not hold them.
        physical: whether to look for bodies that can exist.
        entropic: a robot file to whose bodies those that can exist are drawn, by the divergence of log det, and the
            part of their size to which they are believed.
        executor: whose workers read the logs, which are paths then; by default they are read here.
        progress: is told every step.
    """
    from symdyn.model import load

    known = robot if isinstance(robot, Robot) else load(robot)
    _refuse_what_does_not_go_together(method, delay, prior, friction, physical, entropic, executor)
    belief = None if prior is None else prior_of(known, *prior)
    drawn_to = None if entropic is None else entropic_of(known, *entropic)
    recordings = recordings_of(logs, known)
    progress("compiling")
    model = model_of(known, friction_columns(known, friction))
    recipe = Recipe(replace(model, held=model.held.unless(belief)), filter, rate, standstill, delay)
    gathered = (Here(recipe) if executor is None else Elsewhere(recipe, executor)).gathered(recordings, progress)
    if friction:
        recipe, gathered = _with_chosen(recipe, gathered)
    place = Here(recipe) if executor is None else Elsewhere(recipe, executor)
    triangles = all_triangles(gathered)
    factors = list(triangles.factors)
    _refuse_rest(factors, known)
    progress("solving")
    lin = _lin_set(recipe.model, must=method == "lin")
    held = recipe.model.held
    first = _solved(factors, method, lin, held, None, belief)
    studies = place.studied(recordings, gathered, first.x, progress)
    rows = np.array([factor.rows for factor in factors], dtype=float)
    correlated = together_in_band(studies, [one.rows for one in gathered], first, rows)
    plain = _solved(factors, method, lin, held, correlated.inflation, belief)
    in_file, worth = _without_friction(factors, recipe.model, plain, correlated, rows)
    beside = delay_of(triangles.late, held, correlated.inflation, delay)
    course = None
    if method == "rls":
        progress("row by row")
        course = course_of(recordings, gathered, recipe, plain.noise)
        plain = replace(plain, x=course.last)
    freedom = correlated.freedom(plain, rows)
    found = widened(plain, freedom)
    errors = joint_errors(known.joint_names, factors, found.x)
    return Fit(
        source=known,
        names=recipe.model.names,
        pi=found.x,
        covariance=found.covariance,
        plain=in_file,
        condition=found.condition,
        noise=found.noise,
        errors=errors,
        unseen=unseen_parameters(recipe.model, found),
        excitement=lin.excitement(factors, known.joint_names) if lin is not None else (),
        rows=sum(factor.rows for factor in factors),
        cutoffs=tuple(one.seen.keep_low.cutoff for one in gathered),
        method=method,
        notes=(
            *(note for one in gathered for note in one.seen.notes),
            *few_rows(factors, len(found.x)),
            *unexplained(errors, "the model does"),
            *([beside.told] if beside.told else []),
            *worth,
            *hopeless(found.condition),
            *negative(recipe.model.names[: recipe.model.minimal], found),
        ),
        recipe=recipe,
        factors=tuple(factors),
        gathered=tuple(gathered),
        residuals=tuple(studies),
        together=correlated,
        delay=beside,
        freedom=parameter_freedom(plain, freedom),
        physical=physical,
        entropic=drawn_to,
        course=course,
    )


def _refuse_what_does_not_go_together(
    method: str, delay: float, prior: Any, friction: Sequence[str], physical: bool, entropic: Any, executor: Any
) -> None:
    if method not in METHODS:
        raise InputError(unknown_name("method", method, METHODS), field="method")
    if prior is not None and method != "wls":
        raise InputError(f"counts with the method wls, not with {method}", field="prior")
    if not np.isfinite(delay):
        raise InputError(f"must be a number of seconds, not {delay:g}", field="delay")
    if method == "rls" and executor is not None:
        raise InputError("goes through logs in their order, which a cluster does not", field="method rls")
    if entropic is not None and not physical:
        raise InputError("is about bodies that can exist, which are not asked for", field="entropic")
    if friction and (executor is not None or prior is not None or method == "lin"):
        raise InputError("goes neither with a cluster, nor with a prior, nor with lin", field="friction")


def _without_friction(
    factors: Sequence[Factor], model: Model, found: Solution, correlated: Together, rows: Array
) -> tuple[Solution, tuple[str, ...]]:
    """Return the fit that a robot file can hold, without columns of friction, and whether those were worth it."""
    if not model.columns:
        return found, ()
    narrow = [factor.of(range(model.minimal)) for factor in factors]
    in_file = model.held.solve(narrow, "wls", correlated.inflation)
    return in_file, worth_of_friction(in_file.noise, found.noise, rows / correlated.inflation, model)


def _with_chosen(recipe: Recipe, gathered: Sequence[Gathered]) -> tuple[Recipe, list[Gathered]]:
    """Keep the columns of friction that explain most, of every joint's one speed."""
    model = recipe.model
    kept = chosen_columns(together(gathered), model)
    places = [*range(model.minimal), *(model.minimal + i for i in kept)]
    late = [*places, len(model.names)]
    narrow = [replace(one, triangles=one.triangles.of(places, late)) for one in gathered]
    return replace(recipe, model=model_of(model.robot, [model.columns[i] for i in kept])), narrow


def _lin_set(model: Model, *, must: bool) -> LinSet | None:
    """Return Lin's combinations, or nothing for robots that they are not for."""
    try:
        return lin_set(model)
    except InputError as error:
        if must:
            raise InputError(error.what, field="method lin") from None
        return None


def _solved(
    factors: Sequence[Factor], method: str, lin: LinSet | None, held: Held, inflation: Array | None, prior: Prior | None
) -> Solution:
    if method == "lin" and lin:
        return lin.solution(factors, inflation)
    return held.solve(factors, method, inflation, prior)


def _refuse_rest(factors: Sequence[Factor], robot: Robot) -> None:
    if not sum(factor.rows for factor in factors):
        raise InputError("the joints hardly move in these logs: there is nothing to identify from", field=robot.name)
