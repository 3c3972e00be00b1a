"""The closed loop without sampling: the law is part of the differential equation, as theory has it.

State: (q, q̇, theta). The desired motion is known on a grid and taken between its points from the fifth-order polynomial
that has position, velocity and acceleration of both ends, so that the three belong to one motion.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from symdyn.control.laws import LAWS
from symdyn.errors import InputError
from symdyn.simulate.loop.controllers import Controller, estimate_names, estimates
from symdyn.simulate.loop.loop import Progress, Rows, check_estimates, gathered, phases, stopped_at
from symdyn.simulate.loop.plant import DivergedError, Integrator, Plant, equation_of_motion
from symdyn.simulate.loop.torques import acting_torque, edges, pieces
from symdyn.simulate.motion.motion import Array, Motion
from symdyn.simulate.scenario.scenario import Scenario

GRID = 1000.0  # Hz


def grid_times(scenario: Scenario) -> Array:
    """Return the times at which the desired motion is to be known."""
    return np.arange(math.ceil(scenario.duration * GRID - 1e-9) + 1) / GRID


def continuous_loop(
    plant: Plant, controller: Controller, scenario: Scenario, desired: Motion, x: Array, progress: Progress
) -> Rows:
    """Integrate plant and law together; ``x`` is (q, q̇) at the start."""
    if np.any(scenario.noise.position) or np.any(scenario.noise.velocity):
        raise InputError("noise needs samples; give the controller a rate in Hz", field="controller.rate")
    if controller.adapts and LAWS[controller.law_name].step is not None and not controller.takes_acceleration:
        what = f"{controller.law_name} learns from sample to sample; give it a rate in Hz"
        raise InputError(what, field="controller.rate")
    loop = _ContinuousLoop(plant, controller, scenario, desired)
    times, n = grid_times(scenario), plant.robot.n
    stride = max(1, round(GRID / scenario.record))
    state = np.concatenate((x, estimates(controller)))
    rows: list[tuple[int, Array, Array, Array, Array]] = []
    stopped = None
    for k in [*range(0, len(times) - 1, stride), len(times) - 1]:
        try:
            if rows:
                state = loop.move(times[rows[-1][0]], times[k], state)
            tau, _ = loop.law(times[k], state)
            applied = acting_torque(tau, times[k], loop.limits, scenario.disturbances)
            rows.append((k, state[: 2 * n], tau, applied, state[2 * n :]))
            loop.check(state, k)
            check_estimates(state[2 * n :])
        except DivergedError as error:
            stopped = stopped_at(times[rows[-1][0]], error, state[: 2 * n])
            break
        progress(times[k] / times[-1])
    return gathered(rows, times, len(estimate_names(controller)), n, stopped)


class _ContinuousLoop:
    """One run's pieces."""

    def __init__(self, plant: Plant, controller: Controller, scenario: Scenario, desired: Motion) -> None:
        self._plant, self._controller, self._scenario, self._desired = plant, controller, scenario, desired
        self.limits = np.array(scenario.torque_limits)
        self._breaks = sorted({*plant.change_times(), *edges(scenario.disturbances)})
        self._integrator = Integrator(plant.solver)
        self._equations = {t: equation_of_motion(plant, plant.parameters_at(t)[1]) for t in phases(plant)}

    def law(self, time: float, state: Array, qdd: Array | None = None) -> tuple[Array, Array]:
        """Return the torque and the rate of the estimates; the torque needs no measured acceleration ``qdd``."""
        n, controller = self._plant.robot.n, self._controller
        if controller.adapts:
            controller.theta = state[2 * n :]
        measured = [np.zeros(n) if qdd is None else qdd] if controller.takes_acceleration else []
        tau, theta_dot = controller.law(state[:n], state[n : 2 * n], *between(self._desired, time), *measured)
        return np.array(tau, dtype=float), np.array(theta_dot[: len(state) - 2 * n], dtype=float)

    def check(self, state: Array, k: int) -> None:
        """Stop a plant that has left."""
        if np.abs(state[: self._plant.robot.n] - self._desired.q[k]).max() > self._scenario.divergence:
            raise DivergedError("the plant has left its trajectory")

    def move(self, start: float, end: float, state: Array) -> Array:
        """Let plant and estimates move on."""
        for a, b in pieces(start, end, self._breaks):
            state = self._integrator.advance(self._rate(a), a, b, state)
        return state

    def _rate(self, start: float) -> Callable[[float, Array], Array]:
        """Return the rate of (q, q̇, theta) while disturbances and loads are those of ``start``."""
        n = self._plant.robot.n
        acceleration = self._equations[max(t for t in self._equations if t <= start)]

        def rate(time: float, state: Array) -> Array:
            tau, theta_dot = self.law(time, state)
            acting = acting_torque(tau, start, self.limits, self._scenario.disturbances)
            q, qd = state[:n], state[n : 2 * n]
            qdd = acceleration(q, qd, acting)
            if self._controller.takes_acceleration:
                _, theta_dot = self.law(time, state, qdd)
            return np.concatenate((qd, qdd, theta_dot))

        return rate


def between(motion: Motion, time: float) -> tuple[Array, Array, Array]:
    """Return position, velocity and acceleration at a time between the points of the grid."""
    k = min(int(time * GRID), len(motion.q) - 2)
    h, u = 1.0 / GRID, time * GRID - k
    q0, v0, a0 = motion.q[k], motion.qd[k] * h, motion.qdd[k] * h * h
    q1, v1, a1 = motion.q[k + 1], motion.qd[k + 1] * h, motion.qdd[k + 1] * h * h
    way, dv, da = q1 - q0 - v0 - a0 / 2, v1 - v0 - a0, a1 - a0
    c3, c4, c5 = 10 * way - 4 * dv + da / 2, -15 * way + 7 * dv - da, 6 * way - 3 * dv + da / 2
    q = q0 + u * (v0 + u * (a0 / 2 + u * (c3 + u * (c4 + u * c5))))
    qd = (v0 + u * (a0 + u * (3 * c3 + u * (4 * c4 + u * 5 * c5)))) / h
    qdd = (a0 + u * (6 * c3 + u * (12 * c4 + u * 20 * c5))) / (h * h)
    return q, qd, qdd
