"""What figures show: axes that fit the curves, and legends that hide nothing."""

from dataclasses import replace

import numpy as np
import pytest

from symdyn.simulate.report.figures import errors, lowest_shown, lyapunov, torques
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
        figure = torques(seen(run, tau=tau))
        low, high = figure.axes[0].get_ylim()
        assert -9.5 < low < -8 and 8 < high < 9.5
        assert [text.get_text() for text in figure.legends[0].get_texts()] == ["on the plant", "asked for", "limit"]
