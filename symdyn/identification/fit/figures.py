"""Figures of a fit: what it leaves over in time, over speed, and by frequency."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from symdyn.identification.fit.recursion import Course
from symdyn.identification.fit.residuals import Residuals
from symdyn.identification.fit.result import Fit
from symdyn.simulate.report.style import DESIRED, colour, drawing, figure_bytes, legend_above, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW = 1.5  # inches
FEW = 5  # samples in a bin of speed that are worth a point
COLOURED = 4  # parameters
SHOWN = 600  # moments of a log that are drawn


def fit_figures(fit: Fit, formats: tuple[str, ...]) -> dict[str, bytes]:
    """Return the files of all figures; those of the first log, where there are several."""
    study = fit.residuals[0] if fit.residuals else None
    if not formats or study is None or len(study.time) < 2:
        return {}
    with drawing():
        drawn = {name: draw(fit, study) for name, draw in DRAWERS.items()}
        if fit.course is not None:
            drawn["course"] = _course(fit, fit.course)
        return {f"{name}.{form}": figure_bytes(figure, form) for name, figure in drawn.items() for form in formats}


def _torques(fit: Fit, study: Residuals) -> Figure:
    """Draw measured torques, and what the fit leaves of them."""
    keep = slice(None, None, max(1, len(study.time) // SHOWN))

    def draw(axes: Axes, j: int) -> list[Any]:
        return [
            *axes.plot(study.time[keep], study.torque[keep, j], color=DESIRED, linewidth=0.8),
            *axes.plot(study.time[keep], study.residual[keep, j], color=colour(1), linewidth=0.8),
        ]

    return _per_joint(fit, f"torques of {study.name}", "time (s)", draw, ["measured", "left over"])


def _over_speed(fit: Fit, study: Residuals) -> Figure:
    """Draw means and scatter of what is left over in every bin of speed: a shape is friction that the model lacks."""

    def draw(axes: Axes, j: int) -> list[Any]:
        counts, means, squares = study.by_speed[j].T
        some = counts >= FEW
        spread = np.sqrt(np.maximum(squares**2 - means**2, 0.0))[some]
        speeds, middle = study.speeds[j][some], means[some]
        band = axes.fill_between(speeds, middle - spread, middle + spread, color=colour(0), alpha=0.2, linewidth=0)
        axes.axhline(0.0, color=DESIRED, linewidth=0.6)
        return [*axes.plot(speeds, middle, color=colour(0)), band]

    return _per_joint(fit, f"left over in {study.name}, over speed", "speed", draw, ["mean", "scatter"])


def _spectrum(fit: Fit, study: Residuals) -> Figure:
    """Draw the power of what is left over: lines in it are vibrations or ripple that no rigid body has."""

    def draw(axes: Axes, j: int) -> list[Any]:
        some = study.frequencies > 0
        return list(axes.semilogy(study.frequencies[some], np.maximum(study.power[some, j], 1e-300), color=colour(2)))

    return _per_joint(fit, f"power left over in {study.name}, (N m)²/Hz", "frequency (Hz)", draw, ["power"])


def _course(fit: Fit, course: Course) -> Figure:
    """Draw how far estimates are from their last values, in σ: those that settle last are drawn in colour."""
    figure = new_figure(3.2)
    figure.suptitle("estimates, from their last", x=0.01, ha="left", fontsize=9)
    axes = figure.subplots()
    away = (course.estimates - course.estimates[-1]) / fit.sigma
    part = np.linspace(0, 1, len(away) + 1)[1:]
    slowest = np.argsort(-np.where(np.isfinite(fit.sigma), course.settled(fit.sigma), -1.0))[:COLOURED]
    for k in np.flatnonzero(np.isfinite(fit.sigma)):
        if k not in slowest:
            axes.plot(part, away[:, k], color=DESIRED, linewidth=0.4, alpha=0.4)
    handles = [axes.plot(part, away[:, k], color=colour(i), linewidth=1.0)[0] for i, k in enumerate(slowest)]
    axes.set_ylim(-10, 10)
    axes.set_ylabel("σ")
    axes.set_xlabel("part of the rows")
    legend_above(figure, handles, [fit.names[k] for k in slowest])
    return figure


def _per_joint(fit: Fit, title: str, across: str, draw: Callable[[Any, int], list[Any]], words: list[str]) -> Figure:
    names = fit.source.joint_names
    columns = 1 if len(names) <= 3 else 2
    rows = -(-len(names) // columns)
    figure = new_figure(0.6 + ROW * rows)
    figure.suptitle(title, x=0.01, ha="left", fontsize=9)
    flat = list(figure.subplots(rows, columns, squeeze=False).ravel())
    handles: list[Any] = []
    for j, axes in enumerate(flat):
        if j >= len(names):
            axes.set_visible(False)
            continue
        handles = draw(axes, j)
        axes.set_ylabel(names[j])
    figure.supxlabel(across, fontsize=8.5)
    if len(words) > 1:
        legend_above(figure, handles, words)
    return figure


DRAWERS: Mapping[str, Callable[[Fit, Residuals], Any]] = {
    "torques": _torques,
    "over_speed": _over_speed,
    "spectrum": _spectrum,
}
