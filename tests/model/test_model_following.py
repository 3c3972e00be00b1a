"""Joints that follow others, where those are held or left out."""

import pytest

from symdyn.algebra.exact import exact
from symdyn.errors import InputError
from symdyn.model import load, load_text

LINK = {"mass": 1, "com": [0.1, 0, 0], "inertia": {"xx": 1, "xy": 0, "xz": 0, "yy": 1, "yz": 0, "zz": 1}}
HAND = {
    "symdyn": 1,
    "name": "hand",
    "joints": [
        {"name": "arm", "type": "revolute", "link": {"name": "palm", **LINK}},
        {"name": "left", "type": "prismatic", "axis": [1, 0, 0], "link": {"name": "thumb", **LINK}},
        {"name": "right", "type": "prismatic", "axis": [1, 0, 0], "parent": "palm", "link": {"name": "finger", **LINK}},
        {"name": "tip", "type": "prismatic", "axis": [1, 0, 0], "link": {"name": "nail", **LINK}},
    ],
    "couplings": [
        {"joint": "tip", "equals": {"right": 2, "arm": 1}},
        {"joint": "right", "equals": {"left": -1}, "plus": 0.01},
    ],
}


def position(robot, joint):
    """Where a joint that moves along x is held."""
    return next(one for one in robot.joints if one.name == joint).before.position.x


def test_whoever_follows_a_held_joint_alone_is_held_where_it_follows_to():
    robot = load(HAND, fix=["left=0.02"])
    assert robot.joint_names == ("arm",)
    assert position(robot, "left") == exact("0.02") and position(robot, "right") == exact("-0.01")
    (coupling,) = robot.closing.couplings  # the tip: twice the right one, and the arm
    assert coupling.factors == ((0, exact(1)),) and coupling.plus == exact("-0.02")


def test_all_that_follow_one_after_another_are_held():
    chained = {**HAND, "couplings": [{"joint": "tip", "equals": {"right": 2}}, HAND["couplings"][1]]}
    robot = load(chained, fix=["left=0.02"])
    assert robot.joint_names == ("arm",) and robot.closing is None and position(robot, "tip") == exact("-0.02")


def test_a_follower_that_is_held_itself_is_held_where_it_is_asked_for():
    robot = load(HAND, fix=["left=0.02", "right=0.5"])
    assert position(robot, "right") == exact("0.5")  # as asked for, not as it would follow
    assert robot.closing.couplings[0].plus == exact(1)


def test_a_held_follower_follows_nobody():
    robot = load(HAND, fix=["tip"])
    assert robot.joint_names == ("arm", "left") and len(robot.closing.couplings) == 1


def test_couplings_of_what_is_left_out_go_with_it():
    robot = load(HAND, chain=["base", "thumb"])
    assert robot.joint_names == ("arm", "left") and robot.closing is None


def test_a_joint_that_is_kept_cannot_follow_one_that_is_left_out():
    with pytest.raises(InputError, match="'right' follows 'left', which is left out; --fix right holds it"):
        load(HAND, chain=["base", "finger"])
    assert load(HAND, chain=["base", "finger"], fix=["right"]).joint_names == ("arm",)


def test_a_joint_that_follows_by_nothing_stands_still_where_it_is_put():
    urdf = """<robot name="r"><link name="w"/><link name="a"/><link name="b"/>
    <joint name="j" type="revolute"><parent link="w"/><child link="a"/></joint>
    <joint name="k" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>
    <mimic joint="j" multiplier="0" offset="0.7"/></joint></robot>"""
    robot = load_text(urdf, "r.urdf")
    assert robot.joint_names == ("j",) and position(robot, "k") == exact("0.7")
    assert any("<mimic> with the multiplier 0 holds k" in str(note) for note in robot.notes)


def test_names_that_are_fine_stay_whatever_else_wants_them():
    urdf = """<robot name="r"><link name="w"/><link name="arm-2"/><link name="arm_2"/>
    <joint name="j-1" type="revolute"><parent link="w"/><child link="arm-2"/></joint>
    <joint name="j_1" type="revolute"><parent link="arm-2"/><child link="arm_2"/></joint></robot>"""
    robot = load_text(urdf, "r.urdf")
    assert robot.joint_names == ("j_1_2", "j_1")
    assert [joint.link.name for joint in robot.joints] == ["arm_2_2", "arm_2"]


def test_a_follower_that_is_held_is_told_to_follow_no_more():
    (note,) = load(HAND, fix=["tip"]).notes
    assert note == "fix: joint 'tip' is held, and follows arm, right no more"
    assert not load(HAND, fix=["left", "right"]).notes  # whom it followed is held too


def test_edits_say_what_of_a_closing_they_would_hold_or_leave_out():
    driven = {**HAND, "actuated": ["arm", "left"]}
    with pytest.raises(InputError, match="fix: joint 'left' would be held, and is named in actuated; make it fixed"):
        load(driven, fix=["left"])
    with pytest.raises(InputError, match="root: actuated names 'arm', which is none of the joints that are left"):
        load({**driven, "couplings": HAND["couplings"][1:]}, root="palm")
    loop = {"type": "revolute", "parent": "thumb", "child": "nail"}
    with pytest.raises(InputError, match="chain: a loop joins 'nail', which is none of the links that are left"):
        load({**HAND, "couplings": [], "loops": [loop]}, chain=["base", "thumb"])
    with pytest.raises(InputError, match="root: a loop joins 'base', which is none of the links that are left"):
        load({**HAND, "couplings": [], "loops": [{**loop, "parent": "base"}]}, root="palm")
