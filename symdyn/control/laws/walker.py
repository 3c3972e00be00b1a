"""Walker's adaptive law over a tree: ten parameters of every link and friction of every joint, without a regressor.

    paper      code     meaning
    q̂̇, q̂̈      qd_r     reference velocity, and its rate
    q̃̇          s        q̇ - q̂̇

The kernel `adaptive_walker` has the recursion. Feedback is K s in joint space, so that V̇ = -sᵀ K s.
"""

from __future__ import annotations

from symdyn.control.law import Estimated, Law
from symdyn.control.laws.slotine_li import LAMBDA, K
from symdyn.control.pieces.estimates import beyond
from symdyn.control.pieces.feedback import feed_back
from symdyn.control.pieces.friction import smooth_sign
from symdyn.control.safeguards import FRICTION_SPEED, INTEGRAL, KI, adaptation_gains
from symdyn.routines.words import Estimates, Joints, Self, array, n, robot, u


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
    """Torque of the reference motion over all links with estimates, less feedback of s; w drives the estimates."""
    gains = self.gains
    qd_r, qdd_r, s, sign, feedback = array(n), array(n), array(n), array(n), array(n)
    adapts, free = False, True
    for i in range(n):
        qd_r[i] = qd_d[i] + gains.Lambda[i] * (q_d[i] - q[i])
        qdd_r[i] = qdd_d[i] + gains.Lambda[i] * (qd_d[i] - qd[i])
        s[i] = qd[i] - qd_r[i]
        sign[i] = smooth_sign(qd_r[i], gains.friction_speed[i])
        adapts |= beyond(s[i], gains.dead_zone[i]) != 0  # the torque needs all of s, so all or none
        free &= self.limited[i] == 0
    feed_back(gains.K, s, feedback)
    robot.adaptive_walker(q, qd, qd_r, qdd_r, qd_r, sign, s, self.theta, tau, w)
    for i in range(n):
        tau[i] -= feedback[i] + gains.Ki[i] * self.integral[i]
    for j in range(u):
        w[j] = w[j] if adapts and free else 0


LAW = Law(
    name="walker",
    summary="Adaptive control of Walker",
    equations=(
        "qd_r = qd_d + Lambda (q_d - q)         s = qd - qd_r",
        "tau = the joints' share of I v_r' + v_r x I v_r - I g of all links, and friction(qd_r) - K s - Ki z",
        "    with estimates; z = the integral of s",
        "theta_dot = -Gamma w         w = the power of each parameter's wrench on the links' velocities of s",
    ),
    torque=torque,
    gains=(LAMBDA, K, KI, FRICTION_SPEED, *adaptation_gains()),
    memory=(INTEGRAL,),
    estimates=Estimated.FULL,
)
