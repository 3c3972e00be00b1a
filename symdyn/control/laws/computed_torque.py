"""Computed torque: the model cancels the dynamics, and every joint is left with its own linear error equation.

Friction is that of the desired velocity, which is not measured: nothing chatters at rest.
"""

from __future__ import annotations

from symdyn.control.law import Gain, Law, Rule
from symdyn.control.pieces.friction import smooth_sign
from symdyn.control.safeguards import FRICTION_SPEED, per_joint
from symdyn.routines.words import Joints, Self, array, n, robot


def law(self: Self, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> None:
    """Apply the torque of an acceleration that undoes the error."""
    gains = self.gains
    qdd, sign = array(n), array(n)
    for i in range(n):
        sign[i] = smooth_sign(qd_d[i], gains.friction_speed[i])
        qdd[i] = qdd_d[i] + gains.Kv[i] * (qd_d[i] - qd[i]) + gains.Kp[i] * (q_d[i] - q[i])
    robot.inverse_dynamics_friction(q, qd, qdd, qd_d, sign, self.pi, tau)


LAW = Law(
    name="computed_torque",
    summary="Computed torque (inverse dynamics) control",
    equations=("tau = M(q) a + C(q, qd) qd + g(q) + friction(qd_d)", "a = qdd_d + Kv (qd_d - qd) + Kp (q_d - q)"),
    law=law,
    gains=(
        Gain("Kp", ("n",), "stiffness per inertia", "1/s^2", Rule.POSITIVE, per_joint(100.0), "100"),
        Gain("Kv", ("n",), "damping per inertia", "1/s", Rule.POSITIVE, per_joint(20.0), "20"),
        FRICTION_SPEED,
    ),
)
