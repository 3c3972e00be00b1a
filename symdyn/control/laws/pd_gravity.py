"""PD control with gravity compensation: a baseline that needs no dynamics but weight."""

from __future__ import annotations

from symdyn.control.law import Gain, Law, Rule
from symdyn.control.safeguards import inertia_times
from symdyn.routines.words import Joints, Self, n, robot


def law(self: Self, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> None:
    """Hold the weight, and pull each joint to where it should be."""
    gains = self.gains
    robot.gravity(q, self.pi, tau)
    for i in range(n):
        tau[i] += gains.Kp[i] * (q_d[i] - q[i]) + gains.Kd[i] * (qd_d[i] - qd[i])


LAW = Law(
    name="pd_gravity",
    summary="PD control with gravity compensation",
    equations=("tau = g(q) + Kp (q_d - q) + Kd (qd_d - qd)",),
    law=law,
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
