"""Robots whose loops are closed with roots are checked as any other: kernels, laws, batches, friction of cut joints."""

from typing import Any

import pytest

import symdyn
from symdyn.check.run import check_robot
from symdyn.options import Options

FEW = ("inverse_dynamics", "mass_matrix", "coriolis", "gravity", "potential_energy", "loop_motion", "regressor")


def rubbing(name: str) -> Any:
    mapping = dict(symdyn.load(name).source)
    friction = {"viscous": 0.2, "coulomb": 0.1, "offset": 0.05}
    mapping["joints"] = [{**joint, "friction": friction, "rotor_inertia": 0.01} for joint in mapping["joints"]]
    return symdyn.load(mapping | {"loops": [{**loop, "friction": friction} for loop in mapping["loops"]]})


def test_a_four_bar_that_rubs_passes():
    result = check_robot(rubbing("four_bar"), Options(only=FEW, languages=("python",)))
    assert result.passed, [line for line in (*result.kernels, *result.laws)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["four_bar", "five_bar", "slider_crank"])
def test_linkages_that_rub_pass_with_all_kernels(name):
    assert check_robot(rubbing(name)).passed


@pytest.mark.slow
def test_an_arm_with_cylinders_passes():
    assert check_robot(symdyn.load("cylinder_arm")).passed


@pytest.mark.slow
@pytest.mark.parametrize("scalar", ["double", "float"])
def test_a_delta_passes_with_all_kernels(scalar):
    result = check_robot(symdyn.load("delta"), Options(scalar=scalar))
    assert result.passed, [line for line in (*result.kernels, *result.laws)]
