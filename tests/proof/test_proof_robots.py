"""Robots of every kind are generated and proved; `make prove` does the same for as many as one likes."""

from collections import Counter
from statistics import median

import pytest
from any_robots import any_robot
from prove_robots import prove

import symdyn
from symdyn.generate import generate
from symdyn.options import Options

SEEDS = range(20)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_robot_of_any_kind_is_proved(seed: int) -> None:
    assert prove(seed).wrong is None


def test_the_draw_has_every_kind() -> None:
    robots = [any_robot(seed) for seed in range(1000)]
    moving = [sum(joint["type"] != "fixed" for joint in robot["joints"]) for robot in robots]
    assert (min(moving), median(moving), max(moving)) == (1, 3, 6)
    assert len(Counter(robot["frames"] for robot in robots)) == 3
    for key in ("load", "unknown", "symbols", "zeros"):
        assert 50 < sum(key in robot for robot in robots) < 500, key
    leaves_on_base = [
        robot
        for robot in robots
        if robot["frames"] == "standard_dh"
        and any(joint.get("parent") == "base" and joint["dh"]["a"] for joint in robot["joints"][1:])
    ]
    assert len(leaves_on_base) > 20
    assert sum(robot["joints"][0]["type"] == "prismatic" for robot in robots) > 100
    assert sum(any(joint["type"] == "fixed" for joint in robot["joints"]) for robot in robots) > 200
    assert sum(any(joint["type"] == "screw" for joint in robot["joints"]) for robot in robots) > 100


def test_what_drives_estimates_is_proved_of_any_values_where_those_of_the_file_are_baked_in() -> None:
    robot = symdyn.load("ur5")
    assert 0 in symdyn.minimal_parameters(robot).values  # whose columns the file's values would hide
    generate(robot, Options(only=("adaptive_inverse_dynamics", "adaptive_slotine_li"), fold=True))
