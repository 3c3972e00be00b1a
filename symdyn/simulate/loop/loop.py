"""The closed loop in time: sample, act, let the plant move on."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from symdyn.errors import DivergenceError
from symdyn.simulate.loop.controllers import Controller, estimate_names, estimates
from symdyn.simulate.loop.flexible import flexible_rate
from symdyn.simulate.loop.plant import DivergedError, Integrator, Plant, equation_of_motion
from symdyn.simulate.loop.recording import Stopped
from symdyn.simulate.loop.torques import acting_torque, edges, pieces
from symdyn.simulate.motion.motion import Array, Motion
from symdyn.simulate.scenario.scenario import Scenario

Progress = Callable[[float], None]
LARGEST_ESTIMATE = 1e12  # of a robot's parameters in SI units, none comes near


@dataclass(frozen=True, slots=True)
class Rows:
    """What was seen at the recorded times."""

    time: Array
    at: list[int]  # which samples of the desired motion they are
    x: Array
    tau: Array
    applied: Array
    theta: Array
    stopped: Stopped | None
    asked: Array | None = None  # torques before the controller's own limits, where it has some


def sample_times(scenario: Scenario) -> Array:
    """Return when the controller is called, from 0 to the end of the run."""
    rate = scenario.control.rate
    return np.arange(math.ceil(scenario.duration * rate - 1e-9) + 1) / rate


def sampled_loop(
    plant: Plant, controller: Controller, scenario: Scenario, desired: Motion, x: Array, progress: Progress
) -> Rows:
    """Run the controller at its rate, its torque held between samples; ``x`` is the state at the start."""
    loop = _SampledLoop(plant, controller, scenario, desired)
    times = sample_times(scenario)
    stride = max(1, round(scenario.control.rate / scenario.record))
    rows: list[tuple[int, Array, Array, Array, Array]] = []
    asked: list[Array] = []
    stopped, n = None, plant.robot.n
    tau = np.zeros(n)
    for k, time in enumerate(times):
        theta = estimates(controller)
        try:
            check_estimates(theta)
            loop.check(x, k)
            tau = loop.torque(k, x)
            applied = loop.applied(tau, time)
        except DivergedError as error:
            stopped = stopped_at(time, error, x[: 2 * n])
            if np.isfinite(theta).all():  # the row that tells why: with the torque that acted until now
                rows.append((k, x[: 2 * n], tau, loop.applied(tau, time), theta))
            break
        if k % stride == 0 or k == len(times) - 1:
            rows.append((k, x[: 2 * n], tau, applied, theta))
            asked.append(controller.asked)
        if k == len(times) - 1:
            break
        try:
            x = loop.move(time, times[k + 1], x, tau)
        except DivergedError as error:
            stopped = stopped_at(time, error, x[: 2 * n])
            if rows[-1][0] != k:
                rows.append((k, x[: 2 * n], tau, applied, theta))
            break
        if k % 64 == 0:
            progress(time / times[-1])
    return gathered(rows, times, len(estimate_names(controller)), n, stopped, asked)


def drawn_noise(scenario: Scenario, samples: int, n: int) -> Array:
    """Return what is added to positions and velocities at every sample."""
    deviations = np.array([*scenario.noise.position, *scenario.noise.velocity])
    if not deviations.any():
        return np.zeros((samples, 2 * n))
    return np.asarray(np.random.default_rng([scenario.seed, 0]).normal(size=(samples, 2 * n)) * deviations)


def lost_samples(scenario: Scenario, samples: int) -> Array:
    """Return which samples never reach the controller: the last of every so many."""
    every = scenario.signals.lost
    return np.arange(1, samples + 1) % every == 0 if every else np.zeros(samples, dtype=bool)


class _SampledLoop:
    """One run's pieces: noise that was drawn, and the plant as it is now."""

    def __init__(self, plant: Plant, controller: Controller, scenario: Scenario, desired: Motion) -> None:
        self._plant, self._controller, self._scenario, self._desired = plant, controller, scenario, desired
        self._limits = np.array(scenario.torque_limits)
        self._breaks = sorted({*plant.change_times(), *edges(scenario.disturbances)})
        self._integrator = Integrator(plant.solver)
        self._rates = {t: _rate_of(plant, plant.parameters_at(t)[1]) for t in phases(plant)}
        self._noise = drawn_noise(scenario, len(desired.q), plant.robot.n)
        self._lost = lost_samples(scenario, len(desired.q))
        self._tau = self._before = np.zeros(plant.robot.n)
        self._since = 0.0

    def check(self, x: Array, k: int) -> None:
        """Stop a plant that has left."""
        error = np.abs(x[: self._plant.robot.n] - self._desired.q[k])
        worst = int(np.argmax(error))
        if error[worst] > self._scenario.divergence:
            name = self._plant.robot.joint_names[worst]
            raise DivergedError(f"{name} is {error[worst]:.3g} from its trajectory")

    def torque(self, k: int, x: Array) -> Array:
        """Ask the controller, if the sample reaches it."""
        n, desired = self._plant.robot.n, self._desired
        self._since += 1.0 / self._scenario.control.rate
        self._before = self._tau
        if self._lost[k]:
            return self._tau
        springs = self._plant.springs
        seen = (x if springs is None else springs.seen(x)) + self._noise[k]
        quanta = np.array(self._scenario.signals.quanta)
        if quanta.any():
            coarse = quanta > 0
            seen[:n][coarse] = np.floor(seen[:n][coarse] / quanta[coarse] + 0.5) * quanta[coarse]
        try:
            tau = self._controller.step(self._since, seen[:n], seen[n:], desired.q[k], desired.qd[k], desired.qdd[k])
        except DivergenceError as error:
            raise DivergedError(str(error)) from None
        if not np.isfinite(tau).all():
            raise DivergedError("the controller's torque is not a number")
        self._since = 0.0
        self._tau = np.array(tau, dtype=float)
        return self._tau

    def applied(self, tau: Array, time: float) -> Array:
        """Return what acts on the plant."""
        if self._scenario.signals.delay:
            tau = self._before
        return acting_torque(tau, time, self._limits, self._scenario.disturbances)

    def move(self, start: float, end: float, x: Array, tau: Array) -> Array:
        """Let the plant move from one sample to the next."""
        for a, b in pieces(start, end, self._breaks):
            rate = self._rates[max(t for t in self._rates if t <= a)]
            x = self._integrator.advance(_held(rate, self.applied(tau, a)), a, b, x)
        return x


def _rate_of(plant: Plant, pi: Array) -> Callable[[Array, Array], Array]:
    """Return the rate of the state, by it and the torque: (q, q̇), and where there are springs (q, q̇, θ, θ̇)."""
    if plant.springs is not None:
        return flexible_rate(plant, plant.springs, pi)
    acceleration, n = equation_of_motion(plant, pi), plant.robot.n
    return lambda x, tau: np.concatenate((x[n:], acceleration(x[:n], x[n:], tau)))


def _held(rate: Callable[[Array, Array], Array], tau: Array) -> Callable[[float, Array], Array]:
    return lambda _, x: rate(x, tau)


def check_estimates(theta: Array) -> None:
    """Stop a controller whose estimates leave."""
    if not (np.abs(theta) < LARGEST_ESTIMATE).all():
        raise DivergedError("the estimates grow without bound")


def phases(plant: Plant) -> list[float]:
    """Return the starts of the spans in which the plant's parameters stay the same."""
    return sorted({0.0, *(time for time in plant.change_times() if math.isfinite(time))})


def stopped_at(time: float, error: DivergedError, x: Array) -> Stopped:
    """Say when and in which state (q, q̇) a run came to its end."""
    n = len(x) // 2
    return Stopped(float(time), str(error), tuple(map(float, x[:n])), tuple(map(float, x[n:])))


def gathered(
    rows: list[tuple[int, Array, Array, Array, Array]],
    times: Array,
    u: int,
    n: int,
    stopped: Stopped | None,
    asked: Sequence[Array] = (),
) -> Rows:
    """Turn rows of (sample, state, torque, applied torque, estimates) into arrays."""
    at = [row[0] for row in rows]
    x, tau, applied, theta = (
        np.array([row[i] for row in rows]).reshape(len(rows), width)
        for i, width in enumerate((2 * n, n, n, u), start=1)
    )
    wanted = tau.copy()
    wanted[: len(asked)] = np.reshape(asked, (len(asked), n))  # a row at a stop has what was given
    return Rows(times[at], at, x, tau, applied, theta, stopped, wanted)
