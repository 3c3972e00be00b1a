"""`symdyn init` writes files that the other commands take, and replaces nothing."""

import json
from pathlib import Path

from symdyn.cli.main import main
from symdyn.model import load
from symdyn.simulate.scenario.opening import open_scenario


def test_a_robot_of_ones_own_begins_with_another_and_its_scenario_reads(tmp_path, capsys):
    source = tmp_path / "robots" / "arm.urdf"
    source.parent.mkdir()
    assert main(["convert", "ur5", "-o", str(source), "--name", "arm"]) == 0
    capsys.readouterr()
    out = tmp_path / "work"
    assert main(["init", str(source), "--chain", "base_link", "forearm", "-o", str(out), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["files"] == ["arm.yaml", "arm_scenario.yaml"] and len(said["next"]) == 3
    robot = load(out / "arm.yaml")
    assert robot.n == 3 and robot.name == "arm"
    scenario = open_scenario(str(out / "arm_scenario.yaml")).for_robot(robot)
    assert scenario.duration == 20


def test_without_a_robot_there_is_an_arm_to_rewrite(tmp_path, capsys):
    assert main(["init", "--name", "mine", "-o", str(tmp_path)]) == 0
    assert load(tmp_path / "mine.yaml").joint_names == ("shoulder", "elbow")


def test_what_is_there_is_kept(tmp_path, capsys):
    (tmp_path / "mine.yaml").write_text("kept")
    assert main(["init", "--name", "mine", "-o", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (tmp_path / "mine.yaml").read_text() == "kept" and not Path(tmp_path / "mine_scenario.yaml").exists()


def test_what_no_key_says_is_written_out(tmp_path, capsys):
    over, load_file = tmp_path / "over.yaml", tmp_path / "load.yaml"
    over.write_text("joints: {joint1: {friction: {viscous: 9}}}\n")
    load_file.write_text("{mass: 0.5, com: [0, 0, 0.1], inertia: {xx: 0, xy: 0, xz: 0, yy: 0, yz: 0, zz: 0}}\n")
    asked = ["two_link", "--overlay", str(over), "--load", str(load_file), "--unknown", "load.mass"]
    assert main(["init", *asked, "-o", str(tmp_path)]) == 0
    over.unlink()
    load_file.unlink()
    robot = load(tmp_path / "two_link.yaml")
    values = dict(zip(robot.parameter_names, robot.parameters, strict=True))
    assert values["joint1.fv"] == 9 and values["load.m"] == 0.5 and robot.unknown is not None


def test_a_robot_without_masses_is_told_at_once(tmp_path, capsys):
    drawing = tmp_path / "d.urdf"
    drawing.write_text("""<robot name="d"><link name="w"/><link name="a"/>
    <joint name="j" type="revolute"><parent link="w"/><child link="a"/></joint></robot>""")
    assert main(["init", str(drawing), "-o", str(tmp_path)]) == 2
    assert "no link has a mass" in capsys.readouterr().err and not (tmp_path / "d.yaml").exists()


def test_what_cannot_be_simulated_yet_gets_no_scenario_and_is_told_why(tmp_path, capsys):
    assert main(["init", "stanford", "-o", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert "leaves out the values of link1.m" in told.err and "symdyn simulate" not in told.out
    assert (tmp_path / "stanford.yaml").exists() and not (tmp_path / "stanford_scenario.yaml").exists()


def test_a_robot_whose_loops_newton_closes_begins_where_it_was_assembled(tmp_path, capsys):
    assert main(["init", "delta", "-o", str(tmp_path)]) == 0
    text = (tmp_path / "delta_scenario.yaml").read_text()
    assert "gains" in text and text.count("centre") == 3
