"""Walker's adaptive law over a tree: ten parameters of every link and friction of every joint, without a regressor.

    paper      code     meaning
    q̂̇, q̂̈      qd_r     reference velocity, and its rate
    q̃̇          s        q̇ - q̂̇
    I⁰         I_0      bodies that feedback of the links is weighed with
    ṽ                   the links' velocities at s

The kernel `adaptive_walker` has the recursion. Feedback is K s in joint space, and with a link_feedback γ his
own, -γ I⁰ ṽ of every link [Walker88 (21)], which is -γ M⁰ s of the joints with the mass matrix of the bodies I⁰. So
V̇ = -sᵀ K s - γ Σ ṽᵀ I⁰ ṽ. (The tag stands here since the docstrings and comments of routines are printed.)
"""

from __future__ import annotations

from symdyn.control.law import Estimated, Gain, Law, Rule
from symdyn.control.laws.slotine_li import LAMBDA, K
from symdyn.control.pieces.estimates import driving
from symdyn.control.pieces.feedback import feed_back
from symdyn.control.pieces.friction import smooth_sign
from symdyn.control.safeguards import FRICTION_SPEED, INTEGRAL, KI, adaptation_gains, same
from symdyn.routines.words import Estimates, Joints, Self, array, n, robot

LINK_FEEDBACK = Gain(
    "link_feedback",
    (),
    "feedback of every link by itself: -this times its body I_0 times its velocity of s",
    "1/s",
    Rule.NOT_NEGATIVE,
    same(0.0),
    "0: K s alone",
)
BODIES = Gain(
    "I_0",
    ("k",),
    "minimal parameters of the bodies that link_feedback multiplies; their mass matrix must be positive definite",
    "as pi",
    Rule.ANY,
    lambda scales: scales.pi,
    "the robot file's",
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
    """Torque of the reference motion over all links with estimates, less feedback of s; w drives the estimates."""
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
    if gains.link_feedback > 0:
        feed_back_links(self, q, s, feedback)
    robot.adaptive_walker(q, qd, qd_r, qdd_r, qd_r, sign, drive, self.theta, tau, w)
    for i in range(n):
        tau[i] -= feedback[i] + gains.Ki[i] * self.integral[i]


def feed_back_links(self: Self, q: Joints, s: Joints, feedback: Joints) -> None:
    """I_0 of every link times its velocity of s and link_feedback, as the joints feel it."""
    M = array(n, n)
    robot.mass_matrix(q, self.gains.I_0, M)
    for i in range(n):
        for j in range(n):
            feedback[i] += self.gains.link_feedback * M[i, j] * s[j]


LAW = Law(
    name="walker",
    summary="Adaptive control of Walker",
    equations=(
        "qd_r = qd_d + Lambda (q_d - q)         s = qd - qd_r",
        "tau = the joints' share of I v_r' + v_r x I v_r - I g of all links, and friction(qd_r) - K s - Ki z",
        "    - link_feedback M0 s, with estimates; z = the integral of s; M0 = the mass matrix of the bodies I_0",
        "theta_dot = -Gamma w         w = the power of each parameter's wrench on the links' velocities of s",
    ),
    torque=torque,
    gains=(LAMBDA, K, LINK_FEEDBACK, BODIES, KI, FRICTION_SPEED, *adaptation_gains()),
    memory=(INTEGRAL,),
    estimates=Estimated.FULL,
)
