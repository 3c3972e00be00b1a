"""`symdyn convert` writes what it says, loses nothing of the user's, and says what is lost."""

import json

import pytest

from symdyn.cli.main import main


def test_a_robot_goes_through_all_formats_and_comes_back(tmp_path, capsys):
    names = [tmp_path / name for name in ("one.urdf", "two.xml", "three.yaml", "four.urdf")]
    source = "ur5"
    for name in names:
        assert main(["convert", str(source), "-o", str(name), "--strict"]) == 0 or name.suffix == ".xml"
        if not name.exists():  # MJCF has no words for the speeds of a UR5
            assert "limits.velocity" in capsys.readouterr().err
            assert main(["convert", str(source), "-o", str(name)]) == 0
        source = name
    capsys.readouterr()
    pi = []
    for name in (names[0], names[3]):
        assert main(["params", str(name), "--json"]) == 0
        found = json.loads(capsys.readouterr().out)["parameters"]
        pi.append({one["name"]: one["value"] for one in found})
    assert pi[0] == pi[1]


def test_what_is_lost_is_said_and_refused_with_strict(tmp_path, capsys):
    out = tmp_path / "robot.urdf"
    assert main(["convert", "four_bar", "-o", str(out), "--strict"]) == 2
    assert "URDF does not hold" in capsys.readouterr().err and not out.exists()
    assert main(["convert", "four_bar", "-o", str(out), "--json"]) == 0
    assert any("loops" in line for line in json.loads(capsys.readouterr().out)["lost"])


def test_a_file_of_the_user_is_kept(tmp_path, capsys):
    out = tmp_path / "robot.xml"
    out.write_text("mine")
    assert main(["convert", "two_link", "-o", str(out)]) == 2
    assert "is there already" in capsys.readouterr().err and out.read_text() == "mine"
    assert main(["convert", "two_link", "-o", str(out), "--force"]) == 0
    assert (tmp_path / "robot.xml.user1").read_text() == "mine" and "<mujoco" in out.read_text()


@pytest.mark.parametrize(
    ("out", "said"), [("robot.txt", "ends in none of"), ("nowhere/robot.urdf", "cannot be written")]
)
def test_a_wrong_place_is_told_in_one_line(tmp_path, capsys, out, said):
    assert main(["convert", "two_link", "-o", str(tmp_path / out)]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
