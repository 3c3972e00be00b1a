"""Computed torque: the model cancels the dynamics, and every joint is left with its own linear error equation."""

from __future__ import annotations

from symdyn.control.law import Gain, Law, Rule
from symdyn.control.safeguards import per_joint

LAW = Law(
    name="computed_torque",
    summary="Computed torque (inverse dynamics) control",
    equations=("tau = M(q) a + C(q, qd) qd + g(q) + friction", "a = qdd_d + Kv (qd_d - qd) + Kp (q_d - q)"),
    kernels=("inverse_dynamics",),
    gains=(
        Gain("Kp", ("n",), "stiffness per inertia", "1/s^2", Rule.POSITIVE, per_joint(100.0), "100"),
        Gain("Kv", ("n",), "damping per inertia", "1/s", Rule.POSITIVE, per_joint(20.0), "20"),
    ),
)
