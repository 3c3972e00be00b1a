"""Springs between motors and joints, as a plant has them and no law knows of them.

    (M(q) - B₀) q̈ + C q̇ + g = s            s = K (θ - q) + D (θ̇ - q̇)
    B θ̈ = τ - s - friction(θ̇)

θ are the motors' positions as the joints see them, B₀ the rotor inertia that the robot file has in M, B what the
scenario gives (left out: B₀). A joint whose stiffness is 0 is rigid: its motor is where it is, and stands still in
these equations.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symdyn.errors import InputError, few_of
from symdyn.model import Robot
from symdyn.simulate.motion.motion import Array
from symdyn.simulate.scenario.scenario import Flexibility


@dataclass(frozen=True, slots=True)
class Springs:
    """Stiffness (0: none) and damping of every joint, inertias of rotors now and in M, and which side is measured."""

    stiffness: Array
    damping: Array
    rotor: Array
    within: Array
    motor_side: bool

    @property
    def soft(self) -> NDArray[np.bool_]:
        """Which joints have a spring."""
        return np.asarray(self.stiffness > 0)

    def torque(self, x: Array) -> Array:
        """Return what the springs do to the joints; ``x`` is (q, q̇, θ, θ̇)."""
        q, qd, theta, theta_dot = x.reshape(4, -1)
        return np.where(self.soft, self.stiffness * (theta - q) + self.damping * (theta_dot - qd), 0.0)

    def seen(self, x: Array) -> Array:
        """Return what encoders show of (q, q̇, θ, θ̇): motors where they sit there and there are some, else joints."""
        q, qd, theta, theta_dot = x.reshape(4, -1)
        motors = self.soft & self.motor_side
        return np.concatenate((np.where(motors, theta, q), np.where(motors, theta_dot, qd)))

    def at_rest(self, x: Array, weight: Array) -> Array:
        """Return (q, q̇, θ, θ̇) with springs that hold a weight; ``x`` is (q, q̇)."""
        n = len(weight)
        held = np.divide(weight, self.stiffness, out=np.zeros(n), where=self.soft)
        return np.concatenate((x, x[:n] + held, x[n:]))


def springs_of(robot: Robot, full: Array, given: Flexibility) -> Springs:
    """Return the springs of a scenario with the rotors of a robot."""
    if robot.closing is not None:
        raise InputError("springs are for robots without loops, couplings and transmissions", field="flexibility")
    at = dict(zip(robot.parameter_names, full, strict=True))
    within = np.array([at.get(f"{name}.Ia", 0.0) for name in robot.joint_names])
    rotor = within if given.rotor_inertia is None else np.array(given.rotor_inertia)
    stiffness = np.array(given.stiffness)
    none = [
        name for name, k, inertia in zip(robot.joint_names, stiffness, rotor, strict=True) if k > 0 and inertia <= 0
    ]
    if none:
        what = f"{few_of(none)}: a spring needs a motor behind it; give its rotor_inertia here or in the robot file"
        raise InputError(what, field="flexibility")
    soft = stiffness > 0
    return Springs(
        stiffness,
        np.array(given.damping),
        np.where(soft, rotor, 1.0),
        np.where(soft, within, 0.0),
        given.measured == "motor",
    )
