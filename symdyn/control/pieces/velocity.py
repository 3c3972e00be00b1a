"""Velocity as a step takes it: measured, or made of positions.

The estimate is q̇_d plus the filtered rate of what the arm moved beyond it: what is desired is known without delay, and
only the difference lags, by the filter's time constant and half a period. q_d does not enter: it may jump, the arm not.
"""

from __future__ import annotations

from symdyn.routines.words import Joints, Number, Self, n

FASTEST = 10000  # rad/s, m/s: what is faster is no motion of a joint, and the filter begins anew


def see(self: Self, dt: Number, q: Joints, qd: Joints, qd_d: Joints, seen: Joints) -> None:
    """The velocity that the law takes; the filter by backward differences is stable for every dt."""
    gains = self.gains
    for i in range(n):
        moved = q[i] - self.q_last[i] - dt / 2 * (self.qd_d_last[i] + qd_d[i])
        rate = (gains.velocity_time * self.rate_last[i] + moved) / (gains.velocity_time + dt)
        seen[i] = qd_d[i] + (rate if self.seen and abs(rate) <= FASTEST else 0) if gains.velocity else qd[i]


def remember(self: Self, q: Joints, qd_d: Joints, seen: Joints) -> None:
    """What the next step's velocity is made of."""
    for i in range(n):
        self.q_last[i] = q[i]
        self.qd_d_last[i] = qd_d[i]
        self.rate_last[i] = seen[i] - qd_d[i]
    self.seen = True
