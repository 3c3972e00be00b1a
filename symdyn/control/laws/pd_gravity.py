"""PD control with gravity compensation: a baseline that needs no dynamics but weight."""

from __future__ import annotations

from symdyn.control.law import Gain, Law, Rule, Values
from symdyn.control.safeguards import held
from symdyn.control.scales import Scales, rounded
from symdyn.routines.words import Joints, Self, n, robot


def law(self: Self, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> None:
    """Hold the weight, and pull each joint to where it should be."""
    gains = self.gains
    robot.gravity(q, self.pi, tau)
    for i in range(n):
        tau[i] += gains.Kp[i] * (q_d[i] - q[i]) + gains.Kd[i] * (qd_d[i] - qd[i])


def _stiffness(scales: Scales) -> Values:
    """What the damping makes critical."""
    return tuple(rounded(5.0 * damping) for damping in held(20.0)(scales))


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
            _stiffness,
            "5 1/s times Kd",
        ),
        Gain(
            "Kd",
            ("n",),
            "damping",
            "N m s/rad, N s/m",
            Rule.POSITIVE,
            held(20.0),
            "20 1/s times the inertia that the joint feels, or what friction needs; within what 250 Hz carry",
        ),
    ),
)
