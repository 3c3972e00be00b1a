"""What limits do to s tells nothing of estimates: a dead zone opens as wide as s, and closes again after the limit.

While a torque of any joint is not the one that was asked for, no joint adapts, for M couples them. What is left of s
dies out in the time of the feedback, if the estimates are right; the zone closes more slowly. So estimates learn from
what remains, and not from what the limit did (docs/laws/limits.md).
"""

from __future__ import annotations

from symdyn.routines.words import LARGEST, Joints, Number, Self, Whole, array, n

FINE = 1000000000  # parts of a rad/s or m/s: a zone of less than one of them is closed


def is_limited(self: Self, dt: Number) -> Whole:
    """Whether a torque of the last step was not the one that was asked for, nor will be a period later.

    What the rate holds back by less than a torque may change in a period is late by less than one, as every sampled
    torque is: noise alone would make estimates wait otherwise.
    """
    gains = self.gains
    found = False
    for i in range(n):
        most = gains.tau_max[i] if gains.tau_max[i] > 0 else LARGEST
        behind = abs(self.tau_asked[i] - self.tau_held[i]) > gains.tau_rate[i] * dt
        found |= self.limited[i] != 0 and (behind or abs(self.tau_held[i]) >= most)
    return found


def wait(self: Self, dt: Number, s: Joints) -> None:
    """Let the zone be as wide as s is at a limit, and close for a time dt after it."""
    settle = self.gains.settle
    keep = settle / (settle + dt)
    wide = False
    self.waits = is_limited(self, dt)
    for i in range(n):
        left = keep * self.zone[i]
        size = abs(s[i])
        zone = size if self.waits and size > left else left
        self.zone[i] = zone if zone * FINE >= 1 else 0
        wide |= zone * FINE >= 1
    self.closing = wide or self.waits


def wait_at_limits(self: Self, dt: Number, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints) -> None:
    """The same with s of the laws that have it."""
    s = array(n)
    if self.gains.settle > 0 and (self.closing or is_limited(self, dt)):
        for i in range(n):
            s[i] = qd[i] - qd_d[i] - self.gains.Lambda[i] * (q_d[i] - q[i])
        wait(self, dt, s)
