"""Composite adaptation: Slotine and Li's law, which also learns from the error of predicted torques.

    ε = Y_f π̂ - τ_f        θ̂̇ = -Γ (Yᵀ s + Y_fᵀ C ε)        V̇ = -sᵀ K s - εᵀ C ε

Y_f and τ_f are the regressor and the applied torque behind the same filter 1/(D + a), so that no acceleration is
measured. A step adds to both what the last period brought: to τ_f the torque times its length, to Y_f the change of
momentum and, by the trapezoidal rule, the rest. Then Y_f π = τ_f holds for the true π up to that rule's error.
"""

from __future__ import annotations

from symdyn.control.codes import BAD_TIME_STEP, NOT_FINITE, OK
from symdyn.control.law import Gain, Law, Memory, Rule, Values
from symdyn.control.laws.slotine_li import BANDWIDTH, LAMBDA, K
from symdyn.control.pieces.estimates import advance, driving, integrate, take
from symdyn.control.pieces.feedback import feed_back
from symdyn.control.pieces.friction import smooth_sign
from symdyn.control.pieces.limits import hold_last, hold_within
from symdyn.control.pieces.velocity import remember, see
from symdyn.control.pieces.waiting import wait_at_limits
from symdyn.control.safeguards import FRICTION_SPEED, INTEGRAL, KI, adaptation_gains, held, same
from symdyn.control.scales import Scales, rounded
from symdyn.routines.words import (
    Code,
    Estimates,
    Joints,
    NotBound,
    Number,
    Regressor,
    Self,
    array,
    entries,
    finite,
    k,
    n,
    robot,
    u,
    zeros,
)

FILTER = 10.0  # 1/s

add_gradient = NotBound("add_gradient")


def _weights(scales: Scales) -> Values:
    """Slow signals then learn as much from predictions as from s: s is nearly K⁻¹ Y (θ̂ - θ), and Y_f nearly Y/a."""
    return tuple(rounded(FILTER**2 / feedback) for feedback in held(BANDWIDTH)(scales))


def torque(
    self: Self,
    q: Joints,
    qd: Joints,
    q_d: Joints,
    qd_d: Joints,
    qdd_d: Joints,
    tau: Joints,
    w: Estimates,
) -> None:
    """Torque of the reference motion with estimates, less feedback of s; s and the error of prediction drive them."""
    gains = self.gains
    qd_r, qdd_r, s, sign, drive = array(n), array(n), array(n), array(n), array(n)
    feedback, error, g = array(n), array(n), zeros(k)
    for i in range(n):
        qd_r[i] = qd_d[i] + gains.Lambda[i] * (q_d[i] - q[i])
        qdd_r[i] = qdd_d[i] + gains.Lambda[i] * (qd_d[i] - qd[i])
        s[i] = qd[i] - qd_r[i]
        sign[i] = smooth_sign(qd_r[i], gains.friction_speed[i])
        drive[i] = driving(self, i, s[i])
    feed_back(gains.K, s, feedback)
    robot.adaptive_slotine_li(q, qd, qd_r, qdd_r, qd_r, sign, drive, self.pi, tau, w)
    for i in range(n):
        tau[i] -= feedback[i] + gains.Ki[i] * self.integral[i]
        error[i] = -self.tau_f[i]
    for j in range(k):  # sums of all rows side by side
        for i in range(n):
            error[i] += self.Y_f[i, j] * self.pi[j]
    for i in range(n):
        for j in range(k):
            g[j] += self.Y_f[i, j] * (gains.composite[i] * error[i])
    add_gradient(g, w)


def filter_signals(self: Self, momentum: Regressor, rest: Regressor) -> None:
    """The filters now: both take in what the last period brought, and forget alike."""
    dt = self.dt_last
    keep = 1 / (1 + self.gains.a * dt)
    for j in entries(n, k):
        self.Y_f[j] = keep * (self.Y_f[j] + momentum[j] + dt / 2 * rest[j] - self.momentum[j])
    for i in range(n):
        self.tau_f[i] = keep * (self.tau_f[i] + dt * self.tau_last[i])


def step(self: Self, dt: Number, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> Code:
    """Hold the torque for dt seconds, move the estimates as long, and remember what the filters take in next."""
    w, theta, seen, momentum, rest = array(u), array(u), array(n), array(n, k), array(n, k)
    Y_before, tau_before = array(n, k), array(n)
    waited = self.waits
    passed: Number = 0
    if not (finite(dt) and dt > 0 and dt <= self.gains.dt_max):
        hold_last(self, tau)
        return BAD_TIME_STEP
    see(self, dt, q, qd, qd_d, seen)
    robot.regressor_filtered(q, seen, momentum, rest)
    for j in entries(n, k):
        Y_before[j] = self.Y_f[j]
        passed += abs(momentum[j]) + abs(rest[j])
    if not finite(passed):
        hold_last(self, tau)
        return NOT_FINITE
    for i in range(n):
        tau_before[i] = self.tau_f[i]
    if self.started:
        filter_signals(self, momentum, rest)
    torque(self, q, seen, q_d, qd_d, qdd_d, tau, w)
    code = advance(self, dt, w, tau, theta)
    if code != OK:  # perhaps by what the filters hold: once more without
        for j in entries(n, k):
            self.Y_f[j] = 0
        for i in range(n):
            self.tau_f[i] = 0
        torque(self, q, seen, q_d, qd_d, qdd_d, tau, w)
        code = advance(self, dt, w, tau, theta)
    if code != OK:  # the filters as they were
        for j in entries(n, k):
            self.Y_f[j] = Y_before[j]
        for i in range(n):
            self.tau_f[i] = tau_before[i]
        return code
    hold_within(self, dt, tau)
    integrate(self, dt, q, seen, q_d, qd_d)
    wait_at_limits(self, dt, q, seen, q_d, qd_d)
    take(self, waited, theta)
    remember(self, q, qd_d, seen)
    for j in entries(n, k):
        self.momentum[j] = momentum[j] - dt / 2 * rest[j]
    for i in range(n):
        self.tau_last[i] = tau[i]
    self.dt_last = dt
    self.started = True
    return OK


LAW = Law(
    name="slotine_li_composite",
    summary="Adaptive control of Slotine and Li with composite adaptation",
    equations=(
        "qd_r = qd_d + Lambda (q_d - q)         s = qd - qd_r",
        "tau = Y(q, qd, qd_r, qdd_r) pi - K s - Ki z, with friction at qd_r; z = the integral of s",
        "theta_dot = -Gamma (Y' s + Y_f' composite (Y_f pi - tau_f)), the columns of theta",
        "Y_f, tau_f: regressor and torque behind the filter 1/(D + a), without acceleration",
    ),
    torque=torque,
    step=step,
    gains=(
        LAMBDA,
        K,
        KI,
        Gain(
            "composite",
            ("n",),
            "weight of a joint's error of prediction",
            "1/(N m s^3)",
            Rule.NOT_NEGATIVE,
            _weights,
            "100 1/s^2 over K",
        ),
        Gain("a", (), "bandwidth of the filter", "1/s", Rule.POSITIVE, same(FILTER), "10"),
        FRICTION_SPEED,
        *adaptation_gains(),
    ),
    memory=(
        INTEGRAL,
        Memory("Y_f", ("n", "k"), "regressor behind the filter"),
        Memory("momentum", ("n", "k"), "regressor of momentum at the last step, less half a period of the rest"),
        Memory("tau_f", ("n",), "torque behind the filter"),
        Memory("tau_last", ("n",), "torque of the last step, taken to be applied"),
        Memory("dt_last", (), "length of the last step"),
        Memory("started", (), "whether there was one", whole=True),
    ),
)
