"""The step of a law that neither adapts nor remembers."""

from __future__ import annotations

from symdyn.control.codes import BAD_TIME_STEP, NOT_FINITE, OK
from symdyn.routines.words import Code, Joints, NotBound, Number, Self, finite, n

law = NotBound("law")


def step(self: Self, dt: Number, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> Code:
    """Hold the law's torque for dt seconds."""
    wrong = False
    if not (finite(dt) and dt > 0):
        for i in range(n):
            tau[i] = 0
        return BAD_TIME_STEP
    law(self, q, qd, q_d, qd_d, qdd_d, tau)
    for i in range(n):
        wrong |= not finite(tau[i])
    for i in range(n):
        tau[i] = 0 if wrong else tau[i]
    return NOT_FINITE if wrong else OK
