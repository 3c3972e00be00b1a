"""`symdyn tune`: gains for a cost that is stated, the same in every run, taken by `simulate` and `gen`."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

import symdyn
from symdyn.cli.main import main
from symdyn.control.gains_file import read_gains_file
from symdyn.simulate.scenario.opening import open_scenario
from symdyn.simulate.tuning import tune as search
from symdyn.simulate.tuning.cost import Parts, cost, read_weights
from symdyn.simulate.tuning.steps import Knob, turned
from symdyn.simulate.tuning.tune import Tuning, tune

SCENARIO = """\
scenario: 1
robot: two_link
duration: 1
controller: {law: computed_torque, rate: 500}
trajectory: {type: sinusoids, joints: [{amplitude: 0.5, omega: 5}, {amplitude: 0.4, omega: 7, phase: 1}]}
model: {masses: 0.8}
noise: {position: 1e-4, velocity: 5e-3}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "run.yaml").write_text(SCENARIO)
    return tmp_path


def summary(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_what_is_found_is_the_same_again_and_lowers_the_error_in_simulate(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = ("tune", "--scenario", "run.yaml", "--runs", "30", "--cost", "error=1,chatter=0.01")
    found = summary(capsys, *ask, "-o", "a.yaml")
    summary(capsys, *ask, "-o", "b.yaml")
    assert Path("a.yaml").read_bytes() == Path("b.yaml").read_bytes()
    assert found["runs"] == 30 and found["cost"] < 0.6 and found["held_out"] < 0.7
    assert all(0.1 <= factor <= 10 for factor in found["factors"].values())
    simulate = ("simulate", "--scenario", "run.yaml", "--figures", "none", "--force")
    before, after = summary(capsys, *simulate), summary(capsys, *simulate, "--gains", "a.yaml")
    assert after["gains"]["Kp"] == pytest.approx(found["gains"]["Kp"], rel=1e-15)
    assert after["rms_error"] < 0.6 * before["rms_error"]
    (folder / "run.yaml").write_text(SCENARIO.replace("rate: 500", "rate: 500, gains: a.yaml"))
    assert summary(capsys, *simulate)["gains"] == after["gains"]


def test_gains_that_the_scenario_gives_go_with_those_found_for_them(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was found with a velocity made of positions, and with limits, is nothing without them."""
    given = "gains: {computed_torque: {velocity: estimated, tau_max: [9, 8], Kv: [11, 12]}}"
    (folder / "run.yaml").write_text(SCENARIO.replace("rate: 500", f"rate: 500, {given}"))
    found = summary(
        capsys, "tune", "--scenario", "run.yaml", "--runs", "4", "--vary", "Kp", "velocity_time", "-o", "a.yaml"
    )
    assert set(found["factors"]) == {"Kp", "velocity_time"}
    written = read_gains_file("a.yaml")["computed_torque"]
    assert written["velocity"] == "estimated" and written["tau_max"] == [9, 8] and written["Kv"] == [11, 12]
    (folder / "few.yaml").write_text("gains: 1\ncomputed_torque: {Kv: 30}\n")
    simulate = ("simulate", "--scenario", "run.yaml", "--figures", "none", "--gains", "few.yaml")
    used = summary(capsys, *simulate)["gains"]
    assert used["Kv"] == [30, 30] and used["tau_max"] == [9, 8] and used["velocity"] == 1


def test_generated_code_starts_with_the_gains_of_a_file_and_check_knows_them(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("gains.yaml").write_text("gains: 1\npd_gravity: {Kp: [123, 45], Kd: 6}\n")
    ask = ["gen", "two_link", "--law", "pd_gravity", "--only", "gravity", "-o", "."]
    assert main([*ask, "--gains", "gains.yaml"]) == 0
    assert "123.0, 45.0," in Path("two_link/two_link_pd_gravity.c").read_text()
    gains = json.loads(Path("two_link/manifest.json").read_text())["laws"]["pd_gravity"]["gains"]
    assert gains["Kd"]["default"] == [6, 6] and "given by a gains file" in json.dumps(gains["Kd"])
    assert main(["check", "two_link"]) == 0
    Path("plain").mkdir()
    assert main([*ask[:-1], "plain"]) == 0
    assert "gains" not in json.loads(Path("plain/two_link/manifest.json").read_text())["options"]


def test_every_part_of_the_cost_is_over_that_of_the_first_gains() -> None:
    first = Parts(np.array([1.0, 2.0]), np.array([10.0, 10.0]), np.array([0.5, 0.5]))
    weights = read_weights("error=1,torque=3")
    assert cost(first, first, weights) == 1
    assert cost(replace(first, error=first.error / 2), first, weights) == pytest.approx((0.5 + 3) / 4)
    assert cost(replace(first, chatter=9 * first.chatter), first, weights) == 1
    assert cost(replace(first, error=first.error * np.inf), first, weights) == np.inf


def test_a_matrix_stays_symmetric_and_definite_under_factors_of_joints() -> None:
    K = np.array([[4.0, 1.0], [1.0, 1.0]])
    found = turned({"K": K}, [Knob("K", 0.1, 10, 0), Knob("K", 0.1, 10, 1)], np.log([9.0, 0.25]))["K"]
    assert found == pytest.approx(np.array([[36, 1.5], [1.5, 0.25]]))
    assert np.linalg.eigvalsh(found).min() > 0


def test_an_interruption_leaves_the_best_so_far(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_scenario("run.yaml")
    robot = symdyn.load("two_link")
    made, run = [], search.run_prepared

    def interrupted(*given: Any, **more: Any) -> Any:
        made.append(1)
        if len(made) == 8:
            raise KeyboardInterrupt
        return run(*given, **more)

    monkeypatch.setattr(search, "run_prepared", interrupted)
    found = tune(robot, opened.for_robot(robot), None, Tuning({"error": 1, "torque": 0, "chatter": 0}))
    assert found.stopped_early and found.runs == 7 and found.cost < 1


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["--cost", "eror=1"], "--cost: unknown part of the cost 'eror'"),
        (["--cost", "error=-1"], "the weight of error must be 0 or more"),
        (["--cost", "error=0"], "weighs nothing"),
        (["--range", "2:10"], "--range: must be two factors with 1 between them"),
        (["--vary", "Kq"], "--vary: unknown gain 'Kq'"),
        (["--vary", "Kp=3"], "--vary Kp: must be two factors"),
        (["--vary", "velocity"], "is a choice"),
        (["--vary", "tau_rate"], "is zero"),
        (["--runs", "1"], "--runs: must be 2 or more"),
        (["--law", "no_such"], "--law: unknown law 'no_such'"),
        (["-o", "run.yaml"], "is there and is not a gains file"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str], more: list[str], what: str
) -> None:
    assert main(["tune", "--scenario", "run.yaml", *more]) == 2
    said = capsys.readouterr()
    assert what in said.err and said.err.count("\n") == 1 and not said.out
    assert [one.name for one in folder.iterdir()] == ["run.yaml"] and Path("run.yaml").read_text() == SCENARIO


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "the file is empty"),
        ("pd_gravity: {Kp: 1}\n", "starts with 'gains: 1'"),
        ("gains: 1\n", "names no law"),
        ("gains: 1\npd_gravity: 3\n", "gains.yaml:2: pd_gravity: expected a mapping"),
        ("gains: 1\nwalker: {K: 3}\n", "has gains of walker; ask for it with --law"),
        ("gains: 1\npd_gravity: {Kp: -3}\n", "--gains: pd_gravity: Kp must be"),
        ("gains: 1\npd_gravity: {Kq: 3}\n", "unknown gain 'Kq'"),
    ],
)
def test_a_bad_gains_file_is_one_line(folder: Path, capsys: pytest.CaptureFixture[str], text: str, what: str) -> None:
    Path("gains.yaml").write_text(text)
    assert main(["gen", "two_link", "--law", "pd_gravity", "--only", "gravity", "--gains", "gains.yaml"]) == 2
    said = capsys.readouterr().err
    assert what in said and said.count("\n") == 1
    assert not Path("two_link").exists()


def test_gains_come_back_from_their_file(tmp_path: Path) -> None:
    from symdyn.control.gains_file import gains_text

    gains = {"K": [[1.25, 0.1], [0.1, 3e-7]], "a": 0.1, "velocity": "estimated"}
    (tmp_path / "g.yaml").write_text(gains_text("slotine_li", gains, ["found"]))
    assert read_gains_file(tmp_path / "g.yaml") == {"slotine_li": gains}
    assert yaml.safe_load((tmp_path / "g.yaml").read_text())["gains"] == 1
