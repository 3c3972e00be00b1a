"""A robot whose loops have come to where they close no farther stops for that reason, and says so."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.simulate import open_scenario, run_scenario
from symdyn.simulate.loop.loop import Rows
from symdyn.simulate.loop.recording import Stopped
from symdyn.simulate.loop.stretched import telling_of_loops

WHY = "numbers are not finite any more"
LOOPED = SimpleNamespace(loops=("one",))


def told(closing: Any, inertia: float) -> str:
    """Return the reason of a run that stopped where it feels this times the inertia of the start."""
    kernels = SimpleNamespace(mass_matrix=lambda q, pi: np.array([[inertia if q[0] else 1.0]]))
    robot = SimpleNamespace(closing=closing, n=1)
    plant: Any = SimpleNamespace(robot=robot, kernels=kernels, parameters_at=lambda time: (None, None))
    one = np.zeros((1, 1))
    rows = Rows(np.zeros(1), [0], np.zeros((1, 2)), one, one, one, Stopped(0.0, WHY, (2.0,), (0.0,)))
    stopped = telling_of_loops(plant, rows).stopped
    assert stopped is not None
    return stopped.reason


@pytest.mark.parametrize("inertia", [1e4, np.inf, np.nan])
def test_loops_that_are_stretched_are_told(inertia: float) -> None:
    reason = told(LOOPED, inertia)
    assert reason.startswith("its loops have come to where they close no farther") and reason.endswith(f"({WHY})")


@pytest.mark.parametrize(("closing", "inertia"), [(LOOPED, 10.0), (None, np.inf), (SimpleNamespace(loops=()), np.inf)])
def test_other_stops_keep_their_reason(closing: Any, inertia: float) -> None:
    assert told(closing, inertia) == WHY


@pytest.mark.slow
def test_a_five_bar_that_is_let_down_stretches() -> None:
    """Held up for half of its weight, it sinks until its two rods are in line: 0.95 m between the elbows."""
    robot = symdyn.load("five_bar")
    made = run_scenario(robot, open_scenario("five_bar_walker").for_robot(robot), "pd_gravity")
    stopped = made.recording.stopped
    assert stopped is not None and "close no farther" in stopped.reason
    (x, y), (u, v) = (
        length * np.array([np.cos(a), np.sin(a)]) for length, a in zip((0.3, 0.35), stopped.q, strict=True)
    )
    assert np.hypot(0.4 + u - x, v - y) == pytest.approx(0.95, abs=1e-3)
