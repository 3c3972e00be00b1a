"""What limits do to s tells nothing of estimates: a dead zone opens as wide as s, and closes again after the limit.

While a torque of any joint is not the one that was asked for, no joint adapts, for M couples them. What is left of s
dies out in the time of the feedback, if the estimates are right; the zone closes more slowly. So estimates learn from
what remains, and not from what the limit did (docs/laws/limits.md).
"""

from __future__ import annotations

from symdyn.routines.words import Joints, Number, Self, Whole, array, n

FINE = 1000000000  # parts of a rad/s or m/s: a zone of less than one of them is closed


def is_limited(self: Self) -> Whole:
    """Whether a torque of the last step was not the one that was asked for."""
    found = False
    for i in range(n):
        found |= self.limited[i] != 0
    return found


def wait(self: Self, dt: Number, s: Joints) -> None:
    """Let the zone be as wide as s is at a limit, and close for a time dt after it."""
    settle = self.gains.settle
    keep = settle / (settle + dt)
    wide = False
    self.waits = is_limited(self)
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
    if self.gains.settle > 0 and (self.closing or is_limited(self)):
        for i in range(n):
            s[i] = qd[i] - qd_d[i] - self.gains.Lambda[i] * (q_d[i] - q[i])
        wait(self, dt, s)
