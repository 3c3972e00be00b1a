"""The fifth-order polynomial of time that starts and ends at rest: the smoothest way from one point to another.

Of all motions between two points at rest, without acceleration at either end, it has the least integral of squared
jerk: its sixth derivative is zero.

Scalars: any commutative ring.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from symdyn.simulate.motion.motion import Array


def minimum_jerk(u: Any) -> Any:
    """Return the travelled part of the way at the part ``u`` of the time, both from 0 to 1."""
    return u * u * u * (10 + u * (u * 6 - 15))  # [Atkeson86 3.1.2]


def minimum_jerk_speed(u: Any) -> Any:
    """Return the derivative of `minimum_jerk`: 30 u² (1 - u)²."""
    return u * u * 30 * (1 - u) * (1 - u)


def minimum_jerk_acceleration(u: Any) -> Any:
    """Return the second derivative of `minimum_jerk`: 60 u (1 - u) (1 - 2u)."""
    return u * 60 * (1 - u) * (1 - u * 2)


def progress(times: Array, start: float, duration: float) -> tuple[Array, Array, Array]:
    """Return the travelled part, its rate and its change of rate at ``times``; before and after, rest."""
    u = np.clip((times - start) / duration, 0.0, 1.0)
    return minimum_jerk(u), minimum_jerk_speed(u) / duration, minimum_jerk_acceleration(u) / duration**2
