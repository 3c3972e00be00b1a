"""What happened during a run, marked in its figures: loads taken or left, disturbances, torques at their limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from symdyn.simulate.motion.feasibility import own_limits
from symdyn.simulate.motion.motion import Array
from symdyn.simulate.run import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LOAD, DISTURBED, LIMITED = "#7a5230", "#56b4e9", "#b00020"
NEAR = 1e-9  # of a limit: a torque that is clipped there is equal to it but for rounding


def limits_of(run: Run) -> Array:
    """Return the limits of every joint, the controller's own and the plant's; infinite where there is none."""
    return np.asarray(np.minimum(run.scenario.torque_limits, own_limits(run.gains)))


def asked_for(run: Run) -> Array:
    """Return the torque that the law asked for, before any limit."""
    seen = run.recording
    return seen.tau if seen.asked is None else seen.asked


def at_limit(run: Run) -> Array:
    """Return for every row and joint whether less was given than the law asked for."""
    return np.asarray(np.abs(asked_for(run)) > limits_of(run) * (1 + NEAR))


def mark_events(axes: Axes, run: Run) -> dict[str, Any]:
    """Mark when loads change and when disturbances act; return what a legend shows of them."""
    shown: dict[str, Any] = {}
    end = run.recording.time[-1]
    for time in sorted({t for load in run.scenario.loads for t in (load.start, load.end) if 0 < t < end}):
        shown["load changes"] = axes.axvline(time, color=LOAD, linestyle="-.", linewidth=1.0)
    for one in run.scenario.disturbances:
        if one.start > 0 or one.end < end:
            span = axes.axvspan(max(one.start, 0.0), min(one.end, end), color=DISTURBED, alpha=0.2, linewidth=0)
            shown["disturbance"] = span
    return shown


def mark_limits(axes: Axes, run: Run, limited: Array) -> dict[str, Any]:
    """Mark when a torque is at its limit, as a band below the curves; ``limited`` says so of every row."""
    if not limited.any():
        return {}
    time = run.recording.time
    band = axes.fill_between(
        time, 0, 0.04, where=limited, step="post", transform=axes.get_xaxis_transform(), color=LIMITED, linewidth=0.8
    )
    return {"at its limit": band}
