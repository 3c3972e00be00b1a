"""Lu and Meng's modification of Slotine and Li's law: C q̇ for C q̇_r, so that the plain regressor serves.

    paper      code     meaning
    q̇_r        qd_r     reference velocity
    q̃          q - q_d
    s          s        q̇ - q̇_r
    q̈*         a        what the regressor takes in the quasi-computed-torque form

V̇ = -sᵀ (K - C̄) s, with C̄ the symmetric part of C(q, q̇): K must dominate it.
"""

from __future__ import annotations

from symdyn.control.law import Gain, Law, Rule
from symdyn.control.laws.slotine_li import LAMBDA, K
from symdyn.control.pieces.estimates import driving
from symdyn.control.pieces.feedback import feed_back
from symdyn.control.pieces.friction import smooth_sign
from symdyn.control.safeguards import FRICTION_SPEED, INTEGRAL, KI, adaptation_gains, same
from symdyn.routines.words import Estimates, Joints, Self, array, n, robot

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
    gains=(LAMBDA, K, KI, FRICTION_SPEED, *adaptation_gains(), FORM),
    memory=(INTEGRAL,),
)
