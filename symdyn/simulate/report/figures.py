"""The figures of a run: tracking, errors, torques, estimates, the Lyapunov function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from symdyn.simulate.loop.recording import Recording
from symdyn.simulate.motion.motion import Array
from symdyn.simulate.report.estimate_errors import relative_error, sizes
from symdyn.simulate.report.marks import LIMITED, asked_for, at_limit, limits_of, mark_events, mark_limits
from symdyn.simulate.report.style import (
    DESIRED,
    colour,
    drawing,
    estimate_unit,
    figure_bytes,
    grid,
    legend_above,
    new_figure,
    thinned,
)
from symdyn.simulate.run import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SINGLE_ESTIMATES = 6  # more are shown as relative errors in one plot
ROW = 1.5  # inches
LEAST = 1e-12  # what a logarithm shows instead of 0
MOST_CHANGED = 8  # of many estimates, shown one by one
TITLE: Any = {"x": 0.01, "ha": "left", "fontsize": 9}
SPAN = 1e-12  # the smallest part of its largest value that the Lyapunov function is shown down to


def run_figures(run: Run, formats: tuple[str, ...]) -> dict[str, bytes]:
    """Return the files of all figures that a run has something to show in."""
    if not formats or len(run.recording.time) < 2:
        return {}
    drawers = {"tracking": tracking, "errors": errors, "torques": torques}
    if run.recording.theta_names:
        drawers["estimates"] = estimates
    if np.isfinite(run.recording.V).all():
        drawers["lyapunov"] = lyapunov
    with drawing():
        drawn = {name: draw(run) for name, draw in drawers.items()}
        return {f"{name}.{form}": figure_bytes(figure, form) for name, figure in drawn.items() for form in formats}


def _columns(count: int) -> int:
    return 1 if count <= 3 else 2


def _height(count: int) -> float:
    return 0.6 + ROW * -(-count // _columns(count))


def tracking(run: Run) -> Figure:
    """Draw every joint's position over the desired one."""
    seen = run.recording
    figure = new_figure(_height(len(seen.joints)))
    figure.suptitle(_title(run), **TITLE)
    time, q, q_d = thinned(seen.time, seen.q, seen.q_d)
    shown: dict[str, Any] = {}
    for i, axes in enumerate(grid(figure, len(seen.joints), _columns(len(seen.joints)))):
        (shown["actual"],) = axes.plot(time, q[:, i], color=colour(0))
        (shown["desired"],) = axes.plot(time, q_d[:, i], color=DESIRED, linestyle=(0, (4, 3)), linewidth=0.9)
        axes.set_ylabel(f"{seen.joints[i]} ({seen.units[i][0]})")
        shown |= mark_events(axes, run)
    legend_above(figure, list(shown.values()), list(shown))
    return figure


def errors(run: Run) -> Figure:
    """Draw all errors, as they are and by their order of magnitude."""
    seen = run.recording
    figure = new_figure(4.2)
    above, below = grid(figure, 2, 1)
    time, error = thinned(seen.time, seen.error)
    tolerance = run.summary.tolerance
    lines = [above.plot(time, error[:, i], color=colour(i))[0] for i in range(len(seen.joints))]
    above.axhspan(-tolerance, tolerance, color="#000000", alpha=0.08, linewidth=0)
    above.set_ylabel(f"error ({_error_unit(seen)})")
    for i in range(len(seen.joints)):
        below.semilogy(time, np.maximum(np.abs(error[:, i]), LEAST), color=colour(i), linewidth=1.0)
    below.set_ylim(bottom=max(1e-9, min(tolerance / 100, float(np.abs(error).max()) / 10)))
    below.axhline(tolerance, color=DESIRED, linestyle=":", linewidth=1.0)
    below.annotate("tolerance", (time[-1], tolerance), (0, 3), textcoords="offset points", ha="right", fontsize=7.5)
    below.set_ylabel(f"|error| ({_error_unit(seen)})")
    figure.suptitle(_title(run), **TITLE)
    shown = (
        mark_events(above, run)
        | mark_events(below, run)
        | mark_limits(above, run, np.asarray(at_limit(run).any(axis=1)))
    )
    if shown:
        below.legend(
            list(shown.values()), list(shown), loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=3, borderaxespad=0.2
        )
    above.legend(
        lines, seen.joints, loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=min(len(lines), 7), borderaxespad=0.2
    )
    return figure


def torques(run: Run) -> Figure:
    """Draw what acts on every joint, its limits where they are near, and what the law asked for where that differs.

    Where more is asked for than a limit allows, the axis goes to twice the limit: a demand far beyond
    would hide the rest. A band below says when that was.
    """
    seen = run.recording
    figure = new_figure(_height(len(seen.joints)))
    figure.suptitle(_title(run), **TITLE)
    limits, limited, wanted = limits_of(run), at_limit(run), asked_for(run)
    time, tau, applied = thinned(seen.time, wanted, seen.applied)
    differs = not np.allclose(wanted, seen.applied)
    shown: dict[str, Any] = {}
    for i, axes in enumerate(grid(figure, len(seen.joints), _columns(len(seen.joints)))):
        (shown["on the plant"],) = axes.plot(time, applied[:, i], color=colour(0))
        if differs:
            (shown["asked for"],) = axes.plot(time, tau[:, i], color=DESIRED, linestyle=(0, (2, 2)), linewidth=0.8)
        most = float(np.abs(wanted[:, i]).max())
        if np.isfinite(limits[i]) and most > 0.5 * limits[i]:
            for limit in (-limits[i], limits[i]):
                shown["limit"] = axes.axhline(limit, color=LIMITED, linestyle=":", linewidth=1.0)
        if most > limits[i]:
            ends = np.array(
                [*applied[:, i], *np.clip(wanted[:, i], -2 * limits[i], 2 * limits[i]), -limits[i], limits[i]]
            )
            axes.set_ylim(ends.min() - 0.08 * np.ptp(ends), ends.max() + 0.05 * np.ptp(ends))
        shown |= mark_events(axes, run) | mark_limits(axes, run, limited[:, i])
        axes.set_ylabel(f"{seen.joints[i]} ({seen.units[i][1]})")
    legend_above(figure, list(shown.values()), list(shown))
    return figure


def estimates(run: Run) -> Figure:
    """Draw estimates and true values; many of them as relative errors in one plot."""
    seen = run.recording
    count = len(seen.theta_names)
    if count > SINGLE_ESTIMATES:
        return _many_estimates(run)
    figure = new_figure(_height(count) + (0.8 if count == 1 else 0.0))
    figure.suptitle(_title(run), **TITLE)
    shown: dict[str, Any] = {}
    for i, axes in enumerate(grid(figure, count, _columns(count))):
        shown |= _estimate(axes, run, i)
    legend_above(figure, list(shown.values()), list(shown))
    return figure


def _estimate(axes: Axes, run: Run, i: int) -> dict[str, Any]:
    """Draw an estimate and its true value, where that is known; return what a legend shows."""
    seen, shown = run.recording, {}
    time, theta, true = thinned(seen.time, seen.theta[:, i], seen.true_theta[:, i])
    (shown["estimate"],) = axes.plot(time, theta, color=colour(0))
    if np.isfinite(true).all():
        (shown["true"],) = axes.plot(time, true, color=DESIRED, linestyle=(0, (4, 3)), linewidth=0.9)
    axes.set_ylabel(f"{seen.theta_names[i]}{estimate_unit(seen.theta_names[i])}")
    return shown | mark_events(axes, run)


def _many_estimates(run: Run) -> Figure:
    """Draw the error of all estimates together, and those that changed most, by their size, each by itself."""
    seen = run.recording
    known = np.isfinite(seen.true_theta).all()
    deviation = seen.theta - (seen.true_theta if known else seen.theta[0])
    size = sizes(seen.theta_names, seen.true_theta[-1] if known else np.abs(seen.theta).max(axis=0))
    size = size if np.isfinite(size).any() else np.ones_like(size)
    time, relative, together = thinned(seen.time, deviation / size, relative_error(seen.theta_names, deviation, size))
    figure = new_figure(2.4 + ROW * MOST_CHANGED / 2)
    halves: Any = figure.subfigures(2, 1, height_ratios=[2.0, 0.4 + ROW * MOST_CHANGED / 2])
    whole, rest = halves
    axes = whole.subplots()
    single = [axes.plot(time, relative[:, i], color="#9bb7cc", linewidth=0.6)[0] for i in range(relative.shape[1])]
    (all_of_them,) = axes.plot(time, together, color=colour(0), linewidth=1.8)
    axes.set_ylabel("error over true values" if known else "change over size")
    shown = mark_events(axes, run)
    change = np.nan_to_num(np.ptp(seen.theta, axis=0) / size)
    chosen = sorted(np.argsort(-change, kind="stable")[:MOST_CHANGED].tolist())
    for place, i in zip(grid(rest, len(chosen), 2), chosen, strict=True):
        shown |= _estimate(place, run, i)
    figure.suptitle(f"{_title(run)}: {len(single)} estimates, and the {len(chosen)} that changed most", **TITLE)
    handles = {f"each of {len(single)}": single[0], "all together": all_of_them, **shown}
    whole.legend(list(handles.values()), list(handles), loc="outside upper right", ncols=len(handles))
    return figure


def lyapunov(run: Run) -> Figure:
    """Draw the Lyapunov function."""
    time, V = thinned(run.recording.time, run.recording.V)
    figure = new_figure(2.8)
    axes = grid(figure, 1, 1)[0]
    if (V > 0).any():
        axes.semilogy(time, np.where(V > 0, V, np.nan), color=colour(0))
        axes.set_ylim(bottom=lowest_shown(V))
    else:
        axes.plot(time, V, color=colour(0))
    axes.set_ylabel("V (J)")
    mark_events(axes, run)
    figure.suptitle(_title(run), **TITLE)
    return figure


def lowest_shown(V: Array) -> float:
    """Return where a logarithmic axis of V begins: below the smallest value, but not so far that it shows rounding."""
    return max(float(V[V > 0].min()) / 2, float(V.max()) * SPAN)


def _title(run: Run) -> str:
    return f"{run.scenario.name}: {run.robot}, {run.law}"


def _error_unit(seen: Recording) -> str:
    return " or ".join(dict.fromkeys(position for position, _ in seen.units))
