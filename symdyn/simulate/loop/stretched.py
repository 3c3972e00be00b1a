"""Robots with loops that have moved to where these close no farther: a stop that is the mechanism's, not the numbers'.

There joints that follow would have to move infinitely fast, so what a coordinate feels of their inertia is without
bound; whatever the integrator says of that, the user is told what it comes from.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from symdyn.simulate.loop.loop import Rows
from symdyn.simulate.loop.plant import Plant

STRETCHED = 1000.0  # times the inertia at the start


def telling_of_loops(plant: Plant, rows: Rows) -> Rows:
    """Return the same rows, and where the run stopped with loops stretched, a reason that says so."""
    closing = plant.robot.closing
    if rows.stopped is None or closing is None or not closing.loops or not len(rows.x):
        return rows
    pi = plant.parameters_at(0.0)[1]
    start, end = (
        np.abs(plant.kernels.mass_matrix(np.array(q), pi)).max() for q in (rows.x[0, : plant.robot.n], rows.stopped.q)
    )
    if np.isfinite(end) and end < STRETCHED * start:
        return rows
    felt = f"{end / start:.1g} times" if np.isfinite(end) else "beyond all bounds of"
    why = f"its loops have come to where they close no farther, and feel {felt} the inertia of the start"
    return replace(rows, stopped=replace(rows.stopped, reason=f"{why} ({rows.stopped.reason})"))
