"""What this data cannot show although the robot could: parameters whose error is as large as they are themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symdyn.identification.fit.model import Model
from symdyn.identification.fit.motions import showing
from symdyn.identification.fit.solve import TRACE, Solution
from symdyn.identification.logs.log import Array


@dataclass(frozen=True, slots=True)
class Unseen:
    """A minimal parameter that the data does not show, why, and the motion that shows it, as far as one joint does."""

    name: str
    value: float
    sigma: float
    why: str
    motion: str

    @property
    def told(self) -> str:
        """All of it in a line."""
        return f"{self.name}: {self.why}" + (f"; {self.motion}" if self.motion else "")


def unseen_parameters(model: Model, found: Solution) -> tuple[Unseen, ...]:
    """Return the parameters that are not told from zero, worst first."""
    names, sigma = model.names, np.sqrt(np.diag(found.covariance))
    along = found.blind.T @ found.blind  # of all that is hidden: what goes with a parameter, whichever basis was found
    doubtful = [int(i) for i in np.flatnonzero(sigma > np.abs(found.x))]
    motions = showing(model, found.noise, found.covariance) if doubtful else []
    tied = {tie.place: tie for tie in model.held.ties}
    unseen = []
    for i in doubtful:
        hidden = not np.isfinite(sigma[i])
        if hidden and i in tied and not along[i].any():
            why = f"{tied[i]}, so it stays as the file has it"
        else:
            why = _hidden(i, names, along) if hidden else _why(i, names, found.covariance)
        unseen.append(Unseen(names[i], float(found.x[i]), float(sigma[i]), why, motions[i]))
    return tuple(sorted(unseen, key=lambda one: -one.sigma / max(abs(one.value), 1e-300)))


def _hidden(i: int, names: Sequence[str], along: Array) -> str:
    """Say with which others a parameter acts as one in this motion, if with any."""
    size = np.sqrt(np.diag(along))
    others = np.flatnonzero(np.abs(along[i]) > TRACE * size[i] * size)
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
