"""Full parameters behind minimal ones: the same torques, as near to the nominal vector as can be."""

import numpy as np
import pytest

import symdyn
from symdyn.errors import InputError, MissingValueError
from symdyn.identification.recover import full_parameters
from symdyn.identification.vectors import minimal_matrix
from symdyn.model import bind_symbols
from symdyn.parameters.pi import pi_names, pi_of_full
from symdyn.reference import Witness

ROBOTS = ["two_link", "puma560", "panda", "dual_arm"]
SMALL = {"symdyn": 1, "name": "small", "gravity": [0, 0, -9.81], "frames": "explicit"}
LINK = {"mass": 1, "com": [0.1, 0, 0], "inertia": {"xx": 0.01, "xy": 0, "xz": 0, "yy": 0.02, "yz": 0, "zz": 0.02}}


def random_pi(robot):
    return np.random.default_rng(3).normal(size=len(minimal_matrix(robot)))


@pytest.mark.parametrize("name", ROBOTS)
def test_recovered_parameters_have_the_minimal_ones_asked_for(name):
    robot = symdyn.load(name)
    pi = random_pi(robot)
    full = full_parameters(robot, pi)
    np.testing.assert_allclose(pi_of_full(bind_symbols(robot), full), pi, rtol=0, atol=1e-12)


def test_recovered_parameters_have_the_torques_of_any_vector_with_the_same_minimal_ones():
    robot = symdyn.load("dual_arm")
    truth = np.random.default_rng(4).normal(size=len(robot.parameter_names))
    full = full_parameters(robot, minimal_matrix(robot) @ truth, np.zeros_like(truth))
    assert np.abs(full - truth).max() > 0.1
    q, qd, qdd = np.random.default_rng(5).normal(size=(3, robot.n))
    witness = Witness(robot.source)
    expected = witness.inverse_dynamics(q, qd, qdd, truth)
    found = witness.inverse_dynamics(q, qd, qdd, full)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@pytest.mark.parametrize("name", ROBOTS)
def test_the_files_own_minimal_parameters_give_back_the_file(name):
    robot = symdyn.load(name)
    full = full_parameters(robot, minimal_matrix(robot) @ robot.parameters)
    np.testing.assert_allclose(full, robot.parameters, rtol=0, atol=1e-12)


def test_no_other_vector_with_the_same_torques_is_nearer():
    robot = symdyn.load("panda")
    W, pi = minimal_matrix(robot), random_pi(robot)
    source = np.random.default_rng(6)
    nominal, weights = source.normal(size=W.shape[1]), source.uniform(0.1, 10, W.shape[1])
    full = full_parameters(robot, pi, nominal, weights=weights)
    kernel = np.linalg.svd(W)[2][len(W) :]
    slope = kernel @ (weights * (full - nominal))  # of the distance, along all ways that keep the torques
    assert np.abs(slope).max() < 1e-11 * np.abs(weights * (full - nominal)).max()


def test_a_heavy_weight_keeps_a_parameter():
    robot = symdyn.load("two_link")
    weights = dict.fromkeys(robot.parameter_names, 1.0) | {"link2.m": 1e12}
    full = full_parameters(robot, random_pi(robot), weights=weights)
    assert full[robot.parameter_names.index("link2.m")] == pytest.approx(2, abs=1e-9)


def test_structural_zeros_stay_zero_and_unknowns_start_at_zero():
    joints = [{"type": "revolute", "link": LINK}, {"type": "revolute", "axis": [0, 1, 0]}]
    robot = symdyn.load({**SMALL, "zeros": "structural", "joints": joints})
    vanishing = [parameter.vanishes for parameter in robot.full_parameters]
    assert any(vanishing)
    full = full_parameters(robot, random_pi(robot), np.ones(20))
    assert not full[vanishing].any()
    assert np.isfinite(full_parameters(robot, random_pi(robot))).all()


def test_names_free_the_order():
    robot = symdyn.load("puma560")
    pi = random_pi(robot)
    named = dict(zip(pi_names(bind_symbols(robot)), pi, strict=True))
    backwards = dict(reversed(named.items()))
    np.testing.assert_array_equal(full_parameters(robot, backwards), full_parameters(robot, pi))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pi": [1.0] * 5}, r"minimal parameters of two_link: expected 6 numbers \(.*link1\.\w+, .*\), got 5"),
        ({"nominal": [1.0] * 6}, r"parameters of two_link: expected 20 numbers \(link1.m, .*\), got 6"),
        ({"pi": [[1.0] * 6]}, r"got an array of shape \(1, 6\)"),
        ({"pi": ["a"] * 6}, "not a list of numbers"),
        ({"pi": [float("nan")] * 6}, "the value of link1.* is nan"),
        ({"weights": [0.0] * 20}, "the weight of link1.m is 0"),
        ({"nominal": {"link1.mm": 1.0}}, "did you mean link1.m"),
        ({"nominal": {"link1.m": 1.0}}, "no value for link1.mx, link1.my, link1.mz, …"),
    ],
)
def test_wrong_vectors_are_told_with_what_was_expected(changes, message):
    arguments = {"pi": [1.0] * 6, **changes}
    with pytest.raises(InputError, match=message):
        full_parameters(symdyn.load("two_link"), **arguments)


def test_a_symbol_without_a_value_is_named():
    joint = {"type": "revolute", "origin": {"xyz": ["l", 0, 0]}}
    robot = symdyn.load({**SMALL, "symbols": {"l": None}, "joints": [joint, joint]})
    with pytest.raises(MissingValueError, match=r"symbols\.l"):
        full_parameters(robot, [1.0])
