"""Robots are written as robot file, URDF and MJCF so that they are read as the same again."""

import numpy as np
import pytest

from symdyn.algebra.decimals import to_float
from symdyn.errors import InputError, MissingValueError
from symdyn.model import Robot, bind_symbols, load, load_text
from symdyn.model.written.formats import format_of, text_in
from symdyn.model.written.xml_text import plain_direction

SUFFIX = {"robot file": ".yaml", "URDF": ".urdf", "MJCF": ".xml"}
SAME = 1e-15  # of a number: written as the nearest double where it is no short decimal

ROBOT = {
    "symdyn": 1,
    "name": "arm",
    "frames": "standard_dh",
    "joints": [
        {
            "name": "waist",
            "type": "revolute",
            "dh": {"a": 0.3, "alpha": "pi/2", "d": 0.2, "theta": "pi/6"},
            "link": {"mass": 2, "com": [0.1, 0, 0.2], "inertia": dict.fromkeys(("xx", "yy", "zz"), 1)
                     | dict.fromkeys(("xy", "xz", "yz"), 0)},
            "friction": {"viscous": 0.1, "coulomb": 0.2},
            "limits": {"lower": -1, "upper": 2, "effort": 30},
        },
        {
            "name": "boom",
            "type": "prismatic",
            "dh": {"a": 0, "alpha": "-pi/2", "d": 0.1, "theta": 0.3},
            "link": {"mass": 1, "com": [0, 0.05, 0], "inertia": {"xx": 0.1, "yy": 0.2, "zz": 0.25, "xy": 0.01,
                     "xz": 0, "yz": 0}},
        },
    ],
}  # fmt: skip


def _again(robot: Robot, title: str) -> Robot:
    text, losses = text_in(robot, title)
    assert not losses
    return load_text(text, f"robot{SUFFIX[title]}")


def _bodies(robot: Robot) -> dict[str, float]:
    return {p.name: to_float(p.value) for p in bind_symbols(robot).full_parameters}


@pytest.mark.parametrize("title", SUFFIX)
def test_a_robot_in_standard_dh_keeps_its_bodies_joints_and_frames(title):
    from symdyn.runtime.build import build

    robot = load(ROBOT)
    again = _again(robot, title)
    assert again.joint_names == robot.joint_names and again.name == robot.name
    assert _bodies(again) == pytest.approx(_bodies(robot), rel=SAME)
    q, qd, qdd = np.array([[0.3, 0.2], [0.5, -1], [1.5, 2]])
    expected, found = (build(one, backend="numpy").inverse_dynamics(q, qd, qdd) for one in (robot, again))
    gravity = 9.80665 / 9.80665  # both formats say or mean the same
    assert found == pytest.approx(gravity * expected, rel=1e-14)  # a few operations more, where a frame is added


@pytest.mark.parametrize("title", SUFFIX)
@pytest.mark.parametrize("name", ["panda", "ur5", "iiwa", "three_link", "gantry", "puma560_std"])
def test_bundled_robots_survive(name, title):
    robot = load(name)
    text, _ = text_in(robot, title)
    again = load_text(text, f"robot{SUFFIX[title]}")
    expected = _bodies(robot)
    kept = _bodies(again)
    lost = {parameter for parameter in expected if parameter.rpartition(".")[2] in ("Ia", "fo", "ks", "kr")}
    assert set(expected) - set(kept) <= (lost if title == "URDF" else set())
    assert kept == pytest.approx({parameter: expected[parameter] for parameter in kept}, rel=SAME, abs=1e-18)


def test_a_text_that_was_written_is_written_the_same_again():
    for title, suffix in SUFFIX.items():
        text, _ = text_in(load("ur5"), title)
        assert text_in(load_text(text, f"ur5{suffix}"), title)[0] == text


def test_springs_rotors_and_gravity_survive_in_mjcf():
    source = {**ROBOT, "gravity": [1, 0, -9]}
    source["joints"] = [{**ROBOT["joints"][0], "rotor_inertia": 0.5, "spring": {"stiffness": 4, "rest": 0.5}},
                        ROBOT["joints"][1]]  # fmt: skip
    robot = load(source)
    again = _again(robot, "MJCF")
    assert again.gravity == robot.gravity
    assert _bodies(again) == pytest.approx(_bodies(robot), rel=SAME)
    _, losses = text_in(robot, "URDF")
    assert losses == [
        "rotor_inertia of waist",
        "spring of waist",
        "gravity: URDF has none, and readers take what is usual",
    ]


def test_oblique_axes_are_written_exactly_where_whole_numbers_say_them():
    def arm(axis):
        joint = {**ROBOT["joints"][0], "axis": axis}
        return load({"symdyn": 1, "name": "arm", "joints": [{key: joint[key] for key in joint if key != "dh"}]})

    text, _ = text_in(arm([-1, 0.5, 1.5]), "MJCF")
    assert 'axis="-2 1 3"' in text
    assert load_text(text, "arm.xml").joints[0].axis == arm([-1, 0.5, 1.5]).joints[0].axis
    assert plain_direction(arm(["sqrt(2)", 0, 1]).joints[0].axis).startswith("0.8164965809277")  # no whole numbers


def test_joints_that_follow_one_other_survive():
    source = {**ROBOT, "couplings": [{"joint": "boom", "equals": {"waist": 0.5}, "plus": 0.1}]}
    robot = load(source)
    for title in ("URDF", "MJCF"):
        (coupling,) = _again(robot, title).closing.couplings
        assert to_float(coupling.plus) == 0.1 and to_float(coupling.factors[0][1]) == 0.5


def test_loops_are_lost_and_said():
    _, losses = text_in(load("four_bar"), "URDF")
    assert any(line.startswith("loops: ") and "the tree alone is written" in line for line in losses)


def test_a_load_becomes_a_link():
    load_of = {"mass": 1, "com": [0, 0, 0], "inertia": dict.fromkeys(("xx", "yy", "zz", "xy", "xz", "yz"), 0)}
    text, losses = text_in(load(ROBOT, load=load_of), "URDF")
    assert "load: it becomes the link load_body" in losses
    assert "load_body.m" in load_text(text, "arm.urdf").parameter_names


def test_what_no_format_holds_is_refused():
    with pytest.raises(MissingValueError, match=r"60 parameters have no value, link1.m the first"):
        text_in(load("stanford"), "URDF")
    with pytest.raises(InputError, match="URDF has no screw joints; --fix feed holds it"):
        text_in(load("screwdriver"), "URDF")
    with pytest.raises(InputError, match="ends in none of"):
        format_of("robot.txt")


def test_bodies_without_inertia_that_mujoco_refuses_are_told():
    assert any(
        "no inertia about some axis" in loss and "link1, link2" in loss for loss in text_in(load("puma4"), "MJCF")[1]
    )
    assert not any("MuJoCo" in loss for loss in text_in(load("gantry"), "MJCF")[1])
    assert not any("MuJoCo" in loss for loss in text_in(load("puma4"), "URDF")[1])
