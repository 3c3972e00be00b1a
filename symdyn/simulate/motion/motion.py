"""A motion in joint coordinates at given times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from symdyn.model import Robot

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Motion:
    """Positions, velocities and accelerations, row i is that of time i; and what the user should know about them."""

    q: Array
    qd: Array
    qdd: Array
    notes: tuple[str, ...] = ()


class Trajectory(Protocol):
    """What a robot is asked to do."""

    def motion(self, times: Array, robot: Robot) -> Motion:
        """Return the motion at ``times``."""
        ...
