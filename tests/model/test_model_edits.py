"""Edits on the way in give the robot that a user would have written by hand."""

import numpy as np
import pytest
import yaml

from symdyn.errors import InputError
from symdyn.generate import generate
from symdyn.model import load
from symdyn.options import Options
from symdyn.reference import Witness

BODY = {"mass": 1.5, "com": [0.1, -0.2, 0.3], "inertia": {"xx": 1, "xy": 0.1, "xz": 0, "yy": 1.1, "yz": 0, "zz": 1.2}}
TREE = {
    "symdyn": 1,
    "name": "tree",
    "joints": [
        {"name": "mount", "type": "fixed", "origin": {"rpy": ["pi/2", 0, 0]}, "link": {"name": "plate", **BODY}},
        {"name": "lift", "type": "prismatic", "link": {"name": "torso", **BODY}, "limits": {"lower": 0, "upper": 1}},
        {"name": "shoulder", "type": "revolute", "axis": [0, 1, 0],
         "origin": {"xyz": [0, 0.2, 0], "rpy": ["pi/2", 0, 0]}, "link": {"name": "upper", **BODY}},
        {"name": "elbow", "type": "revolute", "axis": [1, 1, 0],
         "origin": {"xyz": [0.5, 0, 0]}, "link": {"name": "fore", **BODY}, "friction": {"viscous": 0.1}},
        {"name": "flange", "type": "fixed", "origin": {"xyz": [0, 0, 0.1]}, "link": {"name": "tool", **BODY}},
        {"name": "neck", "type": "revolute", "parent": "torso", "link": {"name": "head", **BODY}},
        {"name": "lamp", "type": "fixed", "parent": "upper", "link": {"name": "bulb", **BODY}},
    ],
}  # fmt: skip
ROUNDING = 1e-12  # both sides round a few hundred operations on torques of size ten


def torque(mapping, q):
    still = np.zeros(len(q))
    return Witness(mapping).inverse_dynamics(q, still, still)


@pytest.mark.parametrize("at", [{}, {"elbow": "pi/3"}, {"elbow": 0.37, "lift": 0.4}, {"shoulder": "-pi/2"}])
def test_a_joint_that_is_held_carries_what_it_carried_at_that_value(at):
    names = ["lift", "shoulder", "elbow", "neck"]
    q = dict(zip(names, (0.3, 0.5, -0.7, 0.2), strict=True))
    held = {name: at.get(name, 0) for name in (at or {"elbow": 0})}
    values = {"pi/3": np.pi / 3, "-pi/2": -np.pi / 2}
    robot = load(TREE, fix=held)
    assert robot.joint_names == tuple(name for name in names if name not in held)
    full = [float(values.get(held[n], held[n])) if n in held else q[n] for n in names]
    expected = [tau for n, tau in zip(names, torque(TREE, full), strict=True) if n not in held]
    np.testing.assert_allclose(torque(robot.source, [q[n] for n in robot.joint_names]), expected, atol=ROUNDING)


def test_right_angles_of_held_joints_stay_exact():
    robot = load(TREE, fix=["shoulder=pi/2"])
    assert all(x == 0 or "pi" in x for x in robot.source["joints"][2]["origin"]["rpy"])


def test_joints_are_held_in_dh_frames_too():
    arm = {"symdyn": 1, "name": "arm", "frames": "modified_dh", "joints": [
        {"type": "revolute", "dh": {"theta": "pi/2"}, "link": BODY},
        {"type": "prismatic", "dh": {"alpha": "pi/2", "d": 0.1}, "link": BODY},
        {"type": "revolute", "dh": {"a": 0.3}, "link": BODY},
    ]}  # fmt: skip
    robot = load(arm, fix={"joint1": 0.25, "joint2": 0.5})
    expected = torque(arm, [0.25, 0.5, 0.8])[2]
    np.testing.assert_allclose(torque(robot.source, [0.8]), expected, atol=ROUNDING)


def test_a_chain_keeps_what_is_fixed_to_it_and_says_what_it_leaves_out():
    robot = load(TREE, chain=["torso", "fore"])
    assert robot.joint_names == ("shoulder", "elbow")
    assert [joint.name for joint in robot.joints] == ["shoulder", "elbow", "flange", "lamp"]
    assert robot.joints[robot.tip].link.name == "fore"
    assert any("left out" in note and "neck" in note for note in load(TREE, chain=["base", "tool"]).notes)
    expected = torque(TREE, [0.0, 0.5, -0.7, 0.2])[1:3]
    np.testing.assert_allclose(torque(robot.source, [0.5, -0.7]), expected, atol=ROUNDING)


def test_gravity_is_turned_into_the_frame_of_a_new_root():
    robot = load(TREE, root="plate")
    assert robot.source["gravity"] == [0, -9.80665, 0]
    q = [0.1, 0.2, 0.3, 0.4]
    np.testing.assert_allclose(torque(robot.source, q), torque(TREE, q), atol=ROUNDING)


def test_what_is_edited_is_proved_like_any_other_robot():
    package = generate(load(TREE, fix=["elbow=pi/3"], chain=["plate", "tool"]), Options(only=("jacobian", "gravity")))
    assert len(package.kernels) == 2


def test_an_overlay_changes_what_it_names_and_nothing_else():
    over = {"gravity": [0, 0, 0], "joints": {"elbow": {"friction": {"coulomb": 0.2}, "rotor_inertia": 0.01}}}
    robot = load(TREE, overlay=over)
    entry = robot.source["joints"][3]
    assert entry["friction"] == {"viscous": 0.1, "coulomb": 0.2} and entry["rotor_inertia"] == 0.01
    assert robot.source["joints"][:3] == load(TREE).source["joints"][:3]
    assert robot.source["gravity"] == [0, 0, 0]


def test_a_file_may_say_what_it_differs_in_from_another(tmp_path):
    (tmp_path / "arm.yaml").write_text(yaml.safe_dump(TREE))
    mine = {"from": "arm.yaml", "name": "mine", "fix": ["lift=0.1"], "tip": "fore", "unknown": ["head.m"],
            "joints": [{"name": "neck", "friction": {"viscous": 0.3}}]}  # fmt: skip
    (tmp_path / "mine.yaml").write_text(yaml.safe_dump(mine))
    robot = load(tmp_path / "mine.yaml")
    assert robot.name == "mine" and robot.joint_names == ("shoulder", "elbow", "neck")
    assert robot.joints[robot.tip].link.name == "fore" and "neck.fv" in robot.parameter_names
    assert load(dict(robot.source)) == robot  # the source stands alone


def test_plain_keys_are_replaced():
    robot = load(TREE, name="other", gravity=[0, 0, "-981/100"], tip="head", unknown=["load.mass"], load=BODY)
    assert (robot.name, robot.joints[robot.tip].link.name) == ("other", "head")
    assert robot.unknown is not None and robot.unknown[0].name == "load.mass"


def test_the_names_of_a_urdf_work_as_they_are_written_there(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text("""<robot name="arm"><link name="base_link"/><link name="up-per"/><link name="hand"/>
<joint name="j-1" type="revolute"><parent link="base_link"/><child link="up-per"/></joint>
<joint name="j-2" type="revolute"><parent link="up-per"/><child link="hand"/></joint></robot>""")
    assert load(path, fix=["j-2"]).joint_names == ("j_1",)
    assert load(path, chain=["base_link", "up-per"]).joint_names == ("j_1",)
    assert load(path, root="up-per", tip="hand").joint_names == ("j_2",)


BAD = {
    "tip": ({"tip": "foer"}, "tip: unknown link 'foer'; did you mean fore?"),
    "fix": ({"fix": ["elbo"]}, "fix: unknown joint 'elbo'; did you mean elbow?"),
    "fixed": ({"fix": ["flange"]}, "is fixed already"),
    "value": ({"fix": ["elbow=1/0"]}, "fix: "),
    "root": ({"root": "tors"}, "root: unknown link 'tors'; did you mean torso?"),
    "leaf": ({"root": "head"}, "nothing hangs on link 'head'"),
    "chain": ({"chain": ["head", "tool"]}, "link 'tool' does not hang on 'head'"),
    "length": ({"chain": ["head"]}, "expected a list of 2"),
    "frames": ({"overlay": {"frames": "modified_dh"}}, "contradicts the robot, whose frames is explicit"),
    "joint": ({"overlay": {"joints": {"elbw": {}}}}, "did you mean elbow?"),
    "kind": ({"overlay": {"joints": {"elbow": {"link": 3}}}}, "contradicts the robot"),
    "name": ({"name": "2b"}, "name: '2b' is not an identifier"),
    "gravity": ({"gravity": [0, 0, "down"]}, "gravity[2]: 'down'"),
    "unknown": ({"unknown": ["neck.mass"]}, "unknown parameter"),
}


@pytest.mark.parametrize("case", BAD)
def test_an_edit_that_does_not_fit_is_answered_in_one_line_with_what_would(case):
    edits, what = BAD[case]
    with pytest.raises(InputError) as caught:
        load(TREE, **edits)
    assert what in str(caught.value) and "\n" not in str(caught.value)


def test_an_overlay_that_contradicts_its_robot_is_told_with_its_own_file_and_line(tmp_path):
    path = tmp_path / "over.yaml"
    path.write_text("joints:\n  flange:\n    friction: {viscous: 1}\n")
    with pytest.raises(InputError, match=r"over.yaml:3: .*a fixed joint has no friction"):
        load(TREE, overlay=path)


def test_files_that_inherit_from_each_other_in_a_ring_are_refused(tmp_path):
    (tmp_path / "a.yaml").write_text("from: b.yaml\n")
    (tmp_path / "b.yaml").write_text("from: a.yaml\n")
    with pytest.raises(InputError, match="is this a ring"):
        load(tmp_path / "a.yaml")
