"""Optimal trajectory feedback: feedforward of the desired motion, and what best undoes a deviation in one period.

    x = (q - q_d, q̇ - q̇_d, z)      x(k+1) = Φ x(k) + Γ u(k), the model along the desired motion, sampled
                                    z(k) = z(k-1) + T (q - q_d)
    τ = M q̈_d + f(q_d, q̇_d) + u    u = -K x makes the weighted square of x(k+1) smallest

The gain is computed anew only where the deviation's norm says so: below ε0 it is left alone, above ε1 the gain is
updated, above ε2 the controller gives up. Series, weights and eigenvalues are in `optimal_feedback_series` and
`optimal_feedback_report`, the choices that the paper leaves open in docs/laws/optimal_feedback.md.
"""

from __future__ import annotations

from symdyn.control.codes import BAD_TIME_STEP, NOT_FINITE, OK
from symdyn.control.law import Gain, Law, Memory, Rule
from symdyn.control.pieces.estimates import ROOM
from symdyn.control.pieces.friction import smooth_sign
from symdyn.control.pieces.limits import hold_last, hold_within
from symdyn.control.pieces.sampled_gain import BAD_MASS_MATRIX, BAD_WEIGHTS, PERIOD_TOO_LONG, gain
from symdyn.control.pieces.velocity import remember, see
from symdyn.control.safeguards import FRICTION_SPEED, OF_FRICTION, per_joint, rubbing, same
from symdyn.control.scales import SLOWEST, Scales, rounded
from symdyn.routines.words import (
    SMALLEST,
    Code,
    Joints,
    Number,
    ReturnCode,
    Self,
    Square,
    Whole,
    array,
    entries,
    finite,
    n,
    robot,
    zeros,
)

STOPPED = ReturnCode("STOPPED", "the deviation's norm went beyond eps2; tau brakes the arm until init starts anew")
PERIOD = 1e-3  # s
BANDWIDTH = 10.0  # 1/s: an error dies out in a third of a second


def position_weight(eigenvalue: float, period: float, velocity_weight: float = 1.0) -> float:
    """Return the weight of a position's deviation with which a joint's error shrinks to ``eigenvalue`` in a period.

    The inverse of (2 - ρ)/(2 + ρ), ρ = q_pos T²/(2 q_vel); the eigenvalue is between -1 and 1, without these.
    """
    rho = 2.0 * (1.0 - eigenvalue) / (1.0 + eigenvalue)  # [VanWinssen85 2.3.1]
    return 2.0 * rho * velocity_weight / period**2


def _position_weights(scales: Scales) -> tuple[float, ...]:
    """Return weights for the usual bandwidth, or with which a third of friction costs a joint 0.05 rad.

    The stiffness is Qp / (2 Qv) times what a joint moves alone. At SLOWEST a third of an error is left after a period.
    """
    usual, most = position_weight(1.0 - BANDWIDTH * PERIOD, PERIOD), position_weight(1 / 3, 1 / SLOWEST)
    needed = (2.0 * BANDWIDTH * OF_FRICTION * f / alone for f, alone in zip(rubbing(scales), scales.alone, strict=True))
    return tuple(rounded(min(max(usual, weight), most)) for weight in needed)


def feed_back(Kp: Square, Kv: Square, Ki: Square, e: Joints, ed: Joints, integral: Joints, tau: Joints) -> None:
    """Take K x off the torque, x = (q - q_d, qd - qd_d, z)."""
    for i in range(n):
        u: Number = 0
        for j in range(n):
            u += Kp[i, j] * e[j] + Kv[i, j] * ed[j] + Ki[i, j] * integral[j]
        tau[i] -= u


def feed_forward(self: Self, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> None:
    """The torque of the desired motion."""
    sign = array(n)
    for i in range(n):
        sign[i] = smooth_sign(qd_d[i], self.gains.friction_speed[i])
    robot.inverse_dynamics_friction(q_d, qd_d, qdd_d, qd_d, sign, self.pi, tau)


def law(self: Self, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> None:
    """Torque of the desired motion, less the gain of the period T times the deviation."""
    gains = self.gains
    Kp, Kv, Ki, e, ed = array(n, n), array(n, n), array(n, n), array(n), array(n)
    for i in range(n):
        e[i] = q[i] - q_d[i]
        ed[i] = qd[i] - qd_d[i]
    feed_forward(self, q_d, qd_d, qdd_d, tau)
    if gain(self, gains.T, gains.Qp, gains.Qv, gains.Qi, q_d, qd_d, qdd_d, Kp, Kv, Ki) == OK:
        feed_back(Kp, Kv, Ki, e, ed, self.integral, tau)


def weigh(self: Self, far: Joints, fast: Joints, Qp: Joints, Qv: Joints) -> None:
    """New weights for a new gain.

    A deviation raises the weight of its state in proportion to the largest one since the gain was last computed,
    measured against the largest of all joints. Then forget those.
    """
    gains = self.gains
    farthest, fastest = SMALLEST, SMALLEST
    for i in range(n):
        farthest = far[i] if far[i] > farthest else farthest
        fastest = fast[i] if fast[i] > fastest else fastest
    for i in range(n):
        Qp[i] = gains.Qp[i] * (1 + gains.Q_rise * (far[i] / farthest))
        Qv[i] = gains.Qv[i] * (1 + gains.Q_rise * (fast[i] / fastest))
        far[i] = 0
        fast[i] = 0


def brake(self: Self, dt: Number, q: Joints, qd: Joints, tau: Joints) -> Code:
    """The torque that brings the arm to rest where it is, as far as the model is right."""
    wrong = False
    qdd, still = array(n), zeros(n)
    for i in range(n):
        qdd[i] = -qd[i] / self.gains.stop_time
    robot.inverse_dynamics_friction(q, qd, qdd, still, still, self.pi, tau)  # friction helps, so none is made up for
    for i in range(n):
        wrong |= not finite(tau[i])
    if wrong:
        hold_last(self, tau)
        return NOT_FINITE
    self.stopped = True
    hold_within(self, dt, tau)
    return STOPPED


def bearable(self: Self, Kp: Square, Kv: Square, Ki: Square) -> Whole:
    """Whether a gain gives torques for all deviations for which it is not updated, and room is left."""
    gains = self.gains
    most: Number = 0
    for i in range(n):
        for j in range(n):
            most += abs(Kp[i, j]) * gains.eps1 / gains.ap[j] + abs(Kv[i, j]) * gains.eps1 / gains.av[j]
            most += abs(Ki[i, j]) * (1 + abs(self.integral[j]))
    return finite(ROOM * most)


def step(self: Self, dt: Number, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> Code:
    """Torque of the desired motion, less the gain times the deviation, whose norm says what becomes of the gain."""
    gains = self.gains
    e, ed, seen, far, fast, integral = array(n), array(n), array(n), array(n), array(n), array(n)
    Kp, Kv, Ki = array(n, n), array(n, n), array(n, n)
    norm: Number = 0
    code, wrong, updated = OK, False, False
    if not (finite(dt) and dt > 0 and dt <= gains.dt_max):
        hold_last(self, tau)
        return BAD_TIME_STEP
    see(self, dt, q, qd, qd_d, seen)
    for i in range(n):
        e[i] = q[i] - q_d[i]
        ed[i] = seen[i] - qd_d[i]
        norm += gains.ap[i] * abs(e[i]) + gains.av[i] * abs(ed[i])
    if not finite(norm):
        hold_last(self, tau)
        return NOT_FINITE
    if self.stopped or norm > gains.eps2:
        code = brake(self, dt, q, seen, tau)
        if code == STOPPED:
            remember(self, q, qd_d, seen)
        return code
    feed_forward(self, q_d, qd_d, qdd_d, tau)
    for i in range(n):
        far[i] = abs(e[i]) if abs(e[i]) > self.e_max[i] else self.e_max[i]
        fast[i] = abs(ed[i]) if abs(ed[i]) > self.ed_max[i] else self.ed_max[i]
        integral[i] = self.integral[i]
    for i in entries(n, n):
        Kp[i] = self.Kp[i]
        Kv[i] = self.Kv[i]
        Ki[i] = self.Ki[i]
    if norm >= gains.eps0:
        # a gain for another period than this one is no good either
        if norm > gains.eps1 or abs(dt - self.period) * 10 > self.period:
            Qp, Qv = array(n), array(n)
            weigh(self, far, fast, Qp, Qv)
            code = gain(self, dt, Qp, Qv, gains.Qi, q_d, qd_d, qdd_d, Kp, Kv, Ki)
            updated = code == OK
            wrong |= updated and not bearable(self, Kp, Kv, Ki)
            if code != OK:
                for i in entries(n, n):
                    Kp[i] = self.Kp[i]
                    Kv[i] = self.Kv[i]
                    Ki[i] = self.Ki[i]
        for i in range(n):
            integral[i] += 0 if self.limited[i] != 0 else dt * e[i]
        feed_back(Kp, Kv, Ki, e, ed, integral, tau)
    for i in range(n):
        wrong |= not finite(tau[i])
    if wrong:
        hold_last(self, tau)
        return NOT_FINITE
    for i in range(n):
        self.e_max[i] = far[i]
        self.ed_max[i] = fast[i]
        self.integral[i] = integral[i]
    for i in entries(n, n):
        self.Kp[i] = Kp[i]
        self.Kv[i] = Kv[i]
        self.Ki[i] = Ki[i]
    self.period = dt if updated else self.period
    self.updated = updated
    hold_within(self, dt, tau)
    remember(self, q, qd_d, seen)
    return code


LAW = Law(
    name="optimal_feedback",
    summary="Optimal trajectory feedback of Van Winssen and de Silva",
    equations=(
        "x = (q - q_d, qd - qd_d, z)         z(k) = z(k-1) + T (q - q_d)",
        "tau = M(q_d) qdd_d + f(q_d, qd_d) - K x                            [VanWinssen85 (1), (9)]",
        "K = (Gamma' Q Gamma)^-1 Gamma' Q Phi                               [VanWinssen85 (10)]",
        "Phi = e^(A T), Gamma = integral of e^(A t) B from 0 to T, A and B along the desired motion",
        "|x| < eps0: no feedback; |x| > eps1: a new K; |x| > eps2: stop     [VanWinssen85 2.3]",
    ),
    law=law,
    step=step,
    gains=(
        Gain(
            "Qp",
            ("n",),
            "weight of a deviation of position; only ratios of weights matter",
            "s^-2, over the unit of Qv",
            Rule.POSITIVE,
            _position_weights,
            "an error shrinks by 1 % per millisecond, if steps are 1 ms, or what friction needs; what 250 Hz carry",
        ),
        Gain("Qv", ("n",), "weight of a deviation of velocity", "1", Rule.POSITIVE, per_joint(1.0), "1"),
        Gain(
            "Qi",
            ("n",),
            "weight of the integral of a deviation of position; Qp^2 / (8 Qv) lets errors die out without ringing",
            "s^-4, over the unit of Qv",
            Rule.NOT_NEGATIVE,
            per_joint(0.0),
            "0: off",
        ),
        Gain(
            "Q_rise",
            (),
            "how far weights rise with the deviations of their joints when the gain is updated",
            "1",
            Rule.NOT_NEGATIVE,
            same(0.0),
            "0: off",
        ),
        Gain(
            "ap",
            ("n",),
            "share of a deviation of position in the norm",
            "1/rad, 1/m",
            Rule.POSITIVE,
            per_joint(1.0),
            "1",
        ),
        Gain("av", ("n",), "share of a deviation of velocity", "s/rad, s/m", Rule.POSITIVE, per_joint(0.1), "0.1"),
        Gain("eps0", (), "norm below which nothing is fed back", "1", Rule.NOT_NEGATIVE, same(0.0), "0: off"),
        Gain(
            "eps1",
            (),
            "norm above which the gain is updated",
            "1",
            Rule.POSITIVE,
            lambda scales: 0.01 * scales.n,
            "0.01 for each joint",
            above="eps0",
        ),
        Gain(
            "eps2",
            (),
            "norm above which the controller stops",
            "1",
            Rule.POSITIVE,
            lambda scales: 0.5 * scales.n,
            "0.5 for each joint",
            above="eps1",
        ),
        Gain("stop_time", (), "time constant of the braking after a stop", "s", Rule.POSITIVE, same(0.1), "0.1"),
        FRICTION_SPEED,
        Gain(
            "T",
            (),
            "period for which `_law` computes its gain; `_step` takes its dt",
            "s",
            Rule.POSITIVE,
            same(PERIOD),
            "0.001",
        ),
    ),
    final=(STOPPED,),
    codes=(STOPPED, BAD_MASS_MATRIX, BAD_WEIGHTS, PERIOD_TOO_LONG),
    memory=(
        Memory("Kp", ("n", "n"), "gain of positions"),
        Memory("Kv", ("n", "n"), "gain of velocities"),
        Memory("Ki", ("n", "n"), "gain of integrals"),
        Memory("integral", ("n",), "of q - q_d over time"),
        Memory("e_max", ("n",), "largest deviations of position since the gain was updated"),
        Memory("ed_max", ("n",), "largest deviations of velocity since then"),
        Memory("period", (), "period that the gain is for; 0: there is none yet"),
        Memory("updated", (), "whether the last step updated the gain", whole=True),
        Memory("stopped", (), "whether the controller gave up", whole=True),
    ),
)
