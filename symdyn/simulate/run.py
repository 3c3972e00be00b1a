"""From a robot and a scenario to a run: plant, model, controller, desired motion, loop, numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

import numpy as np

from symdyn.control.laws import LAWS
from symdyn.control.scales import robot_scales
from symdyn.control.stiffness_notes import rate_notes, stiffness_notes
from symdyn.dynamics.setting import is_closed_by_newton
from symdyn.errors import InputError
from symdyn.model import NumericRobot, Robot, bind_symbols
from symdyn.runtime.kernels import Kernels
from symdyn.simulate.compiled.library import LoopLibrary, loop_library
from symdyn.simulate.compiled.loop import compiled_loop
from symdyn.simulate.loop.continuous_loop import continuous_loop, grid_times
from symdyn.simulate.loop.controllers import Controller, estimate_names, make_controller
from symdyn.simulate.loop.flexible import loaded_springs
from symdyn.simulate.loop.loop import Rows, phases, sample_times, sampled_loop
from symdyn.simulate.loop.model_errors import controller_model
from symdyn.simulate.loop.plant import Plant, make_plant, plant_kernels
from symdyn.simulate.loop.recording import Recording
from symdyn.simulate.loop.size import check_size
from symdyn.simulate.loop.stretched import telling_of_loops
from symdyn.simulate.loop.true_theta import true_theta
from symdyn.simulate.motion.feasibility import concerns, differing_friction, own_limits
from symdyn.simulate.motion.motion import Array, Motion, Trajectory
from symdyn.simulate.motion.tip_path import TipPath
from symdyn.simulate.report.lyapunov import NEEDS_DOMINANCE, course, dominates, feedback_matrix, lyapunov_function
from symdyn.simulate.report.promises import objections
from symdyn.simulate.report.summary import Summary, summarised
from symdyn.simulate.scenario.scenario import CONTINUOUS, Scenario, Start

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Run:
    """A run: what was simulated, what was seen, and its numbers. `notes` are what the user should know beforehand."""

    robot: str
    law: str
    scenario: Scenario
    gains: Mapping[str, Any]
    recording: Recording
    summary: Summary
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """What many runs of a scenario share: everything that takes compiling."""

    robot: NumericRobot
    model: NumericRobot
    kernels: Kernels
    controller: Controller
    theta: Array  # the first estimates
    times: Array  # when the controller is called, or the grid of a continuous one
    desired: Motion  # where the trajectory is a path of the tip, by the controller's model
    library: LoopLibrary | None = None  # the compiled loop, where one is asked for
    notes: tuple[str, ...] = ()  # about gains that cannot be what one would wish


def prepare(robot: Robot, scenario: Scenario, law: str | None = None) -> Prepared:
    """Build plant and controller; the law is the scenario's own if it is left out."""
    law = law or scenario.control.law
    if law is None:
        raise InputError("the scenario names no law; choose one with --controller", field="controller.law")
    if scenario.flexibility is not None and scenario.control.rate == CONTINUOUS:
        raise InputError("springs are for sampled controllers; give a rate", field="flexibility")
    if scenario.signals.lost and scenario.control.rate == CONTINUOUS:
        raise InputError("samples are lost of sampled controllers; give a rate", field="signals.lost")
    _require_scipy()
    check_size(robot, scenario)
    plant = bind_symbols(robot)
    model = bind_symbols(controller_model(plant, scenario.model))
    controller = make_controller(model, law, scenario.control)
    times = grid_times(scenario) if scenario.control.rate == CONTINUOUS else sample_times(scenario)
    theta, desired = np.array(controller.theta, dtype=float), _believed(scenario).motion(times, model)
    library = _library(plant, model, law, scenario)
    notes = gain_notes(plant, model, controller.gains, scenario.control.rate)
    return Prepared(plant, model, plant_kernels(plant), controller, theta, times, desired, library, notes)


def _library(plant: NumericRobot, model: NumericRobot, law: str, scenario: Scenario) -> LoopLibrary | None:
    if scenario.solver.method == "scipy" or scenario.control.rate == CONTINUOUS or law not in LAWS:
        return None
    if is_closed_by_newton(plant):  # the compiled loop's plant does not close loops
        return None
    return loop_library(plant, model, law, flexible=scenario.flexibility is not None)


def _require_scipy() -> None:
    """Say before anything is compiled that a simulation needs more than the rest of symdyn."""
    if find_spec("scipy") is None:
        raise InputError("simulation needs SciPy, which is not installed; pip install 'symdyn-codegen[simulate]'")


def _believed(scenario: Scenario) -> Trajectory:
    """Return the trajectory as the controller takes it: the tool on its last link has a wrong length as well."""
    trajectory = scenario.trajectory
    if isinstance(trajectory, TipPath):
        return replace(trajectory, tool=tuple(scenario.model.lengths * x for x in trajectory.tool))
    return trajectory


def run_scenario(
    robot: Robot, scenario: Scenario, law: str | None = None, *, progress: Progress = lambda done: None
) -> Run:
    """Simulate a robot under a controller.

    Args:
        robot: the plant.
        scenario: what happens, read for this robot.
        law: the controller's; the scenario's own if it is left out.
        progress: is told the part that is done, from 0 to 1.
    """
    return run_prepared(prepare(robot, scenario, law), scenario, progress=progress)


def run_prepared(
    prepared: Prepared,
    scenario: Scenario,
    *,
    full: Array | None = None,
    notes: bool = True,
    progress: Progress = lambda done: None,
) -> Run:
    """Run a scenario with what was prepared for it; ``full`` replaces the plant's full parameter vector.

    Without ``notes`` nobody looks for what is doubtful about it, nor at the Lyapunov function: among many runs nobody
    would read that.
    """
    robot, controller, desired = prepared.robot, prepared.controller, prepared.desired
    _check_period(controller, scenario)
    controller.reset(prepared.theta)
    plant = make_plant(robot, prepared.kernels, scenario.loads, scenario.solver, full, scenario.flexibility)
    doubts = _doubts(prepared, plant, scenario) if notes else ()
    start = loaded_springs(plant, start_state(scenario.start, desired))
    if prepared.library is not None:
        rows = compiled_loop(plant, controller, scenario, desired, start, prepared.library)
        progress(1.0)
    else:
        loop = continuous_loop if scenario.control.rate == CONTINUOUS else sampled_loop
        rows = loop(plant, controller, scenario, desired, start, progress)
    rows = telling_of_loops(plant, rows)
    recording, summary = _judged(plant, prepared.model, controller, scenario, desired, rows, notes)
    gains = {name: np.array(value) for name, value in controller.gains.items()}
    return Run(robot.name, controller.law_name, scenario, gains, recording, summary, doubts)


def _check_period(controller: Controller, scenario: Scenario) -> None:
    """Refuse a rate whose periods no step takes."""
    if scenario.control.rate == CONTINUOUS or "dt_max" not in controller.gains:
        return
    lost, most = bool(scenario.signals.lost), float(controller.gains["dt_max"])
    longest = (1 + lost) / scenario.control.rate
    if longest > most:
        what = f"{longest:.3g} s from sample to sample{' where one is lost' if lost else ''}, of {most:.3g} s at most"
        raise InputError(f"{what}; give {controller.law_name} a dt_max that is longer", field="controller.rate")


def _doubts(prepared: Prepared, plant: Plant, scenario: Scenario) -> tuple[str, ...]:
    """Return what the user should know before a run is tried."""
    gains = prepared.controller.gains
    limits = np.minimum(scenario.torque_limits, own_limits(gains))
    found = concerns(plant, scenario.trajectory, prepared.times, prepared.desired, limits)
    return (*found, *differing_friction(plant, gains), *prepared.notes)


def varied(prepared: Prepared, scenario: Scenario, gains: Mapping[str, float]) -> Prepared:
    """Return what was prepared for the rate of another scenario, and with gains times factors."""
    if gains:
        own = prepared.controller.gains
        times = {name: np.asarray(own[name]) * factor for name, factor in gains.items()}
        prepared = replace(prepared, controller=prepared.controller.with_gains(times))
    grid = grid_times(scenario) if scenario.control.rate == CONTINUOUS else sample_times(scenario)
    if not np.array_equal(grid, prepared.times):
        prepared = replace(prepared, times=grid, desired=_believed(scenario).motion(grid, prepared.model))
    return prepared


def gain_notes(plant: NumericRobot, model: NumericRobot, gains: Mapping[str, Any], rate: float) -> tuple[str, ...]:
    """Return which joints friction moves far, by what the controller takes the plant for, and for which it is slow."""
    if not np.isfinite(model.parameters).all():
        return ()
    scales = robot_scales(model, [Fraction(x) for x in model.parameters], (), ())
    period = float(gains["T"]) if rate == CONTINUOUS and "T" in gains else 1 / rate
    of_plant = dict(zip(plant.parameter_names, plant.parameters, strict=True))
    rubs = [abs(float(of_plant.get(f"{name}.fc", 0.0))) for name in plant.joint_names]
    joints = model.moving_joints
    return (*stiffness_notes(scales, joints, gains, period, rubs), *rate_notes(scales, joints, gains, rate))


def start_state(start: Start, desired: Motion) -> Array:
    """Return (q, q̇) at the start."""
    q, qd = desired.q[0].copy(), desired.qd[0].copy()
    if start.position is not None:
        q = np.array(start.position)
    if start.error is not None:
        q = q + start.error
    if start.relative_error is not None:
        q = q * (1.0 + np.array(start.relative_error))
    if start.velocity is not None:
        qd = np.array(start.velocity)
    return np.concatenate((q, qd))


def _judged(
    plant: Plant,
    model: NumericRobot,
    controller: Controller,
    scenario: Scenario,
    desired: Motion,
    rows: Rows,
    notes: bool,
) -> tuple[Recording, Summary]:
    """Put what was seen beside what is true, and count."""
    n, law = plant.robot.n, controller.law_name
    names = estimate_names(controller)
    q, qd = rows.x[:, :n], rows.x[:, n:]
    true = _true_along(plant, model, names, rows)
    V, M, C = np.full(len(rows.time), np.nan), np.zeros((0, n, n)), np.zeros((0, n, n))
    if notes:
        M, C = _matrices_along(plant, rows, q, qd)
        error, rate = q - desired.q[rows.at], qd - desired.qd[rows.at]
        V = lyapunov_function(law, controller.gains, M, error, rate, rows.theta - true)
    recording = Recording(
        joints=plant.robot.joint_names,
        units=tuple(joint.kind.units for joint in plant.robot.moving_joints),
        theta_names=names,
        time=rows.time,
        q=q,
        qd=qd,
        q_d=desired.q[rows.at],
        qd_d=desired.qd[rows.at],
        tau=rows.tau,
        applied=rows.applied,
        theta=rows.theta,
        true_theta=true,
        V=V,
        stopped=rows.stopped,
        asked=rows.asked,
    )
    against = objections(scenario, recording, own_limits(controller.gains), not plant.coulomb.any())
    if law in NEEDS_DOMINANCE and len(C) and not dominates(feedback_matrix(controller.gains, M), C):
        against.append("K does not dominate the symmetric part of C everywhere")
    straying = None
    if isinstance(scenario.trajectory, TipPath) and len(rows.time):
        straying = scenario.trajectory.straying(rows.time, q, plant.robot)
    return recording, summarised(recording, scenario.tolerance, course(V, against), straying)


def _true_along(plant: Plant, model: NumericRobot, names: tuple[str, ...], rows: Rows) -> Array:
    """Return the true values of the estimates at every row; they change with the load."""
    true = np.zeros((len(rows.time), len(names)))
    for start in phases(plant):
        after = rows.time >= start
        if after.any():
            true[after] = true_theta(plant.robot, model, names, plant.parameters_at(start)[0])
    return true


def _matrices_along(plant: Plant, rows: Rows, q: Array, qd: Array) -> tuple[Array, Array]:
    """Return M and C at every row; they change with the load too."""
    n, count = plant.robot.n, len(rows.time)
    M, C = np.zeros((count, n, n)), np.zeros((count, n, n))
    for start in phases(plant):
        after = rows.time >= start
        if after.any():
            _, pi = plant.parameters_at(start)
            M[after] = plant.kernels.mass_matrix(q[after], pi)
            C[after] = plant.kernels.coriolis_matrix(q[after], qd[after], pi)
    return M, C
