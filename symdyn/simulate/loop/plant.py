"""The plant: a robot with its true parameters, integrated from one moment to the next under a held torque.

    M(q) q̈ + C(q, q̇) q̇ + g(q) + friction = tau

Coulomb friction fc sign(q̇) is made smooth, fc tanh(q̇ / v), with more of it near rest if it sticks, see `Solver`: the
difference is added to the torque of the kernel, which has the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any

import numpy as np

import symdyn
from symdyn.algebra.decimals import to_float
from symdyn.errors import MissingValueError
from symdyn.model import NumericRobot, Robot
from symdyn.options import Options
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.runtime.kernels import Kernels
from symdyn.simulate.loop.rigid_load import with_load
from symdyn.simulate.loop.springs import Springs, springs_of
from symdyn.simulate.motion.motion import Array
from symdyn.simulate.scenario.scenario import CarriedLoad, Flexibility, Solver

KERNELS = ("forward_dynamics", "inverse_dynamics", "mass_matrix", "coriolis_matrix")
MOST_STEPS = 20_000  # of the integrator in one interval
STEPS_TO_BEGIN_WITH = 4_000
STEPS_A_SECOND = 50_000  # that a run may take for good: steps of 20 µs are no robot's
STEPS_AN_INTERVAL = 50  # however short it is


Acceleration = Callable[[Array, Array, Array], Array]  # of q, q̇ and torque


class DivergedError(Exception):
    """The integration cannot go on."""


@dataclass(frozen=True, slots=True)
class Plant:
    """A robot's kernels and its true full parameters, without loads."""

    robot: NumericRobot
    kernels: Kernels
    full: Array
    loads: tuple[CarriedLoad, ...]
    solver: Solver
    springs: Springs | None = None

    def parameters_at(self, time: float) -> tuple[Array, Array]:
        """Return the full vector and pi, with the loads that are carried from ``time`` on."""
        full = self.full
        for load in self.loads:
            if load.start <= time < load.end:
                full = with_load(self.robot, full, load.ten)
        return full, pi_of(self.robot, full)

    def change_times(self) -> list[float]:
        """Return when a load is taken or left."""
        return sorted({time for load in self.loads for time in (load.start, load.end)})

    @property
    def coulomb(self) -> Array:
        """Coulomb friction of every moving joint."""
        return self.of_joints("fc")

    def of_joints(self, letters: str) -> Array:
        """Return a parameter of every moving joint, such as fv; zero where the file has none."""
        at = dict(zip(self.robot.parameter_names, self.full, strict=True))
        return np.array([at.get(f"{name}.{letters}", 0.0) for name in self.robot.joint_names])


def pi_of(robot: NumericRobot, full: Array) -> Array:
    """Return `pi` of a full parameter vector: products rounded to doubles, and their sum."""
    if "sums for pi" not in robot.memo:
        rows = minimal_parameters(robot).matrix
        robot.memo["sums for pi"] = [[(i, to_float(x)) for i, x in enumerate(row) if x] for row in rows]
    values = full.tolist()
    return np.array([fsum(weight * values[i] for i, weight in row) for row in robot.memo["sums for pi"]])


def plant_kernels(robot: Robot) -> Kernels:
    """Build the kernels that a plant needs."""
    return symdyn.build(robot, Options(only=KERNELS))


def make_plant(
    robot: NumericRobot,
    kernels: Kernels,
    loads: Sequence[CarriedLoad],
    solver: Solver,
    full: Array | None = None,
    flexibility: Flexibility | None = None,
) -> Plant:
    """Return a plant; ``full`` replaces the file's parameters."""
    values = robot.parameters if full is None else full
    missing = [name for name, value in zip(robot.parameter_names, values, strict=True) if not np.isfinite(value)]
    if missing:
        few = ", ".join(missing[:4]) + (f" and {len(missing) - 4} more" if len(missing) > 4 else "")
        what = f"the robot file gives no value for {few}; a plant needs every parameter"
        raise MissingValueError(what, field=robot.name)
    springs = None if flexibility is None else springs_of(robot, values, flexibility)
    return Plant(robot, kernels, values, tuple(loads), solver, springs)


def equation_of_motion(plant: Plant, pi: Array) -> Acceleration:
    """Return q̈ as a function of q, q̇ and torque."""
    forward = _forward_dynamics(plant.kernels)
    coulomb, solver = plant.coulomb, plant.solver
    if not coulomb.any():
        return lambda q, qd, tau: forward(q, qd, tau, pi)  # type: ignore[no-any-return]
    return lambda q, qd, tau: forward(  # type: ignore[no-any-return]
        q, qd, tau + coulomb * (np.sign(qd) - dry_friction(qd, solver)), pi
    )


def _forward_dynamics(kernels: Kernels) -> Callable[..., Any]:
    """Return the kernel; where loops are closed by Newton's method, from where they were at the call before."""
    forward, close = kernels.forward_dynamics, getattr(kernels, "close", None)
    if close is None or not forward.follows:
        return forward
    last = close.closed_at

    def called(q: Array, qd: Array, tau: Array, pi: Array) -> Any:
        nonlocal last
        passive, _ = close(q, last)
        last = passive if np.isfinite(passive).all() else last
        return forward(q, qd, tau, pi, passive=passive)

    return called


def dry_friction(qd: Array, solver: Solver) -> Array:
    """Return a plant's friction per unit of Coulomb's: smooth at rest, and larger there where it sticks."""
    smooth = np.tanh(qd / solver.friction_speed)
    if solver.stiction == 1:
        return np.asarray(smooth)
    return np.asarray(smooth * (1 + (solver.stiction - 1) * np.exp(-((qd / solver.stiction_speed) ** 2))))


class Integrator:
    """Integrates a first-order system from moment to moment and remembers which step length suited it."""

    def __init__(self, solver: Solver) -> None:
        """Start without a step length."""
        self._solver = solver
        self._step: float | None = None
        self._left = STEPS_TO_BEGIN_WITH

    def advance(self, rate: Callable[[float, Array], Array], start: float, end: float, x: Array) -> Array:
        """Return the state at ``end``.

        Raises:
            DivergedError: numbers overflow, or steps become endless.
        """
        from scipy.integrate import DOP853

        first = None if self._step is None else min(self._step, end - start)
        with np.errstate(all="ignore"):  # an overflow is told about below
            try:
                run = DOP853(rate, start, x, end, rtol=self._solver.rtol, atol=self._solver.atol, first_step=first)
                more = max(STEPS_AN_INTERVAL, int(STEPS_A_SECOND * (end - start)))
                self._left = min(self._left + more, MOST_STEPS)
                while self._left:
                    self._left -= 1
                    message = run.step()
                    if run.status != "running":
                        break
            except ValueError as error:  # SciPy refuses steps that are not numbers
                raise DivergedError(str(error)) from None
        if run.status != "finished" or not np.isfinite(run.y).all():
            raise DivergedError(message or "the plant moves too fast to be integrated")
        self._step = max(run.h_abs, 1e-9)
        return np.asarray(run.y)
