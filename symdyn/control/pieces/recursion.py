"""The covariance of estimates as factors, P = V' D V: forgetting, and what one more row says, by Bierman's update."""

from __future__ import annotations

from symdyn.routines.words import Estimates, Number, Self, array, u


def forget(self: Self, dt: Number) -> None:
    """Let P grow for a time dt, the less the nearer it is to what it began with, which it never exceeds."""
    gains = self.gains
    known: Number = 0
    for j in range(u):
        P = self.D[j]
        for i in range(j + 1, u):
            P += self.V[i, j] * self.V[i, j] * self.D[i]
        part = P / (gains.spread[j] * gains.spread[j])
        known = part if part > known else known
    if gains.forget > 0 and known < 1:
        most = dt if dt < gains.forget else gains.forget
        for j in range(u):
            self.D[j] *= 1 + most * (1 - known) / gains.forget


def take_in(self: Self, error: Number, noise: Number, w: Estimates, moved: Estimates) -> None:
    """Take in a row w of variance ``noise``, by which the torque was off; moved is where the estimates go."""
    f, b = array(u), array(u)
    left = error
    for j in range(u):
        left -= w[j] * moved[j]  # rows before have explained some of it
        f[j] = w[j]
    for j in range(1, u):
        for i in range(j):
            f[j] += self.V[j, i] * w[i]
    alpha = noise
    for j in range(u):
        v = self.D[j] * f[j]
        before = alpha
        alpha += f[j] * v
        self.D[j] *= before / alpha
        b[j] = v
        p = -f[j] / before
        for i in range(j):
            V = self.V[j, i]
            self.V[j, i] = V + b[i] * p
            b[i] += V * v
    for j in range(u):
        moved[j] += b[j] * left / alpha
