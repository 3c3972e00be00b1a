"""Torques within their limits, and what a controller remembers of them."""

from __future__ import annotations

from symdyn.routines.words import LARGEST, Joints, Number, Self, n


def clamp(x: Number, most: Number) -> Number:
    """What is left of x between -most and most."""
    above = -most if x < -most else x
    return most if above > most else above


def hold_last(self: Self, tau: Joints) -> None:
    """The torque of the last step, for one that is refused: what the drives hold, they go on holding."""
    for i in range(n):
        tau[i] = clamp(self.tau_held[i], self.gains.tau_max[i] if self.gains.tau_max[i] > 0 else LARGEST)


def hold_within(self: Self, dt: Number, tau: Joints) -> None:
    """Keep torques within their limits, and their changes; remember what was asked for, and who is at a limit.

    For a time after a reset they go over from the torque that there was to the one that is asked for.
    """
    gains = self.gains
    share = self.start_left / gains.start_time if self.start_left > 0 else 0
    for i in range(n):
        asked = tau[i]
        self.start_off[i] = clamp(self.tau_held[i] - asked, LARGEST) if self.starting else self.start_off[i]
        begun = asked + share * self.start_off[i] if share > 0 else asked
        change = gains.tau_rate[i] * dt if gains.tau_rate[i] > 0 else LARGEST
        slow = self.tau_held[i] + clamp(begun - self.tau_held[i], change) if gains.tau_rate[i] > 0 else begun
        tau[i] = clamp(slow, gains.tau_max[i] if gains.tau_max[i] > 0 else LARGEST)
        self.tau_asked[i] = asked
        self.tau_held[i] = tau[i]
        self.limited[i] = 1 if tau[i] != asked else 0
    self.start_left = self.start_left - dt if self.start_left > dt else 0
    self.starting = False
