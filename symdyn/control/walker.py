"""Walker's adaptive law over a tree: ten parameters of every link and friction of every joint, without a regressor.

    paper      code     meaning
    q̂̇, q̂̈      qd_r     reference velocity, and its rate
    q̃̇          s        q̇ - q̂̇

The kernel `adaptive_walker` has the recursion. Feedback is K s in joint space, so that V̇ = -sᵀ K s.
"""

from __future__ import annotations

from symdyn.control.law import Estimates, Law
from symdyn.control.safeguards import adaptation_gains
from symdyn.control.slotine_li import LAMBDA, K

LAW = Law(
    name="walker",
    summary="Adaptive control of Walker",
    equations=(
        "qd_r = qd_d + Lambda (q_d - q)         s = qd - qd_r",
        "tau = the joints' share of I v_r' + v_r x I v_r - I g over all links, and friction - K s, with estimates",
        "theta_dot = -Gamma w         w = the power of each parameter's wrench on the links' velocities of s",
    ),
    calls=("adaptive_walker",),
    gains=(LAMBDA, K, *adaptation_gains()),
    adapts=True,
    estimates=Estimates.FULL,
)
