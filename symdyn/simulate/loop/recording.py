"""What a run leaves behind: rows of time, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symdyn.simulate.motion.motion import Array


@dataclass(frozen=True, slots=True)
class Stopped:
    """Why a run ended before its time."""

    time: float
    reason: str
    q: tuple[float, ...]
    qd: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """A run, row by row.

    `tau` is what the controller gives, `asked` what its law asked for before its own limits, and `applied` what acts
    on the plant, after limits and disturbances. `theta` are the estimates, `true_theta` what they should be (NaN
    where that has no meaning), `V` the Lyapunov function (NaN where the law has none).
    """

    joints: tuple[str, ...]
    units: tuple[tuple[str, str], ...]  # of every joint's position and torque
    theta_names: tuple[str, ...]
    time: Array
    q: Array
    qd: Array
    q_d: Array
    qd_d: Array
    tau: Array
    applied: Array
    theta: Array
    true_theta: Array
    V: Array
    stopped: Stopped | None = None
    asked: Array | None = None

    @property
    def error(self) -> Array:
        """Position minus the desired one."""
        return self.q - self.q_d

    def columns(self) -> dict[str, Array]:
        """Return the rows as named columns."""
        found: dict[str, Array] = {"time": self.time}
        for prefix, block in (
            *(("q", self.q), ("qd", self.qd), ("q_d", self.q_d), ("qd_d", self.qd_d)),
            *(("tau", self.tau), ("applied", self.applied)),
        ):
            found |= {f"{prefix}{i + 1}": block[:, i] for i in range(block.shape[1])}
        if self.asked is not None and not np.array_equal(self.asked, self.tau):
            found |= {f"asked{i + 1}": self.asked[:, i] for i in range(self.asked.shape[1])}
        found |= {f"theta.{name}": self.theta[:, i] for i, name in enumerate(self.theta_names)}
        if np.isfinite(self.V).any():
            found["V"] = self.V
        return found
