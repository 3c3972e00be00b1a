"""One draw of a Monte-Carlo run: bodies, friction, loads, disturbances and the start, each times a random factor.

Noise, the controller's rate and its gains are drawn where they are to vary, after all others. A body times a factor is
still a body that can exist. The draws of a run depend on the seed and the run's number alone, not on where or after
which other run it is made.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from symdyn.model import Robot
from symdyn.simulate.motion.motion import Array
from symdyn.simulate.scenario.scenario import Disturbance, Noise, Pulse, Scenario, Start, Variation

FRICTION = ("fv", "fc", "fo")


@dataclass(frozen=True, slots=True)
class Draw:
    """A varied scenario, the plant's varied full parameter vector, and the factors that were drawn, by name.

    `gains` are those of gains, which are times what the controller has.
    """

    scenario: Scenario
    full: Array
    factors: dict[str, float]
    gains: dict[str, float]


def drawn(robot: Robot, scenario: Scenario, run: int) -> Draw:
    """Draw run number ``run``."""
    ranges = scenario.variation or Variation()
    source = np.random.default_rng([scenario.seed, 1, run])
    factors: dict[str, float] = {}

    def factor(name: str, bounds: tuple[float, float]) -> float:
        factors[name] = float(source.uniform(*bounds))
        return factors[name]

    full = robot.parameters.copy()
    for body, entries in _bodies(robot):
        full[entries] *= factor(body, ranges.bodies)
    for joint, entries in _frictions(robot):
        full[entries] *= factor(f"{joint}.friction", ranges.friction)
    load_factor = factor("loads", ranges.loads)
    start_factor = factor("start", ranges.start)
    varied = replace(
        scenario,
        loads=tuple(replace(one, ten=tuple(load_factor * x for x in one.ten)) for one in scenario.loads),
        disturbances=tuple(
            _times(one, factor(f"disturbance{i + 1}", ranges.disturbances))
            for i, one in enumerate(scenario.disturbances)
        ),
        start=_start(scenario.start, start_factor),
        seed=int(source.integers(2**31)),
    )
    if ranges.noise is not None:
        varied = replace(varied, noise=_louder(varied.noise, factor("noise", ranges.noise)))
    if ranges.rate is not None:
        rate = varied.control.rate * factor("rate", ranges.rate)
        varied = replace(varied, control=replace(varied.control, rate=rate), record=min(varied.record, rate))
    gains = {}
    for name, bounds in ranges.gains:
        if ranges.gain_draws == "logarithmic":
            factors[f"gain {name}"] = float(np.exp(source.uniform(*np.log(bounds))))
        else:
            factor(f"gain {name}", bounds)
        gains[name] = factors[f"gain {name}"]
    return Draw(varied, full, factors, gains)


def _louder(noise: Noise, factor: float) -> Noise:
    return Noise(*(tuple(factor * x for x in one) for one in (noise.position, noise.velocity)))


def _bodies(robot: Robot) -> Iterable[tuple[str, list[int]]]:
    index = {name: i for i, name in enumerate(robot.parameter_names)}
    for body in [*(joint.link for joint in robot.joints), *([robot.load.body] if robot.load else [])]:
        if body.parameters:
            yield body.name, [index[parameter.name] for parameter in body.parameters]


def _frictions(robot: Robot) -> Iterable[tuple[str, list[int]]]:
    index = {name: i for i, name in enumerate(robot.parameter_names)}
    for joint in robot.moving_joints:
        entries = [index[e.name] for e in joint.effects if e.name.rpartition(".")[2] in FRICTION]
        if entries:
            yield joint.name, entries


def _times(one: Disturbance, factor: float) -> Disturbance:
    if isinstance(one, Pulse):
        return replace(one, torque=tuple(factor * x for x in one.torque))
    return replace(one, error=tuple(factor * x for x in one.error))


def _start(start: Start, factor: float) -> Start:
    found = {
        key: tuple(factor * x for x in error)
        for key, error in (("error", start.error), ("relative_error", start.relative_error))
        if error is not None
    }
    return replace(start, **found)
