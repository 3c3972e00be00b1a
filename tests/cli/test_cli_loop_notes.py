"""What is doubtful about a robot's loops is told once by every command that reads the robot."""

import json
from pathlib import Path

import pytest
import yaml

from symdyn.model import load


def four_bar_file(folder: Path, *, name: str = "bars.yaml", **closed_at: float) -> Path:
    mapping = dict(load("four_bar").source)
    mapping["closed_at"] = {**mapping["closed_at"], **closed_at}
    path = folder / name
    path.write_text(yaml.safe_dump(json.loads(json.dumps(mapping))))
    return path


TOLD = "closed_at: joint3 is 0.014 from where the loops are closed; did you mean {joint1: 1, joint2: -0.585732"


@pytest.mark.parametrize(
    "command",
    [
        ("params", "{robot}"),
        ("show", "{robot}", "closure"),
        ("show", "{robot}", "program", "--kernel", "gravity"),
        ("gen", "{robot}", "--only", "gravity", "--lang", "python", "-o", "{out}"),
        ("check", "{robot}", "--only", "gravity"),
        ("convert", "{robot}", "-o", "{out}/other.yaml"),
    ],
    ids=lambda command: command[0],
)
def test_a_position_that_is_not_closed_is_told_once(symdyn, tmp_path, command):
    robot = four_bar_file(tmp_path, joint3=1.5276)
    (tmp_path / "out").mkdir()
    said = symdyn(*(word.format(robot=robot, out=tmp_path / "out") for word in command))
    assert said.code == 0
    assert (said.out + said.err).count(TOLD) == 1


def test_degrees_are_told_with_the_same_in_radians(symdyn, tmp_path):
    robot = four_bar_file(tmp_path, joint1=57.3, joint2=-33.56, joint3=86.725)
    said = symdyn("params", robot)
    assert said.code == 2
    assert "closed_at: these angles look like degrees; in radians they are {joint1: 1.00007, joint2: " in said.err
    assert said.err.count("\n") == 1


def test_equations_are_offered_by_the_name_that_the_robot_was_called(symdyn, tmp_path):
    robot = four_bar_file(tmp_path)
    for quantity in ("torque", "frames"):
        said = symdyn("show", robot, quantity)
        assert said.code == 2
        assert f"symdyn show {robot} program" in said.err
