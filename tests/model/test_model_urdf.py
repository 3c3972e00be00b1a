"""URDF is read as the robot file with explicit frames that it amounts to."""

import json
import re
from fractions import Fraction

import pytest

from symdyn.algebra.exact import EXACT_PI, exact
from symdyn.errors import InputError
from symdyn.model import load, load_text
from symdyn.model.robot import Limits
from symdyn.model.xml.numbers import decimal_text

URDF = """\
<?xml version="1.0" encoding="ISO-8859-1"?>
<robot name="my-arm">
  <material name="grey"/>
  <link name="base_link">
    <inertial><mass value="4"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  </link>
  <joint name="wrist" type="prismatic">
    <parent link="upper"/><child link="hand"/>
    <axis xyz="0 1 1"/>
  </joint>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0.1 00.320" rpy="1.5707963267948966 0 0"/>
    <parent link="base_link"/><child link="upper"/>
    <limit lower="-1.5" upper="+1.5" effort="inf" velocity="2"/>
    <dynamics damping="0.7" friction="0.1"/>
  </joint>
  <joint name="tool" type="fixed">
    <parent link="hand"/><child link="tool0"/><axis xyz="1 0 0"/><limit effort="1" velocity="1"/>
  </joint>
  <joint name="spin" type="continuous">
    <parent link="upper"/><child link="fan"/><limit lower="0" upper="0" effort="1" velocity="1"/>
  </joint>
  <link name="hand"/><link name="tool0"/><link name="fan"/>
  <link name="upper">
    <inertial>
      <origin xyz="0.1 -.2 1e-1" rpy="0 0 1.5707963267948966"/>
      <mass value="2.50"/>
      <inertia ixx="1" ixy="0.25" ixz="0" iyy="2" iyz="0.5" izz="2.5"/>
    </inertial>
  </link>
</robot>
"""


def _changed(old: str, new: str) -> str:
    assert old in URDF
    return URDF.replace(old, new, 1)


def test_joints_come_depth_first_from_the_root_link():
    robot = load_text(URDF, "arm.urdf")
    assert [joint.name for joint in robot.joints] == ["shoulder", "wrist", "tool", "spin"]
    assert [joint.link.name for joint in robot.joints] == ["upper", "hand", "tool0", "fan"]
    assert [joint.parent for joint in robot.joints] == [-1, 0, 1, 0]
    assert [str(joint.kind) for joint in robot.joints] == ["revolute", "prismatic", "fixed", "revolute"]


def test_a_urdf_equals_the_robot_file_that_says_the_same():
    text = """
symdyn: 1
name: my_arm
frames: explicit
joints:
  - name: shoulder
    type: revolute
    origin: {xyz: [0, 0.1, 0.32], rpy: [pi/2, 0, 0]}
    axis: [1, 0, 0]
    friction: {viscous: 0.7, coulomb: 0.1}
    limits: {lower: -1.5, upper: 1.5, velocity: 2}
    link:
      name: upper
      mass: 2.5
      com: [0.1, -0.2, 0.1]
      inertia: {xx: 2, xy: -0.25, xz: -0.5, yy: 1, yz: 0, zz: 2.5}
  - {name: wrist, type: prismatic, axis: [0, 1, 1], link: {name: hand, massless: true}}
"""
    urdf, written = load_text(URDF, "arm.urdf"), load_text(text, "arm.yaml")
    assert urdf.joints[:2] == written.joints
    assert urdf.name == written.name
    assert urdf.gravity == written.gravity


def test_the_rotated_tensor_keeps_its_trace_and_its_exact_entries():
    robot = load_text(_changed('rpy="0 0 1.5707963267948966"', 'rpy="0.3 -0.2 0.1"'), "arm.urdf")
    inertia = robot.source["joints"][0]["link"]["inertia"]
    assert inertia["xx"] + inertia["yy"] + inertia["zz"] == pytest.approx(5.5, rel=1e-15)  # three roundings
    right = load_text(URDF, "arm.urdf").source["joints"][0]["link"]["inertia"]
    assert right == {"xx": 2, "xy": -0.25, "xz": -0.5, "yy": 1, "yz": 0, "zz": 2.5}


def test_the_default_axis_of_urdf_is_x_and_a_continuous_joint_has_no_ends():
    spin = load_text(URDF, "arm.urdf").joints[3]
    assert tuple(spin.axis) == (1, 0, 0)
    assert (spin.limits.lower, spin.limits.upper, spin.limits.effort) == (None, None, 1.0)


def test_changes_are_noted_with_their_lines():
    notes = load_text(_changed('name="fan"/>', 'name="double"/>').replace('"fan"', '"double"'), "arm.urdf").notes
    assert "arm.urdf:2: the robot 'my-arm' is called my_arm" in notes
    assert "arm.urdf:23: link 'double' is called double_" in notes


def test_names_that_meet_after_cleaning_are_told_apart():
    text = URDF.replace('"hand"', '"a-b"').replace('"fan"', '"a b"').replace('"tool0"', '"base"')
    robot = load_text(text, "arm.urdf")
    assert [joint.link.name for joint in robot.joints] == ["upper", "a_b", "base_", "a_b_2"]


def test_a_urdf_is_read_again_from_its_source(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text(URDF)
    robot = load(path)
    assert load(json.loads(json.dumps(robot.source))) == robot


def test_a_near_angle_is_noted_with_the_number_that_urdf_can_hold_and_snap_rounds_it():
    text = URDF.replace("1.5707963267948966", "1.57079")
    notes = [note for note in load_text(text, "arm.urdf").notes if "within 1e-4" in note]
    assert len(notes) == 2
    assert all("of pi/2 but not equal; write 1.5707963267948966, or use --snap" in note for note in notes)
    assert load_text(text, "arm.urdf", snap=True).joints == load_text(URDF, "arm.urdf").joints


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'type="prismatic"',
            'type="floating"',
            "joint wrist moves freely, which is not supported; hold it with --fix wrist",
        ),
        ('type="prismatic"', 'type="planar"', "joint wrist slides in a plane, which is not supported"),
        ('<axis xyz="0 1 1"/>', "<mimic/>", "arm.urdf:9: the <mimic> of joint 'wrist' lacks the attribute 'joint'"),
        ('<axis xyz="0 1 1"/>', '<mimic joint="spn"/>', "joint 'wrist' mimics unknown joint 'spn'; did you mean spin?"),
        ('<axis xyz="0 1 1"/>', '<mimic joint="tool"/>', "joint 'wrist' mimics 'tool', which is fixed; make it fixed"),
        ('<axis xyz="0 1 1"/>', '<mimic joint="wrist"/>', "couplings[0].equals.wrist: 'wrist' is coupled to itself"),
        (
            '<axis xyz="0 1 1"/>',
            '<mimic joint="spin" multiplier="2x"/>',
            "arm.urdf:9: <mimic> multiplier: '2x' is not a finite number",
        ),
        ('<axis xyz="0 1 1"/>', '<axis xyz="0 1"/>', "arm.urdf:9: <axis> xyz: expected three numbers, found 2"),
        ('<axis xyz="0 1 1"/>', '<axis xyz="0 0 0"/>', "arm.urdf:9: joints[1].axis: the axis is zero"),
        ('xyz="0 0.1 00.320"', 'xyz="0 nan 0"', "arm.urdf:12: <origin> xyz: 'nan' is not a finite number"),
        ('xyz="0 0.1 00.320"', 'xyz="0 ${h} 0"', "'${h}' is not a finite number; --xacro expands the file"),
        ('xyz="0 0.1 00.320"', 'xyz="0 pi/2 0"', "'pi/2' is not a finite number"),
        ('mass value="2.50"', 'mass value="-2.50"', "arm.urdf:27: joints[0].link.mass: the mass is negative"),
        ('<mass value="2.50"/>', "", "arm.urdf:25: the <inertial> of link 'upper' lacks <mass>"),
        (
            '<mass value="2.50"/>',
            '<mass value="2.50"/><mass value="3"/>',
            "a second <mass> of the same <inertial>",
        ),
        (
            '<axis xyz="0 1 1"/>',
            '<axis xyz="0 1 1"/><axis xyz="0 1 0"/>',
            "arm.urdf:9: a second <axis> of the same",
        ),
        ('encoding="ISO-8859-1"', 'encoding="bogus"', "arm.urdf:1: not XML: there is no encoding 'bogus'; write utf-8"),
        ('<robot name="my-arm">', '<robot name="my-ärm">', "it is read as UTF-8, and says 'ISO-8859-1'; save it as"),
        ('ixy="0.25" ', "", "arm.urdf:28: <inertia> lacks the attribute 'ixy'"),
        ('<child link="hand"/>', "", "arm.urdf:7: joint 'wrist' names no child link"),
        ('<child link="hand"/>', '<child link="foot"/>', "joint 'wrist': unknown child link 'foot'; valid: base_link"),
        ('<child link="fan"/>', '<child link="hand"/>', "link 'hand' hangs on two joints, 'wrist' and 'spin'"),
        ('<link name="hand"/>', '<link name="hand"/><link name="hand"/>', "arm.urdf:23: two links are called 'hand'"),
        ('<link name="hand"/>', "<link/>", "arm.urdf:23: the link has no name"),
        (
            '<link name="hand"/>',
            '<link name="hand"/><link name="x"/>',
            "one root link, a link that no joint moves; found",
        ),
        ('<parent link="base_link"/>', '<parent link="hand"/>', "joint 'wrist' belongs to a cycle of joints"),
        ('<robot name="my-arm">', "<robot>", "arm.urdf:2: the robot has no name"),
        ('<material name="grey"/>', "<xacro:macro/>", "arm.urdf:3: the file holds xacro macros; --xacro expands it"),
        ("</robot>", "", "not XML: no element found"),
        ('rpy="1.5707963267948966 0 0"/>', 'rpy="1e330 0 0"/>', "<origin> rpy: '1e330' is beyond what a robot needs"),
        ('xyz="0 0.1 00.320"', 'xyz="0 1e-400 0"', "<origin> xyz: '1e-400' is beyond what a robot needs"),
        ('mass value="2.50"', 'mass value="1e61"', "arm.urdf:27: <mass> value: '1e61' is beyond what a robot needs"),
        (
            '<robot name="my-arm">',
            '<!DOCTYPE robot><robot name="my-arm">',
            "arm.urdf:2: the document type or entity 'robot'",
        ),
    ],
)
def test_a_wrong_urdf_gives_one_line(old, new, message):
    with pytest.raises(InputError) as caught:
        load_text(_changed(old, new), "arm.urdf")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_element_that_is_there_twice_and_says_the_same_does_no_harm():
    twice = _changed('<mass value="2.50"/>', '<mass value="2.50"/><mass value="2.50"/>')
    assert load_text(twice, "arm.urdf").source == load_text(URDF, "arm.urdf").source


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not XML: no element found"),
        ("<sdff/>", "the root element is 'sdff'; robots have one of"),
        ('<robot name="a"/>', "the URDF has no links"),
        ('<robot name="a"><link name="b"/></robot>', "not a robot: one body, and no joint that moves"),
        ("<a>" * 200, "more than 100 levels"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><robot name="&b;"/>', "is refused; a robot needs none"),
        ("\ud800", "not XML"),
    ],
)
def test_a_text_that_is_no_urdf_gives_one_line(text, message):
    with pytest.raises(InputError) as caught:
        load_text(text, "arm.urdf")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", ["0", "5", "-0.25", "0.001", "-12.5", "1/3"])
def test_rationals_are_written_as_decimals_where_they_are_some(value):
    assert decimal_text(Fraction(value)) == value


def test_mimic_becomes_a_coupling_and_a_chain_of_mimics_refers_to_the_first():
    mimic = '<mimic joint="spin" multiplier="-0.5" offset="0.02"/>'
    text = _changed('<axis xyz="0 1 1"/>', mimic).replace(
        '<child link="fan"/>', '<child link="fan"/><mimic joint="shoulder" offset="1.5707963267948966"/>'
    )
    robot = load_text(text, "arm.urdf")
    assert robot.joint_names == ("shoulder",)
    assert robot.tree_joint_names == ("shoulder", "wrist", "spin")
    wrist, spin = robot.closing.couplings
    assert (wrist.joint, wrist.factors) == (1, ((0, exact("-0.5")),))
    assert wrist.plus == exact("0.02") - EXACT_PI / 4
    assert (spin.joint, spin.factors, spin.plus) == (2, ((0, exact(1)),), EXACT_PI / 2)
    assert load(json.loads(json.dumps(robot.source))) == robot


def test_mimics_in_a_cycle_are_refused_with_their_names():
    text = _changed('<axis xyz="0 1 1"/>', '<mimic joint="spin"/>').replace(
        '<child link="fan"/>', '<child link="fan"/><mimic joint="wrist"/>'
    )
    with pytest.raises(InputError, match="the couplings form a cycle: wrist -> spin -> wrist"):
        load_text(text, "arm.urdf")


def test_a_fixed_joint_follows_nothing_and_names_are_followed_into_the_robot_file():
    text = _changed('<child link="tool0"/>', '<child link="tool0"/><mimic joint="spin"/>')
    assert load_text(text, "arm.urdf").closing is None
    renamed = _changed('<axis xyz="0 1 1"/>', '<mimic joint="s p"/>').replace('"spin"', '"s p"')
    assert load_text(renamed, "arm.urdf").source["couplings"] == [{"joint": "wrist", "equals": {"s_p": 1}}]


def test_right_angles_in_urdf_are_exact():
    shoulder = load_text(URDF, "arm.urdf").joints[0]
    assert shoulder.before.rotation.row_y.z == -1
    assert shoulder.before.position.z == exact("0.32")


@pytest.mark.parametrize(
    ("given", "lost"),
    [('damping="inf"', "damping"), ('friction="Infinity"', "friction"), ('damping="-inf"', "damping")],
)
def test_infinite_friction_is_refused_and_not_dropped(given, lost):
    with pytest.raises(InputError, match=rf"arm.urdf:1: <dynamics> {lost}: '.*' is not a finite number"):
        load_text(_one_joint(f"<dynamics {given}/>"), "arm.urdf")


@pytest.mark.parametrize("given", ['lower="-inf"', 'upper="inf"', 'velocity="Infinity"', 'effort=" +INF "'])
def test_an_infinite_limit_is_no_limit(given):
    (joint,) = load_text(_one_joint(f"<limit {given}/>"), "arm.urdf").joints
    assert joint.limits == Limits()


@pytest.mark.parametrize("given", ['lower="inf"', 'upper="-inf"', 'velocity="-inf"', 'effort="info"'])
def test_a_limit_that_is_infinite_on_the_wrong_side_is_refused(given):
    with pytest.raises(InputError, match=r"arm.urdf:1: <limit> \w+: '.*' is not a finite number"):
        load_text(_one_joint(f"<limit {given}/>"), "arm.urdf")


def _one_joint(more: str) -> str:
    joint = f'<joint name="j" type="revolute"><parent link="a"/><child link="b"/>{more}</joint>'
    return f'<robot name="arm"><link name="a"/><link name="b"/>{joint}</robot>'


def test_limits_that_leave_no_room_are_left_out_and_told():
    robot = load_text(_changed('lower="-1.5" upper="+1.5"', 'lower="1.5" upper="-1.5"'), "arm.urdf")
    assert robot.joints[0].limits.lower is None and robot.joints[0].limits.velocity == 2
    assert any("joint 'shoulder': limits from 1.5 to -1.5 leave no room" in note for note in robot.notes)


def test_a_world_that_nobody_wrote_is_the_base():
    stand = '<joint name="stand" type="fixed"><parent link="world"/><child link="base_link"/></joint>'
    text = _changed('<joint name="shoulder" type="revolute">', f'{stand}<joint name="shoulder" type="revolute">')
    assert [joint.name for joint in load_text(text, "arm.urdf").joints][:2] == ["stand", "shoulder"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('<axis xyz="0 1 1"/>', '<axs xyz="0 1 1"/>', "there is no <axs> in a <joint>; did you mean <axis>?"),
        ('axis xyz="0 1 1"', 'axis xyzs="0 1 1"', "<axis> has no attribute 'xyzs'; did you mean xyz?"),
        ('damping="0.7"', 'dampin="0.7"', "<dynamics> has no attribute 'dampin'; did you mean damping?"),
        ('<limit lower="-1.5"', '<limits lower="-1.5"', "there is no <limits> in a <joint>; did you mean <limit>?"),
        ('<link name="fan"/>', '<link name="fan"><inertail/></link>', "did you mean <inertial>?"),
    ],
)
def test_what_is_misspelt_is_not_passed_over(old, new, said):
    with pytest.raises(InputError, match=f"arm.urdf:[0-9]+: .*{re.escape(said)}"):
        load_text(_changed(old, new), "arm.urdf")


def test_words_of_other_tools_are_passed_over():
    others = (
        '<gazebo><joint><axs/><limits lowr="1"/></joint></gazebo><link name="fan"><self_collision_checking/></link>'
    )
    text = _changed('<link name="fan"/>', others).replace('velocity="2"', 'velocity="2" gear_velocity="7"')
    assert load_text(text, "arm.urdf").joint_names == ("shoulder", "wrist", "spin")
