"""A command derives the minimal parameters of a robot once, however many of its steps need them."""

import json

import pytest

import symdyn.parameters.minimal_parameters as minimal_parameters
from symdyn.model import NumericRobot
from symdyn.runtime import package_cache

SCENARIO = """\
scenario: 1
duration: 0.5
trajectory: {type: minimum_jerk, from: [0.1], to: [0.6]}
controller: {law: slotine_li, rate: 250}
"""


@pytest.fixture
def derived(monkeypatch):
    """The robots whose minimal parameters are derived, in order."""
    robots, derive = [], minimal_parameters._derive

    def counted(robot, *more):
        robots.append(robot)
        return derive(robot, *more)

    monkeypatch.setattr(minimal_parameters, "_derive", counted)
    return robots


@pytest.mark.parametrize(
    "command",
    [
        ("gen", "{robot}", "--law", "slotine_li", "walker"),
        ("check", "{robot}", "--law", "slotine_li", "walker", "--only", "gravity"),
        ("bench", "{robot}", "--only", "gravity", "regressor", "--repetitions", "1"),
        ("simulate", "{robot}", "--scenario", "{scenario}", "-o", "{out}"),
    ],
    ids=lambda command: command[0],
)
def test_a_command_derives_minimal_parameters_once(command, symdyn, planar, tmp_path, derived, monkeypatch):
    monkeypatch.setenv("SYMDYN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(package_cache, "source_fingerprint", lambda *_, **__: "the source")
    scenario = tmp_path / "swing.yaml"
    scenario.write_text(SCENARIO)
    places = {"robot": planar(), "scenario": scenario, "out": tmp_path / "out"}
    said = symdyn(*(word.format(**places) for word in command))
    assert (said.code, said.err) == (0, "")
    assert [type(robot) for robot in derived] == [NumericRobot]


def test_symbols_make_it_two_one_for_any_values_and_one_for_these(symdyn, tmp_path, derived):
    joint = {"type": "revolute", "dh": {"a": "l"}, "link": {"mass": 1}}
    robot = {"symdyn": 1, "name": "arm", "frames": "modified_dh", "symbols": {"l": 0.5}, "joints": [joint, joint]}
    (tmp_path / "arm.yaml").write_text(json.dumps(robot))
    assert symdyn("gen", tmp_path / "arm.yaml", "--only", "gravity").code == 0
    assert sorted(bool(robot.symbols) for robot in derived) == [False, True]
