"""Bundled robots with loops and couplings: what they say of themselves holds."""

import math

import numpy as np
import pytest
from bundled_trees import TREES
from loop_residual import loop_residual

from symdyn.errors import InputError
from symdyn.mechanism.mechanism import exact_mechanism
from symdyn.model import bundled_names, load
from symdyn.model.closing import Closing

CLOSED = [name for name in bundled_names() if name not in TREES]
WITH_LOOPS = ["cylinder_arm", "delta", "five_bar", "four_bar", "slider_crank", "sr400"]
SIX_DIGITS = 2e-6  # positions are written to six digits after the point; the longest lever is under two metres


def closing(name: str) -> Closing:
    found = load(name).closing
    assert found is not None
    return found


def position(name: str) -> list[float]:
    return [0.0 if value is None else value for value in closing(name).closed_at]


def test_the_closed_ones_are_these() -> None:
    assert sorted([*WITH_LOOPS, "dvrk_psm"]) == CLOSED


@pytest.mark.parametrize("name", WITH_LOOPS)
def test_a_bundled_robot_is_closed_where_it_says(name: str) -> None:
    assert np.abs(loop_residual(load(name), position(name))).max() < SIX_DIGITS


@pytest.mark.parametrize("name", WITH_LOOPS)
def test_every_joint_of_a_loop_matters_to_it(name: str) -> None:
    robot, q = load(name), position(name)
    for index, value in enumerate(closing(name).closed_at):
        moved = [x + 0.01 * (i == index) for i, x in enumerate(q)]
        opened = np.abs(loop_residual(robot, moved)).max() > 1e-3  # levers of a fifth of a metre and more
        assert opened == (
            value is not None and robot.tree_joint_names[index] != "turn"
        )  # the wrist is beyond the loops


@pytest.mark.parametrize(
    ("name", "coordinates", "joints"),
    [
        ("four_bar", 1, 3),
        ("five_bar", 2, 4),
        ("slider_crank", 1, 3),
        ("sr400", 6, 8),
        ("delta", 3, 12),
        ("cylinder_arm", 3, 7),
        ("dvrk_psm", 7, 13),
    ],
)
def test_coordinates_and_joints_are_counted_apart(name: str, coordinates: int, joints: int) -> None:
    robot = load(name)
    assert (robot.n, len(robot.tree_joint_names)) == (coordinates, joints)


def test_the_palletisers_closure_is_linear_as_its_file_says() -> None:
    robot = load("sr400")
    for q2, q7 in ((-1.2, 0.2), (-0.3, -0.5), (2.0, 1.1)):
        q = [0.4, q2, q7 - q2 + math.pi / 2, 0.1, 0.2, 0.3, q7, q2 - q7]
        assert np.abs(loop_residual(robot, q)).max() < 1e-14  # sums of a few doubles of size one


def test_the_surgical_arm_has_motors_and_friction_where_its_file_says() -> None:
    robot = load("dvrk_psm")
    assert robot.joint_names == tuple(f"motor{i}" for i in range(1, 8))
    names = robot.parameter_names[-10:]
    assert names[:2] == ("motor4.Ia", "motor5.Ia")
    assert names[2:6] == ("motor6.Ia", "motor6.fv", "motor6.fc", "motor6.fo")
    coupling = {c.joint: c.factors for c in closing("dvrk_psm").couplings}
    tree = robot.tree_joint_names
    opening = {tree[i]: str(factor) for i, factor in coupling[tree.index("opening")]}
    assert opening == {"jaw1": "-1", "jaw2": "1"}


@pytest.mark.parametrize("name", CLOSED)
def test_a_closed_robot_has_no_mechanism_of_its_own_but_its_tree_has(name: str) -> None:
    robot = load(name)
    with pytest.raises(InputError, match=r"asked for by `robot\.tree`"):
        exact_mechanism(robot)
    assert exact_mechanism(robot.tree).n == len(robot.tree_joint_names)
