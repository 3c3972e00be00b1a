"""How estimates begin, move and stay where they may be; what drives them is the law's own."""

from __future__ import annotations

from symdyn.control.codes import NOT_FINITE, OK
from symdyn.control.pieces.consistency import make_consistent
from symdyn.control.pieces.limits import hold_last
from symdyn.routines.words import Code, Estimates, Index, Joints, Number, Self, Whole, body_count, finite, n, u

ROOM = 1000000  # times as large a number must be finite, too: what is made of it later shall be


def start_parameters(self: Self, theta: Estimates) -> None:
    """Take the model's parameters as they are."""
    for j in range(u):
        self.theta[j] = theta[j]


def start_estimates(self: Self, theta: Estimates) -> None:
    """Take estimates within their bounds, and remember them."""
    for j in range(u):
        self.theta[j] = within(theta[j], self.gains.theta_min[j], self.gains.theta_max[j])
        self.theta_start[j] = self.theta[j]


def take_estimates(self: Self, theta: Estimates) -> None:
    """Go on with other estimates, within their bounds."""
    for j in range(u):
        self.theta[j] = within(theta[j], self.gains.theta_min[j], self.gains.theta_max[j])


def within(x: Number, low: Number, high: Number) -> Number:
    """An estimate, or the bound that it is beyond."""
    above = low if x < low else x
    return high if above > high else above


def beyond(x: Number, zone: Number) -> Number:
    """What is left of x beyond a dead zone."""
    above = -zone if x < -zone else x
    return x - (zone if above > zone else above)


def driving(self: Self, i: Index, s: Number) -> Number:
    """What of s drives the adaptation: none while a torque is limited, for s does not tell of the estimates then."""
    return 0 if self.waits else beyond(s, self.gains.dead_zone[i] + self.zone[i])


def integrate(self: Self, dt: Number, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints) -> None:
    """Move the integral of s for a time dt; it waits while its joint is at a limit, or torques would overflow."""
    gains = self.gains
    for i in range(n):
        qd_r = qd_d[i] + gains.Lambda[i] * (q_d[i] - q[i])
        moved = self.integral[i] + (0 if self.limited[i] != 0 else dt * (qd[i] - qd_r))
        self.integral[i] = moved if finite(ROOM * moved) and finite(ROOM * gains.Ki[i] * moved) else self.integral[i]


def rate(self: Self, j: Index, w: Number) -> Number:
    """The rate of an estimate, which w drives."""
    driven = -self.gains.Gamma[j] * w
    return driven - self.gains.sigma * (self.theta[j] - self.theta_start[j]) if self.gains.sigma > 0 else driven


def advance(self: Self, dt: Number, w: Estimates, tau: Joints, theta: Estimates) -> Code:
    """Where the estimates are after a time dt, put back where they may be.

    Nothing changes yet; if a number is not finite the torque is that of before.
    """
    gains = self.gains
    wrong = False
    for j in range(u):
        moved = self.theta[j] + dt * rate(self, j, w[j])
        wrong |= not finite(moved)
        theta[j] = within(moved, gains.theta_min[j], gains.theta_max[j])
        wrong |= not finite(ROOM * theta[j])
    if body_count and gains.body_floor > 0:
        wrong |= make_consistent(gains.body_floor, theta)
    for i in range(n):
        wrong |= not finite(tau[i])
    if wrong:
        hold_last(self, tau)
        return NOT_FINITE
    return OK


def take(self: Self, waited: Whole, theta: Estimates) -> None:
    """Go on with estimates, but not after a step that was the first at a limit: it took s for what it is not."""
    if waited or not self.waits:
        for j in range(u):
            self.theta[j] = theta[j]
