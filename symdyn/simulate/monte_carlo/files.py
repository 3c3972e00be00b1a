"""The files of Monte-Carlo runs: a row for every run, quantiles, and a figure of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from symdyn.simulate.monte_carlo.runs import LEVELS, NUMBERS, MonteCarlo
from symdyn.simulate.motion.motion import Array
from symdyn.simulate.report.data_files import data_file
from symdyn.simulate.report.files import Files, as_json, plain, with_manifest
from symdyn.simulate.report.style import colour, drawing, figure_bytes, grid, legend_above, new_figure
from symdyn.simulate.report.table import aligned

TITLES = {
    "rms_error": "rms error",
    "max_error": "max error",
    "final_error": "error at end",
    "settling_time": "settling time (s)",
    "peak_torque": "peak torque",
    "parameter_error": "estimates' error",
}


def monte_carlo_files(runs: MonteCarlo, form: str, figures: tuple[str, ...]) -> Files:
    """Return all files; ``form`` is that of the data."""
    found: Files = {f"{runs.scenario.name}_runs.{form}": data_file(run_columns(runs), form)}
    found["summary.json"] = as_json(monte_carlo_data(runs))
    found["summary.txt"] = monte_carlo_table(runs) + "\n"
    if figures:
        found |= _figures(runs, figures)
    return with_manifest(found, {"scenario": runs.scenario.name, "robot": runs.robot, "law": runs.law})


def run_columns(runs: MonteCarlo) -> dict[str, Array]:
    """Return a column for every number and every factor; a row is a run."""
    columns = {"run": np.array([float(outcome.run) for outcome in runs.outcomes])}
    for name in NUMBERS:
        columns[name] = np.array([outcome.numbers[name] for outcome in runs.outcomes])
    for name in runs.outcomes[0].factors:
        columns[f"factor.{name}"] = np.array([outcome.factors[name] for outcome in runs.outcomes])
    return columns


def monte_carlo_data(runs: MonteCarlo) -> dict[str, Any]:
    """Return the quantiles as plain data; null is one among runs that stopped or never settle."""
    return {
        "scenario": runs.scenario.name,
        "robot": runs.robot,
        "law": runs.law,
        "seed": runs.scenario.seed,
        "runs": len(runs.outcomes),
        "stopped": [{"run": outcome.run, "reason": outcome.stopped} for outcome in runs.stopped],
        "settled": sum(bool(np.isfinite(outcome.numbers["settling_time"])) for outcome in runs.outcomes),
        "tolerance": runs.scenario.tolerance,
        "quantiles": plain(runs.quantiles()),
    }


def monte_carlo_table(runs: MonteCarlo) -> str:
    """Return the quantiles as a table."""
    rows = [["of all runs", *(f"{level:.0%}" for level in LEVELS)]]
    for name, quantiles in runs.quantiles().items():
        missing = "never" if name == "settling_time" else "stopped"
        rows.append([TITLES[name], *(f"{x:.4g}" if np.isfinite(x) else missing for x in quantiles.values())])
    data = monte_carlo_data(runs)
    heading = f"{runs.scenario.name}: {len(runs.outcomes)} runs of {runs.robot} under {runs.law}"
    lines = [heading, "", aligned(rows), ""]
    lines.append(f"within {data['tolerance']:g} at the end: {data['settled']} of {data['runs']} runs")
    if runs.stopped:
        first = runs.stopped[0]
        lines.append(f"STOPPED: {len(runs.stopped)} runs, the first is run {first.run}: {first.stopped}")
    return "\n".join(lines)


def _figures(runs: MonteCarlo, formats: tuple[str, ...]) -> Files:
    with drawing():
        figure = new_figure(4.4)
        for axes, curve, label in zip(
            grid(figure, 2, 1), ("error", "torque"), ("largest |error|", "largest |torque|"), strict=True
        ):
            bands = np.where(np.isfinite(runs.bands(curve)), runs.bands(curve), np.nan)
            outer = axes.fill_between(runs.times, bands[0], bands[4], color=colour(0), alpha=0.15, linewidth=0)
            inner = axes.fill_between(runs.times, bands[1], bands[3], color=colour(0), alpha=0.3, linewidth=0)
            (middle,) = axes.plot(runs.times, bands[2], color=colour(0))
            axes.set_ylabel(label)
            if curve == "error":
                axes.set_yscale("log")
        figure.suptitle(f"{runs.scenario.name}: {runs.robot}, {runs.law}", x=0.01, ha="left", fontsize=9)
        labels = ["median", "25 to 75 %", f"5 to 95 % of {len(runs.outcomes)} runs"]
        legend_above(figure, [middle, inner, outer], labels)
        return {f"quantiles.{form}": figure_bytes(figure, form) for form in formats}
