"""A pendulum, a scenario for it, and a controller that does what a test wants."""

from collections.abc import Callable
from typing import Any

import numpy as np

PENDULUM: dict[str, Any] = {
    "symdyn": 1,
    "name": "pendulum",
    "gravity": [0, -9.80665, 0],
    "joints": [
        {
            "type": "revolute",
            "link": {
                "mass": 2,
                "com": [0.25, 0, 0],
                "inertia": {"xx": 0, "xy": 0, "xz": 0, "yy": 0.04, "yz": 0, "zz": 0.04},
            },
            "limits": {"lower": -2, "upper": 2, "velocity": 3, "effort": 10},
        }
    ],
}

SCENARIO = """\
scenario: 1
duration: 0.5
trajectory: {type: minimum_jerk, from: [0.1], to: [0.6]}
controller: {law: computed_torque, rate: 200}
"""


class Scripted:
    """A controller that returns what a function of (dt, q, qd, q_d, qd_d, qdd_d) says, and remembers its calls."""

    law_name = "scripted"
    theta_names: tuple[str, ...] = ()
    adapts = False
    takes_acceleration = False

    def __init__(self, torque: Callable[..., Any]) -> None:
        self.torque = torque
        self.theta = np.zeros(0)
        self.asked = np.zeros(1)
        self.gains: dict[str, Any] = {}
        self.calls: list[tuple[Any, ...]] = []

    def step(self, dt: float, *state: Any) -> Any:
        self.calls.append((dt, *state))
        self.asked = np.atleast_1d(self.torque(dt, *state))
        return self.asked

    def law(self, *state: Any) -> Any:
        return np.atleast_1d(self.torque(0.0, *state)), np.zeros(0)

    def reset(self, theta: Any = None) -> None:
        self.calls.clear()
