"""Computed torque: the model cancels the dynamics, and every joint is left with its own linear error equation.

Friction is that of q̇_r = q̇_d + Kp / Kv (q_d - q), which needs no measured velocity: nothing chatters at rest, and a
light joint that has fallen behind is not held there by friction that was made up for in the wrong direction.
"""

from __future__ import annotations

from symdyn.control.codes import BAD_TIME_STEP, NOT_FINITE, OK
from symdyn.control.law import Gain, Law, Rule
from symdyn.control.pieces.friction import smooth_sign
from symdyn.control.pieces.giving_way import hold_accelerations
from symdyn.control.pieces.limits import hold_last
from symdyn.control.pieces.velocity import remember, see
from symdyn.control.safeguards import FRICTION_SPEED, per_joint
from symdyn.routines.words import Code, Joints, Number, Self, array, finite, n, robot


def law(self: Self, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> None:
    """Apply the torque of an acceleration that undoes the error."""
    gains = self.gains
    qdd, sign, qd_r = array(n), array(n), array(n)
    for i in range(n):
        qd_r[i] = qd_d[i] + gains.Kp[i] / gains.Kv[i] * (q_d[i] - q[i])
        sign[i] = smooth_sign(qd_r[i], gains.friction_speed[i])
        qdd[i] = qdd_d[i] + gains.Kv[i] * (qd_d[i] - qd[i]) + gains.Kp[i] * (q_d[i] - q[i])
    robot.inverse_dynamics_friction(q, qd, qdd, qd_r, sign, self.pi, tau)


def step(self: Self, dt: Number, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> Code:
    """Hold the law's torque for dt seconds; joints at their limits give way, and take no other with them."""
    wrong = False
    seen = array(n)
    if not (finite(dt) and dt > 0 and dt <= self.gains.dt_max):
        hold_last(self, tau)
        return BAD_TIME_STEP
    see(self, dt, q, qd, qd_d, seen)
    law(self, q, seen, q_d, qd_d, qdd_d, tau)
    for i in range(n):
        wrong |= not finite(tau[i])
    if wrong:
        hold_last(self, tau)
        return NOT_FINITE
    hold_accelerations(self, dt, q, tau)
    remember(self, q, qd_d, seen)
    return OK


LAW = Law(
    name="computed_torque",
    summary="Computed torque (inverse dynamics) control",
    equations=(
        "tau = M(q) a + C(q, qd) qd + g(q) + friction(qd_r)         qd_r = qd_d + Kp / Kv (q_d - q)",
        "a = qdd_d + Kv (qd_d - qd) + Kp (q_d - q)",
    ),
    law=law,
    step=step,
    gains=(
        Gain("Kp", ("n",), "stiffness per inertia", "1/s^2", Rule.POSITIVE, per_joint(100.0), "100"),
        Gain("Kv", ("n",), "damping per inertia", "1/s", Rule.POSITIVE, per_joint(20.0), "20"),
        FRICTION_SPEED,
    ),
)
