"""Whatever is read is accepted or refused in one short line: never another exception, a hang, or anything done."""

import random

import pytest

from fuzz.broken_text import YAML_LINES, broken_text
from fuzz.fuzzers import FUZZERS
from fuzz.going_on import robot_goes_on, scenario_goes_on
from fuzz.guard import attempt
from fuzz.robot_inputs import broken_yaml
from fuzz.scenario_inputs import broken_scenario
from symdyn.errors import InputError
from symdyn.model.text import yaml_text
from symdyn.model.text.tree import Node

CASES = 250  # every time; the slow test goes on from there, and `make fuzz` further
MANY = dict.fromkeys(FUZZERS, 2000) | {"mappings": 1000, "robots": 1000}  # both are robot files
GOING_ON = 24  # seeds, of which a third or so is accepted
WARM_UP = range(-5, 0)  # what is imported at its first use is imported here, unwatched


@pytest.mark.parametrize("name", FUZZERS)
def test_broken_input_is_accepted_or_refused_in_one_line(name, tmp_path):
    feed(name, tmp_path, range(CASES))


@pytest.mark.slow
@pytest.mark.parametrize("name", FUZZERS)
def test_much_broken_input_is_accepted_or_refused_in_one_line(name, tmp_path):
    feed(name, tmp_path, range(CASES, MANY[name]))


def feed(name, folder, seeds):
    for seed in WARM_UP:
        FUZZERS[name](seed, folder)
    accepted = 0
    for seed in seeds:
        outcome = FUZZERS[name](seed, folder)
        assert not outcome.failure, f"{outcome.failure}; repeat it: python -m fuzz {name} --seed {seed}"
        accepted += outcome.accepted
    assert len(seeds) / 50 < accepted < len(seeds) * 0.9  # a fuzzer whose inputs are all alike tests nothing


@pytest.mark.parametrize("goes_on", [robot_goes_on, scenario_goes_on])
def test_what_was_accepted_goes_on_or_is_refused_in_one_line(goes_on, tmp_path):
    outcomes = [(seed, goes_on(seed, tmp_path)) for seed in range(GOING_ON)]
    made = [(seed, outcome) for seed, outcome in outcomes if outcome is not None]
    for seed, outcome in made:
        assert not outcome.failure, f"{goes_on.__name__}({seed}): {outcome.failure}"
    assert sum(outcome.accepted for _, outcome in made) > 1


@pytest.mark.skipif(yaml_text._FAST_LOADER is None, reason="PyYAML is here without LibYAML")
def test_the_fast_reader_of_yaml_reads_and_refuses_as_the_other_one(monkeypatch):
    compared = 0
    for seed in range(120):
        source = random.Random(f"two readers {seed}")
        text = (broken_yaml if seed % 2 else broken_scenario)(source)
        text = text if seed % 3 else broken_text(source, text, YAML_LINES)
        fast = _read(text)
        with monkeypatch.context() as patch:
            patch.setattr(yaml_text, "_FAST_LOADER", None)
            slow = _read(text)
        compared += isinstance(fast, Node)
        assert fast == slow or (isinstance(fast, str) and "levels" in fast and "deep" in str(slow)), seed
    assert compared > 30


def _read(text: str) -> Node | str:
    try:
        return yaml_text.read_yaml(text, "file.yaml")
    except InputError as error:
        return str(error)


def test_the_guard_sees_what_must_not_happen(tmp_path):
    def refuse(what: str):
        raise InputError(what, file="robot.yaml")

    assert not attempt(lambda: refuse("is wrong"), "robot.yaml").failure
    assert "does not name" in attempt(lambda: refuse("is wrong"), "other.yaml").failure
    assert "ZeroDivisionError" in attempt(lambda: 1 / 0).failure
    assert "too long" in attempt(lambda: [None for _ in iter(int, 1)], seconds=0.05).failure
    assert "should not: exec" in attempt(lambda: exec("1")).failure or "compile" in attempt(lambda: exec("1")).failure
    assert "should not: open" in attempt(lambda: (tmp_path / "new").write_text("x")).failure
    assert not attempt(lambda: (tmp_path / "new").read_text()).failure
