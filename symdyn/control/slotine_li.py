"""Slotine and Li's adaptive law, with C q̇_r: V̇ = -sᵀ K s whatever the parameters are."""

from __future__ import annotations

from symdyn.control.law import Gain, Law, Rule
from symdyn.control.safeguards import adaptation_gains, diagonal_inertia_times, per_joint

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
    diagonal_inertia_times(BANDWIDTH),
    "10 1/s times the inertia that the joint feels, diagonal",
)

LAW = Law(
    name="slotine_li",
    summary="Adaptive control of Slotine and Li",
    equations=(
        "qd_r = qd_d + Lambda (q_d - q)         s = qd - qd_r",
        "tau = M qdd_r + C(q, qd) qd_r + g(q) + friction(qd) - K s, with estimates: Y(q, qd, qd_r, qdd_r) pi - K s",
        "theta_dot = -Gamma Y' s, the columns of theta",
    ),
    calls=("adaptive_slotine_li",),
    gains=(LAMBDA, K, *adaptation_gains()),
    adapts=True,
)
