"""Robots whose loops are closed with roots are checked as any other: kernels, laws, batches, friction of cut joints."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from closure.loop_robots import five_bar_on_slides

import symdyn
from symdyn.check import setting as check_setting
from symdyn.check.hold import hold_laws
from symdyn.check.run import check_robot
from symdyn.check.truth.closable import following
from symdyn.check.truth.states import states
from symdyn.generate import generate
from symdyn.model import bind_symbols
from symdyn.options import Options

FEW = ("inverse_dynamics", "mass_matrix", "coriolis", "gravity", "potential_energy", "loop_motion", "regressor")
NEEDED = ("mass_matrix", "coriolis_matrix")


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


def test_a_law_says_nothing_where_differences_lead_out_of_reach_and_that_is_told(monkeypatch):
    monkeypatch.setattr(check_setting, "states", lambda *given: states(*given)[:1])  # one is as good as all here
    robot = symdyn.load(five_bar_on_slides() | {"name": "stretched"})
    programs = [kernel.program for kernel in generate(robot, Options(only=NEEDED, languages=("python",))).kernels]
    at = check_setting.setting(bind_symbols(robot), Options(only=NEEDED), programs)
    inside, outside = np.array([2.0, 1.0]), np.array([3.1, 0.0])
    for _ in range(12):  # to a thousandth of the way from where both rods are in line
        middle = (inside + outside) / 2
        try:
            passive = following([middle], at.robot, at.witness)[0]
        except ValueError:
            outside = middle
        else:
            inside, near = middle, passive
    usual = at.samples[0]
    moving = {"q": inside, "passive": near, "qd": np.array([1.0, -1.0])}
    edge = replace(usual, state=replace(usual.state, inputs={**usual.state.inputs, **moving}))
    kernels = symdyn.build(robot, Options(only=NEEDED), backend="numpy")
    (line,) = hold_laws(replace(at, samples=(usual, edge)), NEEDED, {"python": kernels})[2:3]
    assert line.passed and line.samples == 1
    assert "nothing at 1 of 2 samples" in line.note
