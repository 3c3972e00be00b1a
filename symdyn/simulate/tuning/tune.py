"""The search for gains: random factors first, then one knob after the other, with steps that shrink.

Runs are deterministic: noise comes from the scenario's seed, random factors from the search's, so the same call finds
the same gains. It is a search of a few hundred runs and finds a good place near where it starts, not the best there
is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from symdyn.errors import InputError
from symdyn.model import Robot
from symdyn.simulate.motion.motion import Array
from symdyn.simulate.run import Prepared, prepare, run_prepared
from symdyn.simulate.scenario.scenario import CONTINUOUS, Scenario
from symdyn.simulate.tuning.cost import USUAL, Parts, cost, parts_of
from symdyn.simulate.tuning.steps import Knob, knobs, turned

RANDOM = 0.4  # of the runs
FIRST_STEP, LAST_STEP = np.log(2.0), np.log(1.05)
AT_BOUND = 1e-6
OTHER_SEED = 1


@dataclass(frozen=True, slots=True)
class Tuned:
    """Gains that were found: what runs with them and with those at the start are like, and what they cost.

    `gains` are those that were turned, and those that the scenario gives: what was found is good with them alone.
    `held_out` is the cost with noise that was not searched with, over that of the gains at the start; None without
    noise.
    """

    robot: str
    law: str
    gains: Mapping[str, Array]
    factors: Mapping[str, float]
    first: Parts
    found: Parts
    cost: float
    held_out: float | None
    runs: int
    stopped_early: bool
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tuning:
    """How gains are searched for: at most so many runs, which gains, between which factors of where they start."""

    weights: Mapping[str, float]
    runs: int = 200
    vary: tuple[str, ...] = ()
    between: tuple[float, float] = (0.1, 10.0)
    each: bool = False
    seed: int = 0


class _EnoughRunsError(Exception):
    """All runs were made."""


class _Search:
    """The best so far; every run is counted."""

    def __init__(
        self,
        prepared: Prepared,
        scenario: Scenario,
        how: Tuning,
        turnable: tuple[Knob, ...],
        tell: Callable[[str], None],
    ) -> None:
        self.prepared, self.scenario, self.how, self.knobs, self._tell = prepared, scenario, how, turnable, tell
        self.first = self.run(np.zeros(len(turnable)), scenario)
        self.made = 1
        self.best, self.least = np.zeros(len(turnable)), 1.0 if self.first.ended else np.inf
        self.found = self.first

    def run(self, logs: Array, scenario: Scenario) -> Parts:
        own = self.prepared.controller
        try:
            prepared = replace(self.prepared, controller=own.with_gains(turned(own.gains, self.knobs, logs)))
        except InputError:  # a rule of the law says no
            lost = np.full(self.prepared.robot.n, np.inf)
            return Parts(lost, lost, lost)
        return parts_of(run_prepared(prepared, scenario, notes=False).recording)

    def try_(self, logs: Array) -> bool:
        """Make a run; return whether it is the best so far."""
        if self.made >= self.how.runs:
            raise _EnoughRunsError
        parts = self.run(logs, self.scenario)
        self.made += 1
        if not self.first.ended and parts.ended:  # the first that ends is what others are compared with
            self.first = parts
        paid = cost(parts, self.first, self.how.weights) if self.first.ended else np.inf
        better = paid < self.least
        if better:
            self.best, self.least, self.found = logs, paid, parts
        self._tell(f"run {self.made} of {self.how.runs}, cost {self.least:.4f}")
        return better


def tune(
    robot: Robot,
    scenario: Scenario,
    law: str | None,
    how: Tuning | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Tuned:
    """Search for gains of a law by simulating a scenario; an interruption ends the search with the best so far."""
    how = how or Tuning(USUAL)
    if scenario.control.rate == CONTINUOUS:
        raise InputError(
            "the controller is continuous: chatter is what sampling makes; give a rate", field="controller.rate"
        )
    scenario = replace(scenario, record=scenario.control.rate)  # chatter is seen from sample to sample
    prepared = prepare(robot, scenario, law)
    name, gains = prepared.controller.law_name, prepared.controller.gains
    if not gains:
        raise InputError("has no gains", field=name)
    search = _Search(prepared, scenario, how, knobs(name, gains, how.vary, how.between, how.each), tell)
    interrupted = False
    try:
        _look(search)
    except KeyboardInterrupt:
        interrupted = True
    except _EnoughRunsError:
        pass
    if not np.isfinite(search.least):
        raise InputError(f"every one of {search.made} runs stopped before its time; widen --range", field=scenario.name)
    found = {key: np.asarray(value) for key, value in gains.items()} | turned(gains, search.knobs, search.best)
    given = scenario.control.gains.get(name, {})
    factors = {knob.name: knob.factor(log) for knob, log in zip(search.knobs, search.best, strict=True)}
    return Tuned(
        robot=prepared.robot.name,
        law=name,
        gains={key: found[key] for key in dict.fromkeys((*(knob.gain for knob in search.knobs), *given))},
        factors=factors,
        first=search.first,
        found=search.found,
        cost=search.least,
        held_out=None if interrupted else _held_out(search),
        runs=search.made,
        stopped_early=interrupted,
        notes=tuple(_notes(search)),
    )


def _look(search: _Search) -> None:
    """Random factors of whole gains, then compass search: whole gains first, where there are knobs for joints, too."""
    low, high = (np.log([getattr(knob, end) for knob in search.knobs]) for end in ("low", "high"))
    groups = [
        np.array([knob.gain == name for knob in search.knobs]) for name in dict.fromkeys(k.gain for k in search.knobs)
    ]
    source = np.random.default_rng([search.how.seed, 2])
    while search.made < RANDOM * search.how.runs:
        logs = np.zeros(len(search.knobs))
        for group in groups:
            logs[group] = source.uniform(low[group][0], high[group][0])
        search.try_(logs)
    directions = _directions(groups, len(search.knobs))
    step = np.full(len(directions), FIRST_STEP)
    while (step > LAST_STEP).any():
        for i, direction in enumerate(directions):
            if step[i] <= LAST_STEP:
                continue
            for sign in (1.0, -1.0):
                logs = np.clip(search.best + sign * step[i] * direction, low, high)
                if not np.array_equal(logs, search.best) and search.try_(logs):
                    step[i] *= 1.5
                    break
            else:
                step[i] /= 2


def _directions(groups: Sequence[Array], count: int) -> list[Array]:
    whole = [group.astype(float) for group in groups]
    single = [row for row in np.eye(count) if not any(np.array_equal(row, one) for one in whole)]
    return [*whole, *single]


def _noisy(scenario: Scenario) -> bool:
    return bool(np.any(scenario.noise.position) or np.any(scenario.noise.velocity))


def _held_out(search: _Search) -> float | None:
    if not _noisy(search.scenario):
        return None
    other = replace(search.scenario, seed=search.scenario.seed + OTHER_SEED)
    first = search.run(np.zeros(len(search.knobs)), other)
    return cost(search.run(search.best, other), first, search.how.weights) if first.ended else None


def _notes(search: _Search) -> Iterator[str]:
    signals, scenario = search.scenario.signals, search.scenario
    if not (_noisy(scenario) or np.any(signals.quanta) or signals.delay or scenario.flexibility):
        yield "nothing in the scenario speaks against high gains but --range: no noise, encoder, delay or flexibility"
    for knob, log in zip(search.knobs, search.best, strict=True):
        for bound, word in ((knob.low, "lower"), (knob.high, "upper")):
            if abs(log - np.log(bound)) < AT_BOUND and knob.low < knob.high:
                yield f"{knob.name} ended at its {word} bound, {bound:g} times where it began"
