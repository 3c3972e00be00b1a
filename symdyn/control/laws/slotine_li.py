"""Slotine and Li's adaptive law, with C q̇_r: V̇ = -sᵀ K s whatever the parameters are.

Friction is taken at q̇_r, where nothing is measured but position: with f that grows with velocity, s (f(q̇) - f(q̇_r)) is
not negative, and V̇ is only the less (docs/laws/friction.md).
"""

from __future__ import annotations

from symdyn.control.law import Gain, Law, Rule
from symdyn.control.pieces.estimates import driving
from symdyn.control.pieces.feedback import feed_back
from symdyn.control.pieces.friction import smooth_sign
from symdyn.control.safeguards import FRICTION_SPEED, INTEGRAL, KI, adaptation_gains, diagonal, held, per_joint
from symdyn.routines.words import Estimates, Joints, Self, array, n, robot

BANDWIDTH = 10.0  # 1/s: an error dies out in a third of a second

LAMBDA = Gain(
    "Lambda",
    ("n",),
    "how fast an error of position dies out",
    "1/s",
    Rule.POSITIVE,
    per_joint(BANDWIDTH),
    "10",
)
K = Gain(
    "K",
    ("n", "n"),
    "feedback of s",
    "N m s/rad, N s/m",
    Rule.POSITIVE_DEFINITE,
    diagonal(held(BANDWIDTH)),
    "10 1/s times the inertia that the joint feels, or what friction needs; within what 250 Hz carry",
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
    """Torque of the reference motion with estimates, less feedback of s; w drives the estimates."""
    gains = self.gains
    qd_r, qdd_r, s = array(n), array(n), array(n)
    sign, drive, feedback = array(n), array(n), array(n)
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


LAW = Law(
    name="slotine_li",
    summary="Adaptive control of Slotine and Li",
    equations=(
        "qd_r = qd_d + Lambda (q_d - q)         s = qd - qd_r",
        "tau = M qdd_r + C(q, qd) qd_r + g(q) + friction(qd_r) - K s - Ki z, with estimates",
        "    = Y(q, qd, qd_r, qdd_r) pi - K s - Ki z",
        "z = the integral of s",
        "theta_dot = -Gamma Y' s, the columns of theta",
    ),
    torque=torque,
    gains=(LAMBDA, K, KI, FRICTION_SPEED, *adaptation_gains()),
    memory=(INTEGRAL,),
)
