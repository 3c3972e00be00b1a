"""A motion of a robot as a log would have it: sums of sines, torques by the robot's own dynamics."""

from pathlib import Path
from typing import Any

import numpy as np

import symdyn
from symdyn.identification.logs import Log

ARM: dict[str, Any] = {
    "symdyn": 1,
    "name": "arm",
    "gravity": [0, -9.80665, 0],
    "joints": [
        {
            "type": "revolute",
            "link": {"mass": 3, "com": [0.3, 0.02, 0], "inertia": dict(xx=0.01, xy=0, xz=0, yy=0.1, yz=0, zz=0.11)},
            "friction": {"viscous": 0.8, "coulomb": 1.2},
        },
        {
            "type": "revolute",
            "origin": {"xyz": [0.5, 0, 0]},
            "link": {"mass": 2, "com": [0.2, -0.03, 0], "inertia": dict(xx=0.01, xy=0, xz=0, yy=0.05, yz=0, zz=0.06)},
            "friction": {"viscous": 0.3, "coulomb": 0.5},
        },
    ],
}


def recorded(robot: symdyn.Robot, seed: int, *, seconds: float = 20.0, rate: float = 500.0, noise: float = 0.0) -> Log:
    """A log with positions and torques alone."""
    draw = np.random.default_rng(seed)
    time = np.arange(0, seconds, 1 / rate)
    w = 2 * np.pi * 0.1 * np.arange(1, 9)[:, None]
    q, qd, qdd = (np.zeros((len(time), robot.n)) for _ in range(3))
    for j in range(robot.n):
        a, b = draw.normal(size=(2, 8, 1)) * 0.6 / np.arange(1, 9)[:, None]
        q[:, j] = (a * np.sin(w * time) + b * np.cos(w * time)).sum(axis=0)
        qd[:, j] = (w * (a * np.cos(w * time) - b * np.sin(w * time))).sum(axis=0)
        qdd[:, j] = -(w**2 * (a * np.sin(w * time) + b * np.cos(w * time))).sum(axis=0)
    torque = symdyn.build(robot, symdyn.Options(only=("inverse_dynamics",))).inverse_dynamics  # and no other kernel
    tau = torque(q, qd, qdd) + noise * draw.normal(size=q.shape)
    return Log(f"motion {seed}", time, q, tau=tau)


def write_csv(log: Log, path: Path) -> Path:
    """Write a log with the usual names of columns."""
    assert log.tau is not None
    n = log.q.shape[1]
    names = ["time", *(f"q{i + 1}" for i in range(n)), *(f"tau{i + 1}" for i in range(n))]
    rows = np.column_stack([log.time, log.q, log.tau])
    path.write_text("\n".join([",".join(names), *(",".join(f"{x:.12g}" for x in row) for row in rows)]) + "\n")
    return path
