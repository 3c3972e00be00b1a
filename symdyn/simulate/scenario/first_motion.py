"""The motion of a first scenario: joints swing about the middle of their range, or where their motors can hold them.

The middle of all ranges is a posture like any other: where it asks motors for nearly all that they have, one nearby
that does not is looked for. A joint whose friction alone is nearly its motor's torque is left standing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symdyn.control.postures import torques
from symdyn.control.scales import assembled_at
from symdyn.dynamics.setting import is_closed_by_newton
from symdyn.model import bind_symbols
from symdyn.model.robot import Joint, NumericRobot, Robot

Array = NDArray[np.float64]

SWING = 0.3  # rad, or of what slides a tenth of the range
SLIDE = 0.05  # m, where nothing says how far it may go
BOUNDLESS = 1e3  # rad, m: a range that says nothing
SLOW, STEP, STEPS = 1.0, 0.17, 7  # rad/s of the first joint, what each next one is faster, until it starts again
SPEED = 0.25  # of a joint's largest velocity
EASY = 0.7  # of a motor's torque: the rest is for errors
PHASES = 12  # of a motion, at which torques are looked at
CANDIDATES = 400


@dataclass(frozen=True, slots=True)
class FirstMotion:
    """What each joint does: centre + amplitude sin(omega t); it stands where its friction leaves no torque to move."""

    centres: tuple[float, ...]
    amplitudes: tuple[float, ...]
    omegas: tuple[float, ...]


def first_motion(robot: Robot) -> FirstMotion:
    """Return a gentle motion that no two joints do in step, so that none hides what another shows."""
    joints = robot.moving_joints
    omegas = tuple(SLOW + STEP * (i % STEPS) for i in range(robot.n))
    centres = assembled_at(robot) if is_closed_by_newton(robot) else tuple(_middle(joint) for joint in joints)
    amplitudes = tuple(_amplitude(joint, omega) for joint, omega in zip(joints, omegas, strict=True))
    motion = FirstMotion(centres, amplitudes, omegas)
    if not any(joint.limits.effort for joint in joints) or not np.isfinite(robot.parameters).all():
        return motion
    bound = bind_symbols(robot)
    motion = FirstMotion(centres, _moved(bound, amplitudes), omegas)
    looped = robot.closing is not None and robot.closing.loops
    return motion if looped else FirstMotion(_held_easily(bound, motion), motion.amplitudes, omegas)


def _range(joint: Joint) -> tuple[float, float] | None:
    limits = joint.limits
    if limits.lower is None or limits.upper is None or limits.upper - limits.lower >= BOUNDLESS:
        return None
    return limits.lower, limits.upper


def _middle(joint: Joint) -> float:
    found = _range(joint)
    return 0.0 if found is None else (found[0] + found[1]) / 2


def _amplitude(joint: Joint, omega: float) -> float:
    found = _range(joint)
    amplitude = SWING if joint.kind.turns else SLIDE
    if found is not None:
        room = (found[1] - found[0]) / 2
        amplitude = min(amplitude, room / 5) if joint.kind.turns else room / 5
    return min(amplitude, SPEED * joint.limits.velocity / omega) if joint.limits.velocity else amplitude


def _moved(robot: NumericRobot, amplitudes: tuple[float, ...]) -> tuple[float, ...]:
    """Return amplitudes, 0 for joints whose Coulomb friction is nearly all that their motors have."""
    at = dict(zip(robot.parameter_names, robot.parameters, strict=True))
    rubs = [abs(float(at.get(f"{name}.fc", 0))) for name in robot.joint_names]
    most = [joint.limits.effort or np.inf for joint in robot.moving_joints]
    return tuple(0.0 if a > EASY * b else swing for swing, a, b in zip(amplitudes, rubs, most, strict=True))


def _held_easily(robot: NumericRobot, motion: FirstMotion) -> tuple[float, ...]:
    """Return the centres if motors have it easy there; else the nearest ones that were found where they do."""
    middle = np.array(motion.centres)
    lower, upper = _room(robot, motion)
    random = np.random.default_rng(1)
    tried = random.uniform(lower, upper, (CANDIDATES, robot.n))
    reach = np.linspace(0, 1, CANDIDATES)[:, None]  # from the middle outwards
    tried = middle + reach * (tried - middle)
    share = _shares(robot, tried, motion)
    easy = np.flatnonzero(share <= EASY)
    best = easy[0] if len(easy) else int(np.argmin(share))
    return motion.centres if best == 0 else tuple(round(float(x), 2) for x in tried[best])


def _room(robot: NumericRobot, motion: FirstMotion) -> tuple[Array, Array]:
    """Return how far centres may go: twice the swing away from what limits the joint, or half a turn."""
    lower, upper = [], []
    for joint, middle, swing in zip(robot.moving_joints, motion.centres, motion.amplitudes, strict=True):
        found = _range(joint)
        far = np.pi if joint.kind.turns else 0.0
        low, high = (middle - far, middle + far) if found is None else (found[0] + 2 * swing, found[1] - 2 * swing)
        lower.append(min(low, middle))
        upper.append(max(high, middle))
    return np.array(lower), np.array(upper)


def _shares(robot: NumericRobot, centres: Array, motion: FirstMotion) -> Array:
    """Return, for every candidate, the largest share of a motor's torque that the motion asks for."""
    phase = np.random.default_rng(2).uniform(0, 2 * np.pi, (PHASES, robot.n))
    swing, omega = np.array(motion.amplitudes), np.array(motion.omegas)
    q = (centres[:, None, :] + swing * np.sin(phase)).reshape(-1, robot.n)
    qd = np.broadcast_to(swing * omega * np.cos(phase), (len(centres), PHASES, robot.n)).reshape(-1, robot.n)
    qdd = np.broadcast_to(-swing * omega**2 * np.sin(phase), (len(centres), PHASES, robot.n)).reshape(-1, robot.n)
    most = np.array([joint.limits.effort or np.inf for joint in robot.moving_joints])
    shares = np.abs(torques(robot, q, qd, qdd)) / most
    worst: Array = shares.reshape(len(centres), -1).max(axis=1)
    return worst
