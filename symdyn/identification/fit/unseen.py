"""What this data cannot show although the robot could: parameters whose error is as large as they are themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symdyn.identification.fit.solve import Solution
from symdyn.identification.logs.log import Array


@dataclass(frozen=True, slots=True)
class Unseen:
    """A minimal parameter that the data does not show, and why."""

    name: str
    value: float
    sigma: float
    why: str


def unseen_parameters(names: Sequence[str], found: Solution) -> tuple[Unseen, ...]:
    """Return the parameters that are not told from zero, worst first."""
    sigma = np.sqrt(np.diag(found.covariance))
    unseen = []
    for i, name in enumerate(names):
        if not np.isfinite(sigma[i]):
            unseen.append(Unseen(name, float(found.x[i]), float("inf"), _hidden(i, names, found)))
        elif sigma[i] > abs(found.x[i]):
            unseen.append(Unseen(name, float(found.x[i]), float(sigma[i]), _why(i, names, found.covariance)))
    return tuple(sorted(unseen, key=lambda one: -one.sigma / max(abs(one.value), 1e-300)))


def _hidden(i: int, names: Sequence[str], found: Solution) -> str:
    """Say with which others a parameter acts as one in this motion, if with any."""
    others = np.flatnonzero(found.blind[found.blind[:, i]].any(axis=0))
    together = [names[int(j)] for j in others if j != i]
    if not together:
        return "no motion in the data depends on it"
    few = ", ".join(together[:3]) + (f" and {len(together) - 3} more" if len(together) > 3 else "")
    return f"in this motion it acts only together with {few}"


def _why(i: int, names: Sequence[str], covariance: Array) -> str:
    """Name the parameter that it is hardest to tell from."""
    spread = np.sqrt(np.diag(covariance))
    usable = np.isfinite(spread) & (spread > 0)
    usable[i] = False
    if usable.any():
        correlation = np.zeros(len(names))
        correlation[usable] = covariance[i, usable] / (spread[i] * spread[usable])
        other = int(np.argmax(np.abs(correlation)))
        if abs(correlation[other]) > 0.9:
            alike = f"those of {names[other]} (correlation {correlation[other]:.2f})"
            return f"in this motion its torques look like {alike}"
    return "its torques in this motion are smaller than the noise"
