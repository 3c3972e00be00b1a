"""One small figure that shows a law at work: errors of one or more runs, and what was learnt or given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from symdyn.simulate.motion.motion import Array
from symdyn.simulate.report.figures import LEAST
from symdyn.simulate.report.marks import at_limit, mark_events, mark_limits
from symdyn.simulate.report.style import (
    DESIRED,
    colour,
    drawing,
    estimate_unit,
    figure_bytes,
    grid,
    new_figure,
    thinned,
)
from symdyn.simulate.run import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FEW_ESTIMATES = 3
MANY_ESTIMATES = 20
DASHED: Any = {"linestyle": (0, (4, 3)), "linewidth": 0.9}


def overview(runs: Mapping[str, Run], form: str = "svg") -> bytes:
    """Return a figure of runs by what they are called; the first is the one that is meant."""
    first = next(iter(runs.values()))
    with drawing():
        figure = new_figure(4.0)
        above, below = grid(figure, 2, 1)
        for i, (name, run) in enumerate(runs.items()):
            time, error = thinned(run.recording.time, np.abs(run.recording.error).max(axis=1))
            above.semilogy(time, np.maximum(error, LEAST), color=colour(i), label=name)
        above.set_ylim(bottom=max(1e-6, first.summary.tolerance / 100))
        above.axhline(first.summary.tolerance, color=DESIRED, linestyle=":", linewidth=1.0, label="tolerance")
        above.set_ylabel(_with_unit("largest |error|", [position for position, _ in first.recording.units]))
        _second(first)(below, first)
        mark_events(below, first)
        for name, mark in mark_events(above, first).items():
            mark.set_label(name)
        for axes in (above, below):
            axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=7, borderaxespad=0.2)
        return figure_bytes(figure, form)


def _second(run: Run) -> Callable[[Axes, Run], None]:
    """Choose what belongs below: estimates, the Lyapunov function of so many that none says much, or torques."""
    if not run.recording.theta_names:
        return _given
    many = len(run.recording.theta_names) > MANY_ESTIMATES and bool(np.isfinite(run.recording.V).all())
    return _lyapunov if many else _learnt


def _lyapunov(axes: Axes, run: Run) -> None:
    _line(axes, run, 0, run.recording.V, "Lyapunov function")
    axes.set_ylabel("V (J)")


def _learnt(axes: Axes, run: Run) -> None:
    """Draw the estimates that have most to learn; several of them each over its true value."""
    seen = run.recording
    chosen = _most_to_learn(seen.theta[0], seen.true_theta[-1])
    if len(chosen) == 1:
        i = chosen[0]
        _line(axes, run, 0, seen.theta[:, i], "estimate")
        axes.plot(*thinned(seen.time, seen.true_theta[:, i]), color=DESIRED, **DASHED, label="true")
        axes.set_ylabel(f"{seen.theta_names[i]}{estimate_unit(seen.theta_names[i])}")
        return
    for place, i in enumerate(chosen):
        _line(axes, run, place, seen.theta[:, i] / seen.true_theta[-1, i], seen.theta_names[i])
    axes.axhline(1.0, color=DESIRED, **DASHED)
    axes.set_ylabel("estimate over true value")


def _most_to_learn(start: Array, true: Array) -> list[int]:
    """Return the estimates that start farthest from a true value that is not zero, large ones first."""
    known = [i for i in range(len(true)) if np.isfinite(true[i]) and true[i] != 0]
    return sorted(known, key=lambda i: (-abs(1 - start[i] / true[i]), -abs(true[i])))[:FEW_ESTIMATES]


def _line(axes: Axes, run: Run, place: int, values: Array, name: str) -> None:
    axes.plot(*thinned(run.recording.time, values), color=colour(place), label=name)


def _given(axes: Axes, run: Run) -> None:
    """Draw the torques on the plant."""
    seen = run.recording
    time, applied = thinned(seen.time, seen.applied)
    for i, name in enumerate(seen.joints):
        axes.plot(time, applied[:, i], color=colour(i), linewidth=1.0, label=name)
    axes.set_ylabel(_with_unit("torque", [torque for _, torque in seen.units]))
    for name, mark in mark_limits(axes, run, np.asarray(at_limit(run).any(axis=1))).items():
        mark.set_label(name)


def _with_unit(what: str, units: Sequence[str]) -> str:
    """Name a quantity of all joints; its unit only if it is the same for all."""
    return f"{what} ({units[0]})" if len(set(units)) == 1 else what
