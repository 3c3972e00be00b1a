"""Draw optimal_feedback_path.svg beside this file: the tip's path in the two-link study, with and without feedback."""

from pathlib import Path

import numpy as np

import symdyn
from symdyn.simulate.motion.tip_path import TipPath
from symdyn.simulate.report.style import COLOURS, INK, drawing, figure_bytes, new_figure
from symdyn.simulate.run import run_scenario
from symdyn.simulate.scenario.opening import open_scenario

SHOWN = {
    "van_winssen_1985": "actuators give 7 % more",
    "van_winssen_1985_model": "model: lengths 7 %, inertias 9 % off",
}
LAWS = {"feedforward": "feedforward alone", "optimal_feedback": "with optimal feedback"}


def draw() -> bytes:
    """Return the figure."""
    robot = symdyn.load("two_link")
    with drawing():
        figure = new_figure(3.2)
        for place, (name, title) in zip(figure.subplots(1, 2), SHOWN.items(), strict=True):
            scenario = open_scenario(name).for_robot(robot)
            path = scenario.trajectory
            assert isinstance(path, TipPath)
            for (law, label), colour in zip(LAWS.items(), COLOURS[1::-1], strict=True):
                x, y, _ = path.tip(run_scenario(robot, scenario, law).recording.q, robot).T
                place.plot(x, y, color=colour, label=label)
            x, y, _ = np.array([path.path.at(float(t)).p for t in np.linspace(0, scenario.duration, 50)]).T
            place.plot(x, y, color=INK, linestyle=(0, (1, 2)), label="desired")
            place.set(title=title, xlabel="x [m]", ylabel="y [m]", aspect="equal", adjustable="datalim")
        figure.legend(*place.get_legend_handles_labels(), loc="outside lower center", ncols=3)
        return figure_bytes(figure, "svg")


if __name__ == "__main__":
    Path(__file__).with_suffix(".svg").write_bytes(draw())
