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
    assert scenario.duration == 10


def test_without_a_robot_there_is_an_arm_to_rewrite(tmp_path, capsys):
    assert main(["init", "--name", "mine", "-o", str(tmp_path)]) == 0
    assert load(tmp_path / "mine.yaml").joint_names == ("shoulder", "elbow")


def test_what_is_there_is_kept(tmp_path, capsys):
    (tmp_path / "mine.yaml").write_text("kept")
    assert main(["init", "--name", "mine", "-o", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (tmp_path / "mine.yaml").read_text() == "kept" and not Path(tmp_path / "mine_scenario.yaml").exists()
