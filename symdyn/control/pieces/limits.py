"""Torques within their limits, and what a controller remembers of them."""

from __future__ import annotations

from symdyn.routines.words import LARGEST, Joints, Number, Self, n


def clamp(x: Number, most: Number) -> Number:
    """What is left of x between -most and most."""
    above = -most if x < -most else x
    return most if above > most else above


def hold_within(self: Self, dt: Number, tau: Joints) -> None:
    """Keep torques within their limits, and their changes; remember what was asked for, and who is at a limit."""
    gains = self.gains
    for i in range(n):
        asked = tau[i]
        change = gains.tau_rate[i] * dt if gains.tau_rate[i] > 0 else LARGEST
        slow = self.tau_held[i] + clamp(asked - self.tau_held[i], change) if gains.tau_rate[i] > 0 else asked
        tau[i] = clamp(slow, gains.tau_max[i] if gains.tau_max[i] > 0 else LARGEST)
        self.tau_asked[i] = asked
        self.tau_held[i] = tau[i]
        self.limited[i] = 1 if tau[i] != asked else 0
