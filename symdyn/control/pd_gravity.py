"""PD control with gravity compensation: a baseline that needs no dynamics but weight."""

from __future__ import annotations

from symdyn.control.law import Gain, Law, Rule
from symdyn.control.safeguards import inertia_times

LAW = Law(
    name="pd_gravity",
    summary="PD control with gravity compensation",
    equations=("tau = g(q) + Kp (q_d - q) + Kd (qd_d - qd)",),
    kernels=("gravity",),
    gains=(
        Gain(
            "Kp",
            ("n",),
            "stiffness",
            "N m/rad, N/m",
            Rule.POSITIVE,
            inertia_times(100.0),
            "100 1/s^2 times the inertia that the joint feels",
        ),
        Gain(
            "Kd",
            ("n",),
            "damping",
            "N m s/rad, N s/m",
            Rule.POSITIVE,
            inertia_times(20.0),
            "20 1/s times the inertia that the joint feels",
        ),
    ),
)
