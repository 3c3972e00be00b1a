"""A torque beyond its limit takes the acceleration of its own joint, not that of the others.

Of laws that ask for accelerations a, tau = M a + ...: cut joint by joint, a torque is missing in all joints that M
couples, and those that push with all they have for an acceleration that does not come push the others away. So joints
at their limits give way, by mu, until tau - M mu is within the limits; the others accelerate as they should
(docs/laws/limits.md).
"""

from __future__ import annotations

from symdyn.control.pieces.estimates import beyond
from symdyn.control.pieces.limits import hold_within
from symdyn.routines.words import LARGEST, Joints, Number, Self, Whole, array, finite, n, robot, zeros

ROUNDS = 16  # each goes through all joints; what they leave beyond a limit is cut


def is_beyond(self: Self, tau: Joints) -> Whole:
    """Whether a torque is beyond its limit."""
    found = False
    for i in range(n):
        found |= self.gains.tau_max[i] > 0 and abs(tau[i]) > self.gains.tau_max[i]
    return found


def give_way(self: Self, q: Joints, tau: Joints) -> None:
    """Take as little acceleration mu away as brings the torques within their limits, by the measure mu' M mu.

    So a joint gives way only where its torque is at its limit, and in the way in which it pushes: one after the other
    gives what puts its own torque there, until nothing changes.
    """
    gains = self.gains
    M, given, left = array(n, n), zeros(n), array(n)
    wrong = False
    robot.mass_matrix(q, self.pi, M)
    for i in range(n):
        left[i] = tau[i]
    for _k in range(ROUNDS):
        for i in range(n):
            own = M[i, i]
            if own > 0:  # what is estimated may be no mass matrix
                limit = gains.tau_max[i] if gains.tau_max[i] > 0 else LARGEST
                more = beyond(left[i] + own * given[i], limit) / own - given[i]
                given[i] += more
                for j in range(n):
                    left[j] -= M[j, i] * more
    for i in range(n):
        wrong |= not finite(left[i])
    for i in range(n):
        tau[i] = tau[i] if wrong else left[i]


def hold_accelerations(self: Self, dt: Number, q: Joints, tau: Joints) -> None:
    """Keep torques within their limits by giving way; what the law asked for is remembered as it was."""
    asked = array(n)
    for i in range(n):
        asked[i] = tau[i]
    if is_beyond(self, tau):
        give_way(self, q, tau)
    hold_within(self, dt, tau)
    for i in range(n):
        self.tau_asked[i] = asked[i]
        self.limited[i] = 1 if tau[i] != asked[i] else 0
