"""Joints of which one moves as many times as fast as another, though neither in proportion to what drives them."""

from fractions import Fraction

import numpy as np
import pytest
from loop_robots import BAR, four_bar, lift_of_two, scissor

import symdyn
from symdyn.check.run import check_robot
from symdyn.dynamics.setting import setting_over
from symdyn.generate import generate
from symdyn.ir.evaluate import FLOATS
from symdyn.kernels.table import KERNELS
from symdyn.options import Options
from symdyn.parameters.plausible import plausible_full
from symdyn.reference import Witness


@pytest.fixture(scope="module")
def lift():
    return symdyn.load(scissor())


def test_pins_that_rub_in_proportion_share_a_sign_and_are_one_parameter(lift):
    assert "fc2 + fc_loop1/2" in map(str, symdyn.minimal_parameters(lift).expressions)


def test_what_is_drawn_for_a_body_of_which_the_mass_alone_counts_keeps_that_mass(lift):
    drawn = dict(zip(lift.parameter_names, plausible_full(lift), strict=True))
    assert drawn["link3.m"] == Fraction(1, 2)  # of what is known of pi, and kernels have


def test_friction_that_a_law_makes_smooth_is_so_in_joints_that_follow_one_coordinate():
    mapping = four_bar()
    mapping["joints"] = [{**joint, "link": BAR, "friction": {"coulomb": 0.2}} for joint in mapping["joints"]]
    witness, robot = Witness(mapping), symdyn.load(mapping)
    given = {"q": [0.9], "qd": [0.0], "qdd": [0.0], "qd_f": [-1e-3], "parameters": tuple(witness.parameters)}

    def taken(sign):
        at = setting_over(robot, FLOATS, {**given, "sign_f": [sign]})
        torque = KERNELS["inverse_dynamics_friction"].compute(at).outputs[0][0]
        columns = witness.friction_apart([0.9], [0.0], [-1e-3], [sign])
        return torque, (columns @ witness.parameters).item()

    E = witness.loop_motion([0.9], [0.0])[1][:, 0]
    for smooth, none in zip(taken(-0.01), taken(0.0), strict=True):
        assert smooth - none == pytest.approx(-0.01 * 0.2 * np.abs(E).sum(), rel=1e-9)  # of a torque of 10 N m


@pytest.mark.parametrize("rubbing", ["joint1", "joint2", "joint4", "joint5", "loop1", "loop2"])
def test_what_does_not_rub_has_no_say_in_the_signs_of_what_does(rubbing):
    generate(symdyn.load(lift_of_two(rubbing)), Options(only=("inverse_dynamics",), languages=("c",)))  # is proved


@pytest.mark.slow
@pytest.mark.parametrize("kernels", [("mass_matrix", "regressor_full"), ("adaptive_walker",)])
def test_a_scissor_passes(lift, kernels):
    result = check_robot(lift, Options(only=kernels, languages=("python",)))
    assert result.passed, [line for line in (*result.kernels, *result.laws)]


def test_the_witness_tells_where_ways_of_assembling_meet():
    witness, still = Witness(scissor()), np.zeros(1)
    assert witness.loop_motion([0.01], still)[0][1] == pytest.approx(0.0333349, abs=1e-7)  # by the bars' triangle
    assert not witness.passes_a_fold([0.01])
    assert witness.passes_a_fold([-0.3])  # at 0 the bars lie on each other, and either may turn alone


def test_the_witness_tells_it_of_two_loops_that_fold_at_once():
    witness = Witness(lift_of_two("joint1"))
    assert not witness.passes_a_fold([0.01])
    assert witness.passes_a_fold([-0.3])  # two signs change, which no determinant shows
