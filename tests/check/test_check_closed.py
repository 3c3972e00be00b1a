"""Robots whose joints follow others, by couplings, loops or gears, are checked as trees are."""

import pytest
from closure.parallelograms import parallelogram, uniform

import symdyn
from symdyn.check import check_robot
from symdyn.options import Options

KERNELS = ("inverse_dynamics", "coriolis", "gravity", "mass_matrix")
RUBS = {"viscous": 0.2, "coulomb": 0.3, "offset": 0.1}
GEARED = {"transmission": [[0.02, 0], [0.01, -0.03]], "motors": [{"friction": RUBS}, {"rotor_inertia": 0.01}]}
ARM = {
    "symdyn": 1,
    "name": "geared",
    "gravity": [0, -9.81, 0],
    "joints": [
        {"type": "revolute", "link": uniform(1, 0.3)},
        {"type": "revolute", "origin": {"xyz": [0.3, 0, 0]}, "link": uniform(1, 0.3), "friction": RUBS},
    ],
}


def assembled(mapping, kernels):
    """The law that ties torques to friction, of code that passes."""
    result = check_robot(symdyn.load(mapping), Options(only=kernels, languages=("python",)))
    assert result.passed
    (law,) = [line for line in result.laws if line.name == "M qdd + C qd + g + friction = tau"]
    return law


def test_friction_of_motors_and_of_what_they_move_is_in_the_laws():
    assert assembled(ARM | GEARED, KERNELS).allowed == 1e-11  # rounding explains nothing beyond


@pytest.mark.slow
def test_a_parallelogram_that_rubs_passes_kernels_and_laws():
    robot = parallelogram(gravity=[0, -9.81, 0], cut=RUBS, viscous=True, **GEARED)
    assert assembled(robot, (*KERNELS, "potential_energy", "torque_derivatives")).allowed == 1e-11


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sr400", "dvrk_psm"])
def test_bundled_robots_whose_closure_is_linear_pass(name):
    assert check_robot(symdyn.load(name), Options(only=KERNELS, languages=("python",))).passed
