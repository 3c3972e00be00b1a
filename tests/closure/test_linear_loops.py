"""Loops that are linear: found, proved, and everything made of them as of couplings; motors behind transmissions."""

from math import cos

import numpy as np
import pytest
from parallelograms import parallelogram, with_base

import symdyn
from symdyn.algebra.exact import EXACT_PI, exact
from symdyn.closure.door import closure_of
from symdyn.closure.linear_loops import _proved, linear_closure
from symdyn.generate import generate
from symdyn.ir.evaluate import FLOATS
from symdyn.kernels.door import run
from symdyn.kernels.table import KERNELS
from symdyn.options import Options
from symdyn.parameters.certificate import recheck
from symdyn.parameters.minimal_parameters import minimal_parameters

GEARS = [[0.02, 0], [0.01, -0.03]]
RUBS = {"viscous": 0.2, "coulomb": 0.3, "offset": 0.1}
MOTORS = [{"rotor_inertia": 0.001, "friction": RUBS}, {"rotor_inertia": 0.002}]
FALLING = [0, -9.81, 0]
PROVED = (
    "inverse_dynamics",
    "forward_dynamics",
    "regressor",
    "torque_derivatives",
    "potential_energy",
    "tip_motion",
    "dynamics_all",
)


def numbers(robot, name, **inputs):
    """What a kernel gives with the file's parameters, in doubles and without a compiler."""
    (values,) = run(KERNELS[name], robot, FLOATS, inputs | {"parameters": robot.parameters}).outputs.values()
    return np.array(values)


def mapping(name):
    return dict(symdyn.load(name).source)


def dense(closure):
    return [[dict(row).get(j, exact(0)) for j in range(closure.n)] for row in closure.A]


def test_the_rods_of_a_palletiser_follow_as_a_person_would_write_it():
    closure = closure_of(symdyn.load("sr400"))
    assert dense(closure)[2] == [0, -1, 0, 0, 0, 1]  # q3 = q7 - q2 + pi/2
    assert closure.b[2] == EXACT_PI / 2
    assert dense(closure)[7] == [0, 1, 0, 0, 0, -1]
    assert not closure.b[7]


def test_angles_at_zero_are_reduced_to_half_a_turn():
    closed = {"joint1": 0.4, "joint2": 4.041593 - 6.283185, "joint3": 1.3, "joint4": -0.9}
    for robot in (parallelogram(), parallelogram(closed_at=closed)):
        assert abs(closure_of(symdyn.load(robot)).b[1].terms[next(iter((EXACT_PI).terms))]) == 1


def test_a_closure_that_is_a_little_wrong_is_not_proved():
    robot = symdyn.load(parallelogram())
    right = closure_of(robot)
    assert _proved(robot, right)
    wrong = type(right)(right.A, (*right.b[:3], exact("0.001")), right.n)
    assert not _proved(robot, wrong)


def test_linkages_that_bend_as_they_like_are_not_linear():
    assert linear_closure(symdyn.load("five_bar")) is None


def test_the_parallelogram_has_the_matrix_that_pencil_and_paper_give():
    robot = symdyn.load(parallelogram())
    M = numbers(robot, "mass_matrix", q=[0.5, 1.2]).reshape(2, 2)
    coupled = -0.027 * cos(0.5 - 1.2)
    np.testing.assert_allclose(M, [[0.219, coupled], [coupled, 0.0705]], rtol=1e-12)  # rounding alone


@pytest.mark.parametrize(
    ("robot", "count"),
    [
        (parallelogram(), 4),
        (parallelogram(gravity=FALLING), 8),
        (parallelogram(gravity=FALLING, cut={"viscous": 0.1}, viscous=True), 11),
        (parallelogram(side=0.3), 4),  # a rhombus
        (parallelogram(side=0.3, gravity=FALLING), 8),
        (with_base(), 3),
        (with_base(viscous=True), 4),
        (with_base(viscous=True, cut_at="base"), 4),
    ],
)
def test_parallelograms_have_few_parameters_wherever_they_are_cut(robot, count):
    loaded = symdyn.load(robot)
    minimal = minimal_parameters(loaded)
    assert len(minimal.names) == count
    assert recheck(loaded, minimal).passed


def cut_at_the_crank():
    """The palletiser with its rod on the forearm's side of the loop, cut where the rod meets the crank."""
    palletiser = mapping("sr400")
    *arm, rod = palletiser["joints"]
    turned = {"type": "fixed", "parent": "link3", "dh": {"a": 0, "alpha": 0, "d": 0, "theta": "-pi/2"}}
    joints = [*arm, turned | {"name": "turned", "link": {"name": "pin", "massless": True}}]
    joints.append(rod | {"name": "joint8", "parent": "pin", "link": rod["link"] | {"name": "link8"}})
    ends = {"parent_origin": {"xyz": [1, 0, 0]}, "child_origin": {"xyz": [-0.8, 0, 0]}}
    loop = {"type": "revolute", "parent": "link7", "child": "link8", **ends}
    return palletiser | {"joints": joints, "loops": [loop]}


def test_a_palletiser_that_is_cut_elsewhere_has_as_many_parameters():
    robot = symdyn.load(cut_at_the_crank())
    assert dense(closure_of(robot))[2] == [0, -1, 0, 0, 0, 1]
    assert len(minimal_parameters(robot).names) == 39
    assert recheck(robot, minimal_parameters(robot)).passed


@pytest.mark.parametrize(("rotors", "count"), [((), 39), ((0, 1, 3, 4, 5, 6), 42)])
def test_a_palletiser_has_39_parameters_and_42_with_rotors(rotors, count):
    palletiser = mapping("sr400")
    palletiser["joints"] = [
        joint | ({"rotor_inertia": 0.1} if i in rotors else {}) for i, joint in enumerate(palletiser["joints"])
    ]
    robot = symdyn.load(palletiser)
    assert len(minimal_parameters(robot).names) == count
    assert recheck(robot, minimal_parameters(robot)).passed


@pytest.mark.parametrize(
    "robot",
    [
        parallelogram(gravity=FALLING, cut=RUBS, viscous=True),
        parallelogram(cut=RUBS, transmission=GEARS, motors=MOTORS, load={"mass": 1, "com": [0, 0.1, 0], "inertia": {}}),
    ],
    ids=["cut friction", "motors"],
)
def test_code_is_proved_where_the_exact_witness_closes_the_loop_by_itself(robot):
    package = generate(symdyn.load(robot), Options(only=PROVED, laws=("walker",)))  # a ProofError, or proved
    assert any(path.endswith("parallelogram.h") for path in package.files)


def test_friction_of_a_cut_joint_is_felt_by_both_cranks():
    robot = symdyn.load(parallelogram(cut={"viscous": 0.2, "coulomb": 0.3}))
    at = {"q": [0.2, 0.9], "qd": [0.7, 0.2], "qdd": [0.0, 0.0]}
    rubbing = numbers(robot, "inverse_dynamics", **at) - numbers(robot, "coriolis", **at)
    np.testing.assert_allclose(rubbing, [0.2 * 0.5 + 0.3, -0.2 * 0.5 - 0.3], rtol=1e-12)  # rounding alone


def test_motors_turn_what_their_gears_say():
    free, geared = (symdyn.load(parallelogram(**more)) for more in ({}, {"transmission": GEARS, "motors": MOTORS}))
    T, at = np.array(GEARS), np.array([20.0, -15.0])
    M = T.T @ numbers(free, "mass_matrix", q=list(T @ at)).reshape(2, 2) @ T + np.diag([0.001, 0.002])
    np.testing.assert_allclose(
        numbers(geared, "mass_matrix", q=list(at)).reshape(2, 2), M, rtol=1e-12
    )  # rounding alone
    assert geared.joint_names == ("motor1", "motor2")


def twice(robot):
    """The same loop told twice."""
    return robot | {"loops": [*robot["loops"], {**robot["loops"][0], "name": "again"}]}


def test_loops_that_say_the_same_agree():
    assert len(minimal_parameters(symdyn.load(twice(parallelogram()))).names) == 4


BAD = {
    "the loops leave 2 coordinates free, actuated names 1; for example [joint1, joint2]": parallelogram(
        actuated=["joint1"]
    ),
    "these joints do not determine the others": parallelogram(actuated=["joint2", "joint4"]),
    "did you mean {joint1: 0.4, joint2: 4.04159, joint3: 1.3, joint4: -0.9}": parallelogram(
        closed_at={"joint1": 0.4, "joint2": 4.1, "joint3": 1.3, "joint4": -0.8}
    ),
    "cannot be closed near it, wherever the joints are: that the origins meet along x is off by 1.9": with_base(
        joints=[*with_base()["joints"][:2], with_base()["joints"][2] | {"origin": {"xyz": [3, 0, 0]}}]
    ),
}


@pytest.mark.parametrize("says", BAD)
def test_what_cannot_close_is_told_in_one_line(says):
    with pytest.raises(symdyn.InputError) as told:
        closure_of(symdyn.load(BAD[says]))
    assert says in str(told.value)
    assert "\n" not in str(told.value)
