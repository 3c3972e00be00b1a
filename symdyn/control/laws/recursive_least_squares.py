"""Recursive least squares: a law that only watches, and estimates the parameters behind the torques that it sees.

    e = a (τ_f - Y_f π̂)        P ← (1 + ρ dt) P,  P ← P - P Yᵀ (R + Y P Yᵀ)⁻¹ Y P        θ̂ ← θ̂ + P Yᵀ R⁻¹ e

Y = a Y_f and a τ_f are the regressor and the torque behind the filter a/(D + a), so that no acceleration is measured.
P is the covariance of the estimates, for noise that differs from sample to sample. ρ = (1 - max P_jj/P_jj(0))/time: it
forgets more slowly the less it knows, so that P never exceeds what it began with, however long nothing is excited.

P is kept as Vᵀ D V with V unit lower triangular, and the rows of Y are taken in one after the other, as Bierman does:
there is no root, P cannot cease to be positive definite, and single precision is enough.
"""

from __future__ import annotations

from symdyn.control.codes import BAD_TIME_STEP, NOT_FINITE, OK
from symdyn.control.law import Gain, Law, Memory, Rule, Values
from symdyn.control.pieces.recursion import forget, take_in
from symdyn.control.safeguards import same
from symdyn.control.scales import Scales, rounded
from symdyn.routines.words import (
    Code,
    Estimates,
    Index,
    Joints,
    NotBound,
    Number,
    Parameters,
    Regressor,
    Self,
    Whole,
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
PARTS = 8  # of a row: where one of them or more is rest, it says nothing
OF_EFFORT = 0.01  # noise of a torque
OF_INERTIA = 0.1  # 1/s^2: the same, where no effort is known
RESTING = 0.02  # rad/s, m/s

add_gradient = NotBound("add_gradient")


def _noise(scales: Scales) -> Values:
    pairs = zip(scales.effort, scales.inertias, strict=True)
    return tuple(rounded(OF_EFFORT * effort if effort > 0 else OF_INERTIA * inertia) for effort, inertia in pairs)


def _rest_speed(scales: Scales) -> Values:
    """Only Coulomb friction makes rest a riddle."""
    rubbed = {owner for owner, name in zip(scales.owners, scales.names, strict=True) if name.endswith(".fc")}
    return tuple(RESTING if i in rubbed or scales.coulomb[i] > 0 else 0.0 for i in range(scales.n))


def _spread(scales: Scales) -> Values:
    return tuple(rounded(size) for size in scales.theta)


def filter_signals(self: Self, dt: Number, qd: Joints, tau: Joints, momentum: Regressor, rest: Regressor) -> None:
    """The filters now: all take in what the last dt seconds brought, and forget alike.

    They are large where a sample was no motion; before what is made of them overflows, they begin anew.
    """
    keep = 1 / (1 + self.gains.a * dt)
    reach: Number = 0
    for j in entries(n, k):
        self.Y_f[j] = keep * (self.Y_f[j] + momentum[j] - self.momentum[j] + dt / 2 * (rest[j] + self.rest[j]))
        reach += abs(self.Y_f[j])
    for i in range(n):
        self.tau_f[i] = keep * (self.tau_f[i] + dt * tau[i])
        resting = dt if abs(qd[i]) < self.gains.rest_speed[i] else 0
        self.rest_f[i] = keep * (self.rest_f[i] + resting)
        reach += abs(self.tau_f[i])
    if not finite(reach * reach * (reach * reach)):
        for j in entries(n, k):
            self.Y_f[j] = 0
        for i in range(n):
            self.tau_f[i] = 0
            self.rest_f[i] = 0


def row(self: Self, i: Index, pi: Parameters, w: Estimates) -> Number:
    """The columns of the estimates in a joint's torque, behind the filter; returns what these leave of the torque."""
    g = array(k)
    error = self.gains.a * self.tau_f[i]
    for j in range(k):
        g[j] = self.gains.a * self.Y_f[i, j]
        error -= g[j] * pi[j]
    for j in range(u):
        w[j] = 0
    add_gradient(g, w)
    return error


def can_be_taken_in(self: Self, i: Index, error: Number, w: Estimates) -> Whole:
    """Whether nothing overflows on the way: P_jj is at most spread^2, so w' P w is at most reach^2."""
    noise = self.gains.noise[i]
    reach: Number = 0
    for j in range(u):
        reach += abs(w[j]) * self.gains.spread[j]
    return finite(reach * reach) and finite(error * error) and finite(reach * error / (noise * noise))


def step(self: Self, dt: Number, q: Joints, qd: Joints, tau: Joints, error: Joints) -> Code:
    """Take in the last dt seconds: the motion now, and the torque that there was; error is what was not expected."""
    gains = self.gains
    momentum, rest, w = array(n, k), array(n, k), array(u)
    moved = zeros(u)
    wrong = False
    for i in range(n):
        error[i] = 0
        wrong |= not (finite(q[i]) and finite(qd[i]) and finite(tau[i]))
    if not (finite(dt) and dt > 0):
        return BAD_TIME_STEP
    robot.regressor_filtered(q, qd, momentum, rest)
    for j in entries(n, k):
        wrong |= not (finite(momentum[j]) and finite(rest[j]))
    if wrong:
        return NOT_FINITE
    if not self.started:
        for j in range(u):
            self.D[j] = gains.spread[j] * gains.spread[j]
    if not self.started or gains.a * dt > 1:  # nothing is known of the time before: the filters begin here
        self.started = True
        for j in entries(n, k):
            self.Y_f[j] = 0
        for i in range(n):
            self.tau_f[i] = 0
            self.rest_f[i] = 0
    else:
        filter_signals(self, dt, qd, tau, momentum, rest)
        forget(self, dt)
        for i in range(n):
            error[i] = row(self, i, self.pi, w)
            # a row that is partly rest says nothing: friction is anything then
            if PARTS * gains.a * self.rest_f[i] < 1 and can_be_taken_in(self, i, error[i], w):
                take_in(self, error[i], gains.noise[i] * gains.noise[i], w, moved)
        for j in range(u):
            self.theta[j] += moved[j]
    for j in entries(n, k):
        self.momentum[j] = momentum[j]
        self.rest[j] = rest[j]
    return OK


LAW = Law(
    name="recursive_least_squares",
    summary="Recursive least squares that only watches",
    equations=(
        "Y, tau behind the filter a/(D + a), without acceleration;  error = tau - Y pi",
        "P *= 1 + dt (1 - max P_jj / spread_j^2) / forget",
        "P -= P Y' (R + Y P Y')^-1 Y P,  R = noise^2",
        "theta += P Y' R^-1 error, the columns of theta",
        "P = V' D V, V unit lower triangular: the covariance of theta",
    ),
    step=step,
    watches=True,
    gains=(
        Gain("a", (), "bandwidth of the filter", "1/s", Rule.POSITIVE, same(FILTER), "10"),
        Gain(
            "noise",
            ("n",),
            "standard deviation of a sample of a torque",
            "N m, N",
            Rule.POSITIVE,
            _noise,
            "0.01 of the file's effort, or what turns the joint at 0.1 rad/s^2",
        ),
        Gain(
            "spread",
            ("u",),
            "standard deviation of each estimate at the start",
            "that of the estimate",
            Rule.POSITIVE,
            _spread,
            "its size",
        ),
        Gain("forget", (), "time after which samples count less", "s", Rule.NOT_NEGATIVE, same(0.0), "0: off"),
        Gain(
            "rest_speed",
            ("n",),
            "velocity below which a joint is at rest: its torque says nothing",
            "rad/s, m/s",
            Rule.NOT_NEGATIVE,
            _rest_speed,
            "0.02 with Coulomb friction; 0: off",
        ),
    ),
    memory=(
        Memory("V", ("u", "u"), "lower triangle of P = V' diag(D) V, without its ones"),
        Memory("D", ("u",), "diagonal of it"),
        Memory("Y_f", ("n", "k"), "regressor behind the filter, over a"),
        Memory("momentum", ("n", "k"), "regressor of momentum at the last step"),
        Memory("rest", ("n", "k"), "rest of the regressor at the last step"),
        Memory("tau_f", ("n",), "torque behind the filter, over a"),
        Memory("rest_f", ("n",), "how much of it is rest, over a"),
        Memory("started", (), "whether there was a step", whole=True),
    ),
)
