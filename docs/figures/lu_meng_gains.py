"""Are λ and Γ less critical than Craig's gains? Monte-Carlo over gains: `python docs/figures/lu_meng_gains.py`.

Lu and Meng say so of their study. Here both laws begin with the same bandwidth and with a Γ that suits each, and
every gain is drawn between a fifth and five times that, logarithmically: all of a law's gains, its feedback alone,
its Γ alone.
"""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import symdyn
from symdyn.simulate import open_scenario
from symdyn.simulate.monte_carlo.executors import Here
from symdyn.simulate.monte_carlo.runs import MonteCarlo, monte_carlo
from symdyn.simulate.report.style import colour, drawing, figure_bytes, legend_above, new_figure
from symdyn.simulate.scenario.scenario import Variation

HERE = Path(__file__).parent
RUNS = 300
FACTORS = (0.2, 5.0)
END = 2.0  # s: of the scenario
THROWN = 100.0  # rad
START = {  # 24 1/s for both; the modified law in its quasi-computed-torque form has K = sym(Λ M)
    "slotine_li_modified": {"form": "quasi_computed_torque", "Lambda": 24, "Gamma": 0.0045},
    "craig": {"Kp": 576, "Kv": 48, "Psi": 12, "Gamma": 0.0012, "filter_time": 0.002},
}
SETS = {
    "slotine_li_modified": {"all": ("Lambda", "Gamma"), "feedback": ("Lambda",), "Gamma": ("Gamma",)},
    "craig": {"all": ("Kp", "Kv", "Psi", "Gamma"), "feedback": ("Kp", "Kv", "Psi"), "Gamma": ("Gamma",)},
}


def study(law: str, names: tuple[str, ...], runs: int) -> MonteCarlo:
    """Make the runs of a law with these gains drawn."""
    robot = symdyn.load("puma4")
    scenario = open_scenario("lu_meng_1993").for_robot(robot)
    control = replace(scenario.control, gains={law: START[law]})
    variation = Variation(gains=tuple((name, FACTORS) for name in names), gain_draws="logarithmic")
    drawn = replace(scenario, control=control, variation=variation, divergence=THROWN)
    return monte_carlo(robot, drawn, law, runs, Here())


def numbers(made: MonteCarlo) -> tuple[np.ndarray, float, float]:
    """Return settling times (infinite where there is none), and the parts of runs that settled and that stopped."""
    times = np.array([one.numbers["settling_time"] for one in made.outcomes])
    return times, float(np.isfinite(times).mean()), len(made.stopped) / len(times)


def main(runs: int) -> None:
    """Run, print, draw."""
    with drawing():
        figure = new_figure(3.0)
        axes = figure.subplots(1, 3, sharey=True)
        lines: dict[str, Any] = {}
        for i, (law, sets) in enumerate(SETS.items()):
            for place, (what, names) in zip(axes, sets.items(), strict=True):
                made = study(law, names, runs)
                times, settled, stopped = numbers(made)
                shown = [np.quantile(times, level, method="higher") for level in (0.05, 0.5, 0.95)]
                errors = made.quantiles()["rms_error"]
                print(
                    f"{law:20} {', '.join(names):22} settled {settled:4.0%}, thrown {stopped:4.0%},"
                    f" after {', '.join(f'{x:.2f}' for x in shown)} s, rms error"
                    f" {', '.join(f'{errors[level]:.3f}' for level in ('0.05', '0.5', '0.95'))} rad (5, 50, 95 %)"
                )
                settle = [*np.sort(times[np.isfinite(times)]), END]  # and stay as many until the end
                part = np.minimum(np.arange(1, len(settle) + 1), len(settle) - 1) / runs
                lines[law] = place.step(settle, part, color=colour(i), where="post")[0]
                place.set_title("all gains" if what == "all" else f"{what} alone", fontsize=9)
                place.set_xlim(0, END)
                place.set_ylim(0, 1)
                place.set_xlabel("settling time (s)")
        axes[0].set_ylabel(f"part of {runs} runs")
        legend_above(figure, list(lines.values()), list(lines))
        (HERE / "lu_meng_gains.svg").write_bytes(figure_bytes(figure, "svg"))
        print("docs/figures/lu_meng_gains.svg")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS)
