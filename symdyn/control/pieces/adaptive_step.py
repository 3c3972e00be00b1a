"""The law and the step of a law that adapts, out of its torque and of what drives its estimates."""

from __future__ import annotations

from symdyn.control.codes import BAD_TIME_STEP, OK
from symdyn.control.pieces.estimates import advance, integrate, rate, take
from symdyn.control.pieces.limits import hold_last, hold_within
from symdyn.control.pieces.velocity import remember, see
from symdyn.control.pieces.waiting import wait_at_limits
from symdyn.routines.words import Code, Estimates, Joints, NotBound, Number, Self, array, finite, n, u

torque = NotBound("torque")


def law(
    self: Self,
    q: Joints,
    qd: Joints,
    q_d: Joints,
    qd_d: Joints,
    qdd_d: Joints,
    tau: Joints,
    theta_dot: Estimates,
) -> None:
    """Return the torque, and the rate of the estimates."""
    w = array(u)
    torque(self, q, qd, q_d, qd_d, qdd_d, tau, w)
    for j in range(u):
        theta_dot[j] = rate(self, j, w[j])


def step(self: Self, dt: Number, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> Code:
    """Hold the torque for dt seconds, and move the estimates as long."""
    w, theta, seen = array(u), array(u), array(n)
    waited = self.waits
    if not (finite(dt) and dt > 0 and dt <= self.gains.dt_max):
        hold_last(self, tau)
        return BAD_TIME_STEP
    see(self, dt, q, qd, qd_d, seen)
    torque(self, q, seen, q_d, qd_d, qdd_d, tau, w)
    code = advance(self, dt, w, tau, theta)
    if code == OK:
        hold_within(self, dt, tau)
        integrate(self, dt, q, seen, q_d, qd_d)
        wait_at_limits(self, dt, q, seen, q_d, qd_d)
        take(self, waited, theta)
        remember(self, q, qd_d, seen)
    return code
