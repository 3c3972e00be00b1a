"""Lu and Meng's modification of Slotine and Li's law: C q̇ for C q̇_r, so that the plain regressor serves.

    paper      code     meaning
    q̇_r        qd_r     reference velocity
    q̃          q - q_d
    s          s        q̇ - q̇_r
    q̈*         a        what the regressor takes in the quasi-computed-torque form

V̇ = -sᵀ (K - C̄) s, with C̄ the symmetric part of C(q, q̇): K must dominate it.
"""

from __future__ import annotations

from symdyn.control.codes import BAD_TIME_STEP, OK
from symdyn.control.law import Gain, Law, Rule
from symdyn.control.laws.slotine_li import LAMBDA, K
from symdyn.control.pieces.estimates import advance, driving, integrate, take
from symdyn.control.pieces.feedback import feed_back
from symdyn.control.pieces.friction import smooth_sign
from symdyn.control.pieces.giving_way import hold_accelerations
from symdyn.control.pieces.limits import hold_last, hold_within
from symdyn.control.pieces.velocity import remember, see
from symdyn.control.pieces.waiting import wait_at_limits
from symdyn.control.safeguards import FRICTION_SPEED, INTEGRAL, KI, adaptation_gains, same
from symdyn.routines.words import Code, Estimates, Joints, Number, Self, array, finite, n, robot, u

FORM = Gain(
    "form",
    (),
    "of the feedback: by K, or not",
    "",
    Rule.CHOICE,
    same(0.0),
    "direct",
    choices=("direct", "quasi_computed_torque"),
)


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
    """Torque of the reference acceleration with estimates, less feedback of s: by K, or by an acceleration."""
    gains = self.gains
    a, qd_r, s, sign, drive, feedback = array(n), array(n), array(n), array(n), array(n), array(n)
    for i in range(n):
        qd_r[i] = qd_d[i] + gains.Lambda[i] * (q_d[i] - q[i])
        s[i] = qd[i] - qd_r[i]
        sign[i] = smooth_sign(qd_r[i], gains.friction_speed[i])
        a[i] = qdd_d[i] + gains.Lambda[i] * (qd_d[i] - qd[i] - (s[i] if gains.form else 0))
        drive[i] = driving(self, i, s[i])
    feed_back(gains.K, s, feedback)
    robot.adaptive_inverse_dynamics(q, qd, a, qd_r, sign, drive, self.pi, tau, w)
    for i in range(n):
        tau[i] -= gains.Ki[i] * self.integral[i] + (0 if gains.form else feedback[i])


def step(self: Self, dt: Number, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> Code:
    """Hold the torque for dt seconds, and move the estimates as long; accelerations give way at limits."""
    w, theta, seen = array(u), array(u), array(n)
    waited = self.waits
    if not (finite(dt) and dt > 0 and dt <= self.gains.dt_max):
        hold_last(self, tau)
        return BAD_TIME_STEP
    see(self, dt, q, qd, qd_d, seen)
    torque(self, q, seen, q_d, qd_d, qdd_d, tau, w)
    code = advance(self, dt, w, tau, theta)
    if code == OK:
        if self.gains.form:
            hold_accelerations(self, dt, q, tau)
        else:
            hold_within(self, dt, tau)
        integrate(self, dt, q, seen, q_d, qd_d)
        wait_at_limits(self, dt, q, seen, q_d, qd_d)
        take(self, waited, theta)
        remember(self, q, qd_d, seen)
    return code


LAW = Law(
    name="slotine_li_modified",
    summary="Adaptive control of Slotine and Li, as modified by Lu and Meng",
    equations=(
        "qd_r = qd_d - Lambda (q - q_d)         s = qd - qd_r",  # [LuMeng93 (86)]
        "direct:  tau = Y(q, qd, qdd_r) pi - K s - Ki z",  # [LuMeng93 (88)] [LuMeng93 (92)]
        "         theta_dot = -Gamma Y'(q, qd, qdd_r) s, the columns of theta",  # [LuMeng93 (87)] [LuMeng93 (89)]
        "quasi-computed torque:",
        "         a = qdd_r - Lambda s = qdd_d - 2 Lambda (qd - qd_d) - Lambda^2 (q - q_d)",  # [LuMeng93 (96)]
        "         tau = Y(q, qd, a) pi",  # [LuMeng93 (95)]
        "         theta_dot = -Gamma Y'(q, qd, a) s",  # [LuMeng93 (94)]
        "friction in Y is at qd_r; z is the integral of s",
    ),
    torque=torque,
    step=step,
    gains=(LAMBDA, K, KI, FRICTION_SPEED, *adaptation_gains(), FORM),
    memory=(INTEGRAL,),
)
