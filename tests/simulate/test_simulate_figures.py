"""What figures show: axes that fit the curves, and legends that hide nothing."""

from dataclasses import replace

import numpy as np
import pytest

from symdyn.simulate.report.figures import errors, estimates, lowest_shown, lyapunov, torques
from symdyn.simulate.report.style import drawing, figure_bytes
from symdyn.simulate.run import run_scenario


@pytest.fixture
def run(pendulum, scenario):
    return run_scenario(pendulum, scenario("start: {error: 0.3}", "torque_limits: 8"))


def seen(run, **changed):
    return replace(run, recording=replace(run.recording, **changed))


def test_a_lyapunov_function_that_starts_at_zero_does_not_stretch_its_axis(run):
    V = np.zeros(len(run.recording.time))
    V[3:] = np.linspace(1e-3, 2.0, len(V) - 3)
    V[5] = 1e-200
    with drawing():
        (axes,) = lyapunov(seen(run, V=V)).axes
        assert axes.get_yscale() == "log" and axes.get_ylim()[0] == 2e-12
        (flat,) = lyapunov(seen(run, V=0 * V)).axes
        assert flat.get_yscale() == "linear"
    assert lowest_shown(V[6:]) == V[6] / 2


def test_the_legend_of_errors_lies_above_the_curves_and_below_the_title(run):
    with drawing():
        figure = errors(run)
        figure_bytes(figure, "svg")  # lays it out
        above = figure.axes[0]
        legend, title = above.get_legend().get_window_extent(), figure._suptitle.get_window_extent()
        assert legend.y0 >= above.get_window_extent().y1 and legend.y1 <= title.y0
        assert not figure.legends


def test_torques_that_saturate_are_shown_to_their_limits(run):
    tau = run.recording.tau.copy()
    tau[4] = 1e5
    with drawing():
        figure = torques(seen(run, asked=tau))
        low, high = figure.axes[0].get_ylim()
        assert -10.5 < low < -8 and 16 < high < 18  # a demand is shown up to twice the limit
        texts = [text.get_text() for text in figure.legends[0].get_texts()]
        assert texts == ["on the plant", "asked for", "limit", "at its limit"]


def test_a_long_legend_stands_below_the_title_and_above_the_curves(pendulum, scenario):
    """All marks at once: loads, disturbances, limits."""
    marked = scenario(
        "start: {error: 0.3}",
        "torque_limits: 8",
        "loads: [{from: 0.1, to: 0.3, mass: 0.5, com: [0.1, 0, 0]}]",
        "disturbances: [{type: pulse, torque: 3, from: 0.2, to: 0.25}]",
    )
    made = run_scenario(pendulum, marked)
    with drawing():
        figure = torques(made)
        figure_bytes(figure, "pdf")  # lays it out
        legend, title = figure.legends[0].get_window_extent(), figure._suptitle.get_window_extent()
        assert legend.y1 <= title.y0 and legend.y0 >= figure.axes[0].get_window_extent().y1
        texts = [text.get_text() for text in figure.legends[0].get_texts()]
        assert {"load changes", "disturbance", "limit"} <= set(texts)
        assert len({figure_bytes(torques(made), "pdf") for _ in range(2)}) == 1  # the same bytes in every run


def test_many_estimates_show_those_that_changed_most_one_by_one(run):
    count, rows = 20, len(run.recording.time)
    theta = np.ones((rows, count))
    theta[:, 7] = np.linspace(1, 3, rows)
    changed = seen(
        run, theta=theta, true_theta=np.ones((rows, count)), theta_names=tuple(f"link{i}.m" for i in range(count))
    )
    with drawing():
        figure = estimates(changed)
        labels = [axes.get_ylabel() for part in figure.subfigs for axes in part.axes]
    assert labels[0] == "error over true values" and "link7.m (kg)" in labels and len(labels) == 1 + 8
