"""Many runs of one scenario with drawn parameters, loads and disturbances, and their quantiles."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from symdyn.errors import InputError, unknown_name
from symdyn.model import Robot, load
from symdyn.simulate.loop.size import check_runs, check_size
from symdyn.simulate.monte_carlo.variation import drawn
from symdyn.simulate.motion.motion import Array
from symdyn.simulate.run import Prepared, Run, prepare, run_prepared, varied
from symdyn.simulate.scenario.scenario import CONTINUOUS, Scenario

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
CURVE_POINTS = 201
NUMBERS = ("rms_error", "max_error", "final_error", "settling_time", "peak_torque", "parameter_error")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One run in short: what was drawn, its numbers (infinite where it stopped or never settles), and its curves."""

    run: int
    factors: Mapping[str, float]
    numbers: Mapping[str, float]
    error: Array  # the largest of all joints, at CURVE_POINTS times; infinite after a stop
    torque: Array  # the largest of all joints
    stopped: str


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """All runs of a scenario."""

    robot: str
    law: str
    scenario: Scenario
    outcomes: tuple[Outcome, ...]

    @property
    def times(self) -> Array:
        """The times of the curves."""
        return np.linspace(0.0, self.scenario.duration, CURVE_POINTS)

    @property
    def stopped(self) -> tuple[Outcome, ...]:
        """Runs that ended before their time."""
        return tuple(outcome for outcome in self.outcomes if outcome.stopped)

    def quantiles(self) -> dict[str, dict[str, float]]:
        """Return quantiles of every number that all runs have."""
        found = {}
        for name in NUMBERS:
            values = [outcome.numbers[name] for outcome in self.outcomes]
            if not np.isnan(values).any():
                found[name] = {f"{level:g}": _quantile(np.array(values), level) for level in LEVELS}
        return found

    def bands(self, curve: str) -> Array:
        """Return the quantiles of a curve at every time, one row for each of LEVELS."""
        curves = np.array([getattr(outcome, curve) for outcome in self.outcomes])
        return np.array([_quantile(curves, level) for level in LEVELS])


def _quantile(values: Array, level: float) -> Any:
    """Interpolate linearly between two runs; between a finite and an infinite one the quantile is infinite."""
    with np.errstate(invalid="ignore"):  # infinity minus itself, where the result is not used
        between = np.quantile(values, level, axis=0)
    low, high = (np.quantile(values, level, axis=0, method=method) for method in ("lower", "higher"))
    return np.where(np.isfinite(low) & np.isfinite(high), between, high)[()]


def monte_carlo(
    robot: Robot,
    scenario: Scenario,
    law: str | None,
    runs: int,
    executor: Executor,
    progress: Callable[[float], None] = lambda done: None,
) -> MonteCarlo:
    """Make ``runs`` runs; the result does not depend on the executor."""
    check_runs(runs)
    check_size(robot, scenario, getattr(executor, "at_once", 1))  # a cluster's workers have memory of their own
    prepared = prepare(robot, scenario, law)  # compiles what the others then find compiled
    law = prepared.controller.law_name
    check_varied(prepared, scenario)
    task = pickle.dumps((dict(robot.source), scenario, law))
    futures = [executor.submit(one_run, task, run) for run in range(runs)]
    for done, _ in enumerate(as_completed(futures), start=1):
        progress(done / runs)
    outcomes = sorted((future.result() for future in futures), key=lambda outcome: outcome.run)
    return MonteCarlo(robot.name, law, scenario, tuple(outcomes))


def check_varied(prepared: Prepared, scenario: Scenario) -> None:
    """Refuse gains that the law does not have, and a rate that there is not."""
    ranges, gains = scenario.variation, prepared.controller.gains
    for name, _ in ranges.gains if ranges else ():
        if name not in gains:
            raise InputError(unknown_name("gain", name, gains), field="monte_carlo.gains")
        if np.asarray(gains[name]).dtype.kind not in "f":
            raise InputError("is a choice: it has no factor", field=f"monte_carlo.gains.{name}")
    if ranges and ranges.rate and scenario.control.rate == CONTINUOUS:
        raise InputError("the controller is continuous: it has no rate that could vary", field="monte_carlo.rate")


@lru_cache(maxsize=2)
def _prepared(task: bytes) -> tuple[Prepared, Scenario]:
    """Build once in every process; ``task`` comes from `monte_carlo`."""
    source, scenario, law = pickle.loads(task)
    return prepare(load(source), scenario, law), scenario


def one_run(task: bytes, run: int) -> Outcome:
    """Make one run, in whichever process this is."""
    prepared, scenario = _prepared(task)
    draw = drawn(prepared.robot, scenario, run)
    made = run_prepared(varied(prepared, draw.scenario, draw.gains), draw.scenario, full=draw.full, notes=False)
    return _outcome(run, draw.factors, made)


def _outcome(run: int, factors: Mapping[str, float], made: Run) -> Outcome:
    seen, summary = made.recording, made.summary
    numbers = {
        "rms_error": summary.rms_error,
        "max_error": summary.max_error,
        "final_error": summary.final_error,
        "settling_time": np.inf if summary.settling_time is None else summary.settling_time,
        "peak_torque": summary.peak_torque,
        "parameter_error": summary.parameter_error[1] if summary.parameter_error else np.nan,
    }
    if seen.stopped:  # the worst in everything that it has
        learns = bool(seen.theta_names)
        numbers = {name: np.inf if learns or name != "parameter_error" else np.nan for name in numbers}
    error, torque = (_curve(made, np.abs(block).max(axis=1)) for block in (seen.error, seen.applied))
    return Outcome(run, factors, numbers, error, torque, seen.stopped.reason if seen.stopped else "")


def _curve(made: Run, values: Array) -> Array:
    """Return values at the times of all runs' curves; infinite where a run had already stopped."""
    times, seen = np.linspace(0.0, made.scenario.duration, CURVE_POINTS), made.recording
    if not len(seen.time):
        return np.full(CURVE_POINTS, np.inf)
    curve = np.interp(times, seen.time, values)
    return curve if seen.stopped is None else np.where(times <= seen.time[-1], curve, np.inf)
