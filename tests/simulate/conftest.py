"""Small scenarios for a pendulum, and a controller that does what a test wants."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.model import Robot
from symdyn.simulate.opening import open_scenario
from symdyn.simulate.scenario import Scenario

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


@pytest.fixture(scope="session")
def pendulum() -> Robot:
    return symdyn.load(PENDULUM)


@pytest.fixture
def scenario(tmp_path: Path, pendulum: Robot) -> Callable[..., Scenario]:
    """Return a function that reads a scenario of the pendulum, with lines added and texts replaced."""

    def read(*more: str, replaced: tuple[tuple[str, str], ...] = ()) -> Scenario:
        text = SCENARIO
        for old, new in replaced:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / "swing.yaml"
        path.write_text(text + "".join(f"{line}\n" for line in more))
        return open_scenario(path).for_robot(pendulum)

    return read


class Scripted:
    """A controller that returns what a function of (dt, q, qd, q_d, qd_d, qdd_d) says, and remembers its calls."""

    law_name = "scripted"
    theta_names: tuple[str, ...] = ()
    adapts = False
    takes_acceleration = False

    def __init__(self, torque: Callable[..., Any]) -> None:
        self.torque = torque
        self.theta = np.zeros(0)
        self.gains: dict[str, Any] = {}
        self.calls: list[tuple[Any, ...]] = []

    def step(self, dt: float, *state: Any) -> Any:
        self.calls.append((dt, *state))
        return np.atleast_1d(self.torque(dt, *state))

    def law(self, *state: Any) -> Any:
        return np.atleast_1d(self.torque(0.0, *state)), np.zeros(0)

    def reset(self, theta: Any = None) -> None:
        self.calls.clear()
