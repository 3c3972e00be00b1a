"""From the torque that a controller asks for to the one that acts on the plant: limits, then disturbances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from symdyn.simulate.motion.motion import Array
from symdyn.simulate.scenario.scenario import Disturbance, Pulse


def acting_torque(tau: Array, time: float, limits: Array, disturbances: Sequence[Disturbance]) -> Array:
    """Return the torque on the plant from ``time`` until the next edge of a disturbance."""
    acting = np.clip(tau, -limits, limits)
    offset = np.zeros_like(acting)
    for disturbance in disturbances:
        if disturbance.start <= time < disturbance.end:
            if isinstance(disturbance, Pulse):
                offset += disturbance.torque
            else:
                acting = acting * (1.0 + np.array(disturbance.error))
    return acting + offset


def edges(disturbances: Sequence[Disturbance]) -> list[float]:
    """Return when a disturbance starts or ends."""
    return sorted({time for one in disturbances for time in (one.start, one.end)})


def pieces(start: float, end: float, breaks: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Cut an interval of time where the plant changes."""
    yield from pairwise([start, *(time for time in breaks if start < time < end), end])
