"""The options that say which robot is meant work wherever a robot is read."""

import json

import pytest

FILE = """\
symdyn: 1
name: arm
joints:
  - {name: waist, type: revolute, link: {name: torso}}
  - {name: elbow, type: revolute, axis: [1, 0, 0], link: {name: fore}}
  - {name: lid, type: prismatic, parent: torso, link: {name: cover}}
"""


@pytest.fixture
def arm(tmp_path):
    path = tmp_path / "arm.yaml"
    path.write_text(FILE)
    return path


def test_gen_takes_a_robot_apart(symdyn, arm, tmp_path):
    said = symdyn("gen", arm, "--fix", "lid=0.1", "--tip", "fore", "--name", "mine", "--only", "jacobian", "--json")
    data = json.loads(said.out)
    assert (said.code, data["robot"], data["n"]) == (0, "mine", 2)
    manifest = json.loads((tmp_path / "here" / "mine" / "manifest.json").read_text())
    assert manifest["robot"]["tip"] == "fore"


@pytest.mark.parametrize(
    "command",
    [("gen",), ("show", "mass"), ("params",), ("check",), ("bench",), ("identify", "log.csv")],
)
def test_every_command_that_reads_a_robot_names_what_is_near(symdyn, arm, command):
    said = symdyn(command[0], arm, *command[1:], "--fix", "elbw")
    assert said.code == 2 and said.err.strip().endswith(
        "--fix: unknown joint 'elbw'; did you mean elbow? valid: waist, elbow, lid"
    )


def test_simulate_edits_the_robot_of_its_scenario_too(symdyn):
    said = symdyn("simulate", "--scenario", "lu_meng_1993", "--tip", "nose")
    assert said.code == 2 and "--tip: unknown link 'nose'" in said.err


def test_overlays_and_loads_are_files(symdyn, arm, tmp_path):
    (tmp_path / "over.yaml").write_text("joints:\n  elbow: {friction: {viscous: 0.1}}\n")
    (tmp_path / "load.yaml").write_text("load: {mass: 1}\n")
    options = ("--overlay", tmp_path / "over.yaml", "--load", tmp_path / "load.yaml", "--gravity", "0", "0", "-1.62")
    data = json.loads(symdyn("params", arm, *options, "--json").out)
    assert data["of"] == 41
    said = symdyn("params", arm, "--overlay", tmp_path / "none.yaml")
    assert said.code == 2 and "there is no such file" in said.err


def test_a_folder_was_generated_with_its_options_already(symdyn, arm):
    assert symdyn("gen", arm, "--only", "jacobian").code == 0
    said = symdyn("check", "./arm", "--tip", "fore")
    assert said.code == 2 and "leave --tip out" in said.err
