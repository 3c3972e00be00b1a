"""Lengths of links that are equal but for a hair are told with both sizes; equal ones are a parallelogram's."""

from typing import Any

import pytest
from loop_robots import DOWN, four_bar
from parallelograms import parallelogram, with_base

import symdyn
from symdyn.closure.door import closure_of
from symdyn.closure.linear_closure import LinearClosure
from symdyn.closure.loop_notes import loop_notes

HAIRS: dict[str, Any] = {
    "the ground": (0.5, lambda robot, x: robot["joints"][2]["origin"]["xyz"].__setitem__(0, x)),
    "a crank": (0.3, lambda robot, x: robot["loops"][0]["child_origin"]["xyz"].__setitem__(0, x)),
    "the rod": (0.5, lambda robot, x: robot["loops"][0]["parent_origin"]["xyz"].__setitem__(0, x)),
}


@pytest.mark.parametrize("where", HAIRS)
def test_lengths_that_differ_by_rounding_are_told(where: str) -> None:
    size, put = HAIRS[where]
    robot = with_base(gravity=DOWN)
    put(robot, f"{size}0000000000000003")
    (note,) = loop_notes(symdyn.load(robot))
    assert f"are {size} m apart" in note and f"{size}0000000000000003 m: 3.0e-17 m more; write them equal" in note


def test_equal_lengths_are_told_nothing_of_however_many_digits_they_have() -> None:
    text = str(with_base(gravity=DOWN)).replace("[0.3,", "['0.4501837264918',")
    robot = symdyn.load(eval(text))
    assert isinstance(closure_of(robot), LinearClosure)
    assert loop_notes(robot) == ()


def test_lengths_are_those_across_the_joints() -> None:
    """How far pins are apart along their axes is no part of a length: links stand beside each other."""
    robot = four_bar()
    robot["joints"][1]["origin"]["xyz"] = [0.2, 0, 0.00002]
    robot["joints"][2]["origin"]["xyz"] = [0.5, 0, 0]
    robot["loops"][0]["child_origin"]["xyz"] = [0.5, 0, 0.00002]  # as long as the ground; 0.5000000004 with that
    robot["closed_at"] = {"joint1": 0.9, "joint2": -0.516501, "joint3": 0.99208}
    assert loop_notes(symdyn.load(robot)) == ()


@pytest.mark.parametrize("robot", [parallelogram(), "five_bar", "delta", "cylinder_arm", "two_link"])
def test_robots_without_hairs_have_no_notes(robot: Any) -> None:
    assert loop_notes(symdyn.load(robot)) == ()


def test_a_length_that_is_a_symbol_has_its_value() -> None:
    robot = with_base(gravity=DOWN) | {"symbols": {"r": "0.50000000000000003"}}
    robot["loops"][0]["parent_origin"]["xyz"][0] = "r"
    (note,) = loop_notes(symdyn.load(robot))
    assert "0.50000000000000003 m: 3.0e-17 m more" in note
