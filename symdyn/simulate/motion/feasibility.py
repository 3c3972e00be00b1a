"""What is doubtful about a run before it is tried: jumps, joint limits, torques beyond what actuators have, friction.

Notes are one line each; nothing here stops a run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from symdyn.errors import few_of
from symdyn.model import Robot
from symdyn.simulate.loop.plant import Plant, dry_friction
from symdyn.simulate.motion.motion import Array, Motion
from symdyn.simulate.motion.trajectories import Samples

NOTHING = 1e-10  # of the largest entry of the mass matrix
SLIGHT = 0.05  # of Coulomb friction: nobody knows it better
JUMP = 10.0  # a step this many times larger than its neighbours, or than its rate explains, is a jump


def own_limits(gains: Mapping[str, Any]) -> Array:
    """Return the torques that a controller keeps within; infinite where it has no limit."""
    tau_max = np.asarray(gains.get("tau_max", np.inf), dtype=float)
    return np.where(tau_max > 0, tau_max, np.inf)


def concerns(
    plant: Plant, trajectory: object, times: Array, desired: Motion, limits: Sequence[float] | Array
) -> list[str]:
    """Return notes about a desired motion."""
    robot = plant.robot
    found = [*_idle(plant, desired), *desired.notes, *_jumps(robot, times, desired), *_outside(robot, times, desired)]
    if isinstance(trajectory, Samples):
        found += _jumps_of_samples(robot, trajectory)
    return [*found, *_too_strong(plant, times, desired, np.array(limits))]


def _idle(plant: Plant, desired: Motion) -> Iterator[str]:
    """Notice joints that move nothing: any torque would throw them."""
    if not len(desired.q):
        return
    M = plant.kernels.mass_matrix(desired.q[0], plant.parameters_at(0.0)[1])
    idle = [name for name, own in zip(plant.robot.joint_names, np.diag(M), strict=True) if own <= NOTHING * np.max(M)]
    if idle:
        way_out = "give what it moves a mass and an inertia, or the joint a rotor_inertia"
        yield f"{few_of(idle)}: moves no inertia; {way_out}"


def _jumps(robot: Robot, times: Array, desired: Motion) -> Iterator[str]:
    """Notice positions and velocities that change more than their rates explain."""
    h = np.diff(times)[:, None]
    kinds = (("position", desired.q, desired.qd), ("velocity", desired.qd, desired.qdd))
    for kind, values, rates in kinds:
        steps = np.abs(np.diff(values, axis=0))
        explained = h * np.maximum(np.abs(rates[:-1]), np.abs(rates[1:]))
        small = 1e-3 * max(float(np.ptp(values)), 1e-9)
        jumps = np.argwhere(steps > JUMP * explained + small)
        if len(jumps):
            k, i = jumps[0]
            what = f"the desired {kind} of {robot.joint_names[i]} jumps by {steps[k, i]:.3g} at {times[k + 1]:.4g} s"
            yield f"{what}; no robot can follow that"


def _jumps_of_samples(robot: Robot, samples: Samples) -> Iterator[str]:
    steps = np.abs(np.diff(np.array(samples.points), axis=0))
    if len(steps) < 3:
        return
    beside = np.maximum(np.vstack((steps[1:2], steps[:-1])), np.vstack((steps[1:], steps[-2:-1])))
    rows = np.argwhere(steps > JUMP * beside + 1e-2 * np.maximum(steps.max(axis=0), 1e-9))
    if len(rows):
        k, i = rows[0]
        what = f"{robot.joint_names[i]} jumps by {steps[k, i]:.3g} between {samples.times[k]:g} s"
        yield f"the motion file: {what} and {samples.times[k + 1]:g} s; no robot can follow that"


def _outside(robot: Robot, times: Array, desired: Motion) -> Iterator[str]:
    for i, joint in enumerate(robot.moving_joints):
        limits, q, speed = joint.limits, desired.q[:, i], np.abs(desired.qd[:, i])
        for bound, beyond, word in (
            (limits.lower, q < _number(limits.lower) - 1e-12, "below its lower limit"),
            (limits.upper, q > _number(limits.upper) + 1e-12, "above its upper limit"),
        ):
            if beyond.any():
                at = int(np.argmax(beyond))
                what = f"the desired position of {joint.name}, {q[at]:.4g} at {times[at]:.4g} s, is {word}, {bound:g}"
                yield f"{what}: the robot cannot reach it"
        at = int(np.argmax(speed))
        if limits.velocity is not None and speed[at] > limits.velocity:
            fastest = f"{speed[at]:.4g} at {times[at]:.4g} s"
            yield f"the desired speed of {joint.name}, {fastest}, is above its limit, {limits.velocity:g}"


def _number(bound: float | None) -> float:
    """Return a bound, or what nothing is beyond."""
    return np.nan if bound is None else bound


def _too_strong(plant: Plant, times: Array, desired: Motion, limits: Array) -> Iterator[str]:
    """Compare the torque that the plant needs for the desired motion with the limits."""
    if not np.isfinite(limits).any():
        return
    needed = np.abs(needed_torque(plant, times, desired))
    for i, name in enumerate(plant.robot.joint_names):
        peak = int(np.argmax(needed[:, i]))
        if needed[peak, i] > limits[i]:
            share = float(np.mean(needed[:, i] > limits[i]))
            what = f"{name} needs {needed[peak, i]:.4g} at {times[peak]:.4g} s and may give {limits[i]:g}"
            yield f"the torque limits make the trajectory infeasible: {what} ({share:.0%} of the time too little)"


def differing_friction(plant: Plant, gains: Mapping[str, Any]) -> Iterator[str]:
    """Say where plant and controller rub differently near rest, though they agree on Coulomb's coefficient."""
    if "friction_speed" not in gains or not plant.coulomb.any():
        return
    rates = np.linspace(0.0, 1.0, 2001)[:, None]  # rad/s: beyond, both are Coulomb's
    speed = np.asarray(gains["friction_speed"], dtype=float)
    made_up = np.where(rates < speed, rates / np.where(speed > 0, speed, 1.0), np.sign(rates))
    apart = plant.coulomb * np.abs(dry_friction(rates, plant.solver) - made_up)
    k, i = np.unravel_index(np.argmax(apart), apart.shape)
    if apart[k, i] > SLIGHT * plant.coulomb[i]:
        what = f"plant and controller differ in friction near rest: by up to {apart[k, i]:.3g}, in"
        yield f"{what} {plant.robot.joint_names[i]} at {rates[k, 0]:.2g} (friction_speed of solver and gains; stiction)"


def needed_torque(plant: Plant, times: Array, desired: Motion) -> Array:
    """Return the torque that keeps the plant on the desired motion, loads included."""
    tau = np.empty_like(desired.q)
    changes = [time for time in plant.change_times() if np.isfinite(time)]
    starts = sorted({0.0, *changes})
    for start, end in zip(starts, [*starts[1:], np.inf], strict=True):
        rows = (times >= start) & (times < end)
        if rows.any():
            pi = plant.parameters_at(start)[1]
            tau[rows] = plant.kernels.inverse_dynamics(desired.q[rows], desired.qd[rows], desired.qdd[rows], pi)
    return tau
