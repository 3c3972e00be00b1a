"""Velocity as a step takes it: measured, or made of positions.

The estimate is q̇_d plus the filtered rate of q - q_d: what is desired is known without delay, and only the error's rate
lags, by the filter's time constant and half a period.
"""

from __future__ import annotations

from symdyn.routines.words import Joints, Number, Self, n


def see(self: Self, dt: Number, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, seen: Joints) -> None:
    """The velocity that the law takes; the filter by backward differences is stable for every dt."""
    gains = self.gains
    for i in range(n):
        moved = gains.velocity_time * self.ed_last[i] + (q[i] - q_d[i] - self.e_last[i])
        rate = moved / (gains.velocity_time + dt) if self.seen else 0
        seen[i] = qd_d[i] + rate if gains.velocity else qd[i]


def remember(self: Self, q: Joints, q_d: Joints, qd_d: Joints, seen: Joints) -> None:
    """Errors of this step, for the next one."""
    for i in range(n):
        self.e_last[i] = q[i] - q_d[i]
        self.ed_last[i] = seen[i] - qd_d[i]
    self.seen = True
