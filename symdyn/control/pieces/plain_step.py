"""The step of a law that neither adapts nor remembers."""

from __future__ import annotations

from symdyn.control.codes import BAD_TIME_STEP, NOT_FINITE, OK
from symdyn.control.pieces.limits import hold_last, hold_within
from symdyn.control.pieces.velocity import remember, see
from symdyn.routines.words import Code, Joints, NotBound, Number, Self, array, finite, n

law = NotBound("law")


def step(self: Self, dt: Number, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> Code:
    """Hold the law's torque for dt seconds."""
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
    hold_within(self, dt, tau)
    remember(self, q, qd_d, seen)
    return OK
