"""With persistent excitation estimates find the true parameters; without it the robot still goes where it should."""

import numpy as np
import pytest
from closed_loop import Loop, Sinusoids, Vector, plant
from generated_laws import controller as start

WRONG = 0.7  # of the true parameters: what the controller believes at the start
MOVING, AT_REST = 0.4, 0.0

# what is unknown, how much faster than by default it is learnt, seconds, and the step of the integration
EXCITED = {
    "two_link": ((), 1, 10.0, 4e-3),
    "ddarm": (("link3.my", "link3.Izz", "link2.Izz"), 100, 2.0, 4e-3),
    "puma560": (("link3.mass", "link4.mass"), 10, 6.0, 4e-3),
    "panda": (("link7.mass", "link4.mass"), 10, 2.0, 2e-3),
    "dual_arm": (("load.mass", "torso_yaw.fv"), 300, 6.0, 4e-3),
}
UNEXCITED = {
    "two_link": ((), 1, 3.0, 4e-3),
    "ddarm": (("link3.my", "link3.Ixx", "link3.Izz"), 30, 2.0, 4e-3),
    "puma560": (("link3.mass", "link3.Iyy"), 10, 3.0, 4e-3),
    "panda": (("link7.mass", "link4.Izz"), 10, 3.0, 4e-3),
    "dual_arm": (("load.mass", "torso.Izz"), 300, 6.0, 4e-3),
}


def run(name: str, case: tuple[tuple[str, ...], float, float, float], amplitude: float) -> tuple[Vector, Vector]:
    """Return errors of the estimates, weighed as V does, and errors of tracking, both against those at the start."""
    unknown, faster, duration, h = case
    Gamma = faster * start(name, "slotine_li", unknown=unknown).gains["Gamma"]
    controller = start(name, "slotine_li", {"Gamma": Gamma, "Lambda": 5.0}, unknown=unknown)
    true = controller.theta
    loop = Loop(plant(name), controller, Sinusoids(controller.n, amplitude, (2.0, 5.1)))
    rows = loop.run(loop.start(WRONG * true), duration, h)
    wrong = np.linalg.norm((rows[:, 2 * loop.controller.n :] - true) / np.sqrt(Gamma), axis=1)
    tracking = loop.tracking_errors(rows, h)
    return wrong / wrong[0], tracking / tracking[0]


QUICK = ("two_link", "ddarm")
NAMES = [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in EXCITED if name not in QUICK)]


@pytest.mark.parametrize("name", NAMES)
def test_persistently_excited_estimates_converge_to_the_true_parameters(name: str) -> None:
    wrong, tracking = run(name, EXCITED[name], MOVING)
    assert wrong[-1] < 0.06
    assert tracking[-1] < 0.05


@pytest.mark.parametrize("name", NAMES)
def test_unexcited_estimates_stay_wrong_but_the_robot_arrives(name: str) -> None:
    wrong, tracking = run(name, UNEXCITED[name], AT_REST)
    assert tracking[-1] < 0.01
    assert wrong[-1] > 0.2
