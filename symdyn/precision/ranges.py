"""The states that errors are stated for: within a robot's joint limits, or usual ranges where its file has none."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from symdyn.ir.program import Program
from symdyn.model.robot import Joint, Robot

Range = tuple[float, float]
Ranges = Mapping[str, tuple[Range, ...]]
Samples = Mapping[str, NDArray[np.float64]]  # one row for each state

TRAVEL = 1.0  # metres either way of a sliding joint without limits; a turning one makes half a turn
SPEED = 2.0  # rad/s or m/s
ACCELERATION = 5.0  # rad/s² or m/s²; files say nothing of it
EFFORT = 20.0  # N m or N
WRENCH = 20.0  # N, N m
STATES = 32  # every other one in a corner of the ranges, where most quantities are largest
GRAIN = 1 << 20  # steps in a range


def input_ranges(robot: Robot) -> Ranges:
    """Return the range of every number that kernels of a robot take, parameters excepted."""
    joints = robot.moving_joints
    speeds = tuple(_either_way(joint.limits.velocity, SPEED) for joint in joints)
    accelerations = tuple((-ACCELERATION, ACCELERATION) for _ in joints)
    return {
        "q": tuple(_positions(joint) for joint in joints),
        **_following(robot),
        "qd": speeds,
        "qdd": accelerations,
        "qd_r": speeds,
        "qdd_r": accelerations,
        "qd_f": speeds,
        "sign_f": ((-1.0, 1.0),) * len(joints),
        "s": speeds,
        "tau": tuple(_either_way(joint.limits.effort, EFFORT) for joint in joints),
        "wrench": ((-WRENCH, WRENCH),) * 6,
    }


def _following(robot: Robot) -> Ranges:
    """Joints that follow the coordinates; only kernels of robots that are closed by Newton's method take them."""
    if robot.closing is None or not robot.closing.loops:
        return {}
    joints = robot.tree.moving_joints
    return {"passive": tuple(_positions(joints[i]) for i in range(len(joints)) if i not in robot.closing.actuated)}


def stated_ranges(robot: Robot, programs: Iterable[Program]) -> dict[str, list[list[float]]]:
    """Return the ranges for a manifest: of inputs that some program takes, or that any robot's does."""
    taken = {port.name for program in programs for port in program.inputs}
    ranges = input_ranges(robot).items()
    return {name: [list(one) for one in entries] for name, entries in ranges if name != "passive" or name in taken}


def _positions(joint: Joint) -> Range:
    usual = math.pi if joint.kind.turns else TRAVEL
    lower, upper = joint.limits.lower, joint.limits.upper
    low = -usual if lower is None else lower
    high = usual if upper is None else upper
    return (low, max(low, high)) if lower is not None else (min(low, high), high)


def _either_way(limit: float | None, usual: float) -> Range:
    size = abs(limit) if limit else usual
    return -size, size


def any_samples(robot: Robot) -> Samples:
    """Return states within a robot's limits."""
    return sampled_states(input_ranges(robot))


def samples_at(
    samples: Samples, q: Sequence[Sequence[float]], passive: Sequence[Sequence[float]] | None = None
) -> Samples:
    """Return the same states at other positions; joints that follow are where they are given, or as they were."""
    moved = {**samples, "q": np.array(q)}
    return moved if passive is None else {**moved, "passive": np.array(passive)}


def sampled_states(ranges: Ranges) -> Samples:
    """Draw states, the same on every machine, in numbers that a float can hold."""
    return {name: np.array(_columns(name, entries)).T for name, entries in ranges.items()}


def _columns(name: str, entries: Sequence[Range]) -> list[list[float]]:
    source = random.Random(f"precision {name}")
    return [[_drawn(source, state, *entry) for state in range(STATES)] for entry in entries]


def _drawn(source: random.Random, state: int, low: float, high: float) -> float:
    step = source.randint(0, GRAIN)
    part = (2 * step > GRAIN) if state % 2 else step / GRAIN
    return _inside(low + (high - low) * part, low, high)


def _inside(value: float, low: float, high: float) -> float:
    """Return the nearest float that does not leave the range, if the range holds one."""
    nearest = np.float32(value)
    if float(nearest) > high:
        nearest = np.nextafter(nearest, np.float32(-np.inf))
    elif float(nearest) < low:
        nearest = np.nextafter(nearest, np.float32(np.inf))
    return float(nearest)
