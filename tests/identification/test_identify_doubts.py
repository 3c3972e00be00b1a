"""What a log does not say by itself is asked: held joints, torques the other way round, other units of time, spikes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from recorded_motion import ARM, recorded, write_csv

import symdyn
from symdyn.cli.main import main
from symdyn.errors import InputError
from symdyn.identification.fit.report import fit_files
from symdyn.identification.logs import Log
from symdyn.identification.logs.doubts import Doubts
from symdyn.identification.logs.signals import chosen_cutoff, held_still


@pytest.fixture(scope="module")
def arm() -> symdyn.Robot:
    return symdyn.load(ARM)


@pytest.fixture(scope="module")
def log(arm: symdyn.Robot) -> Log:
    return recorded(arm, 1, seconds=10, noise=0.05)


@pytest.mark.parametrize("count", [2e-5, 1e-3])
def test_a_joint_that_is_held_has_no_say_in_the_filter(log: Log, count: float) -> None:
    draw = np.random.default_rng(0)
    shaken = 0.4 + 0.6 * count * draw.normal(size=len(log.q))
    both = np.column_stack([log.q[:, 0], np.round(shaken / count) * count])
    assert held_still(both).tolist() == [False, True]
    assert chosen_cutoff(both, 500.0) == pytest.approx(chosen_cutoff(log.q[:, :1], 500.0))


def test_friction_of_a_joint_that_is_held_is_not_known(arm: symdyn.Robot, log: Log) -> None:
    held = log.q.copy()
    held[:, 1] = 0.4 + 1e-4 * np.random.default_rng(0).normal(size=len(held))
    fit = symdyn.identify(arm, replace(log, q=held), physical=False)
    assert not np.isfinite(fit.sigma[fit.names.index("joint2.fc")])


def test_torques_of_the_other_sign_are_noticed(arm: symdyn.Robot, log: Log) -> None:
    assert log.tau is not None
    fit = symdyn.identify(arm, replace(log, tau=-log.tau), physical=False)
    assert any("do torques have the other sign?" in note for note in fit.notes)
    assert not any("sign" in note for note in symdyn.identify(arm, log, physical=False).notes)


def test_times_in_another_unit_and_spikes_are_noticed(arm: symdyn.Robot, log: Log, tmp_path: Path) -> None:
    assert log.tau is not None
    tau = log.tau.copy()
    tau[100:110, 0] *= 1000
    path = write_csv(replace(log, time=log.time * 1e9, tau=tau), tmp_path / "run.csv")
    with pytest.raises(
        InputError, match=r"rows are 2e\+06 s apart, and no joint is faster than .*: time is in another"
    ):
        symdyn.read_log(path, arm)
    notes = " ".join(symdyn.read_log(write_csv(replace(log, tau=tau), tmp_path / "run.csv"), arm).notes)
    assert "the torque of joint1 reaches" in notes
    slow = replace(log, time=log.time * 130, tau=tau)  # a quarter of a second from row to row may be meant
    notes = " ".join(symdyn.read_log(write_csv(slow, tmp_path / "run.csv"), arm).notes)
    assert "is its time in ms?" in notes


@pytest.mark.parametrize(
    ("word", "factor", "told"),
    [
        ("qd", 180 / np.pi, "velocities of joint1 are 57.3 times .*: velocities look like degrees a second"),
        ("q", 180 / np.pi, "velocities of joint1 are 0.01745 times .*: positions look like degrees"),
        ("time", 1e3, "velocities of joint1 are 1000 times .*: time looks like ms"),
        ("time", 1e-3, "velocities of joint1 are 0.001 times"),
        ("qd", -1.0, "one of the two has the other sign"),
        ("qd", 60 / (2 * np.pi), "velocities look like turns a minute"),
        ("q", 50.0, "velocities of joint1 are 0.02 times .*: are both those of the joint"),
    ],
)
def test_velocities_that_contradict_positions_are_refused(
    arm: symdyn.Robot, log: Log, tmp_path: Path, word: str, factor: float, told: str
) -> None:
    sure = replace(log, qd=np.gradient(log.q, log.time, axis=0))
    assert not [note for note in _with_rates(arm, sure, tmp_path) if "velocities" in note]
    with pytest.raises(InputError, match=told) as raised:
        _with_rates(arm, replace(sure, **{word: getattr(sure, word) * factor}), tmp_path)
    assert "\n" not in str(raised.value)


def _with_rates(arm: symdyn.Robot, log: Log, folder: Path) -> tuple[str, ...]:
    assert log.qd is not None and log.tau is not None
    np.savez(folder / "run.npz", time=log.time, q=log.q, qd=log.qd, tau=log.tau)
    return symdyn.read_log(folder / "run.npz", arm).notes


@pytest.mark.parametrize(
    ("limits", "word", "factor", "told"),
    [
        (
            {"lower": -3, "upper": 3},
            "q",
            180 / np.pi,
            r"joint1 goes from .*, and its limits are -3 to 3: are these deg",
        ),
        ({"effort": 40}, "tau", 1e3, "the torque of joint1 reaches .*, its limit is 40: is it in mNm"),
    ],
)
def test_what_limits_rule_out_is_refused(
    log: Log, tmp_path: Path, limits: dict[str, float], word: str, factor: float, told: str
) -> None:
    first, second = ARM["joints"]
    limited = symdyn.load({**ARM, "joints": [first | {"limits": limits}, second]})
    symdyn.read_log(write_csv(log, tmp_path / "run.csv"), limited)
    with pytest.raises(InputError, match=told):
        symdyn.read_log(write_csv(replace(log, **{word: getattr(log, word) * factor}), tmp_path / "run.csv"), limited)


def test_positions_that_are_differentiated_without_a_filter_are_told(
    arm: symdyn.Robot, log: Log, tmp_path: Path
) -> None:
    path = write_csv(log, tmp_path / "run.csv")
    fit = symdyn.identify(arm, path, physical=False, filter=np.inf)
    assert any("come from positions without a filter" in note for note in fit.notes)


def test_a_belief_in_nothing_is_refused(arm: symdyn.Robot, log: Log) -> None:
    nothing = {**ARM, "joints": [{**one, "link": {}, "friction": {"viscous": None}} for one in ARM["joints"]]}
    with pytest.raises(InputError, match="nothing to believe"):
        symdyn.identify(arm, log, prior=(nothing, 0.1))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["-o", "a_file"], "is a file; the output needs a folder"),
        (["--bootstrap", "5"], "draws among several logs"),
        (["--figures", "gif"], "gif"),
        (["--validate", "nowhere.csv"], "nowhere.csv: there is no such file"),
    ],
)
def test_what_cannot_come_out_is_told_before_any_work(
    more: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a_file").write_text("mine")
    Path("run.csv").write_text("no log at all")
    assert main(["identify", "two_link", "run.csv", *more]) == 2
    assert told in capsys.readouterr().err
    assert Path("a_file").read_text() == "mine"


def test_encoders_of_motors_wrap_at_a_turn_of_the_motor(arm: symdyn.Robot, log: Log, tmp_path: Path) -> None:
    assert log.tau is not None
    gear = np.array([40.0, -30.0])
    turned = np.degrees(log.q * gear) % 360
    path = write_csv(replace(log, q=turned, tau=log.tau / gear), tmp_path / "run.csv")
    told = tmp_path / "columns.yaml"
    told.write_text("columns: 1\nq: {columns: [q1, q2], unit: deg}\ntau: [tau1, tau2]\ngear: [40, -30]\n")
    found = symdyn.read_log(path, arm, told)
    away = found.q - log.q
    assert np.abs(away - away[0]).max() < 1e-9
    assert "taken for an encoder that wraps" in " ".join(found.notes)


def test_a_unit_is_one_of_what_its_joint_does(tmp_path: Path) -> None:
    slides = {**ARM, "joints": [ARM["joints"][0], {**ARM["joints"][1], "type": "prismatic"}]}
    robot = symdyn.load(slides)
    told = tmp_path / "columns.yaml"
    (tmp_path / "run.csv").write_text(
        "time,q1,q2,tau1,tau2\n" + "".join(f"{0.01 * i},{i},{i},{i % 7},{i % 5}\n" for i in range(40))
    )
    told.write_text("columns: 1\nq: {columns: [q1, q2], unit: [deg, mm]}\ntau: [tau1, tau2]\n")
    assert symdyn.read_log(tmp_path / "run.csv", robot, told).q[1] == pytest.approx([np.pi / 180, 1e-3])
    told.write_text("columns: 1\nq: {columns: [q1, q2], unit: deg}\ntau: [tau1, tau2]\n")
    with pytest.raises(InputError, match="joint2 is measured in m, and deg is another kind"):
        symdyn.read_log(tmp_path / "run.csv", robot, told)


def test_velocities_that_a_driver_filled_in_with_zeros_are_refused(arm: symdyn.Robot, log: Log) -> None:
    doubts = Doubts(arm)
    doubts.look(replace(log, qd=np.zeros_like(log.q)))
    with pytest.raises(InputError, match="all velocities are zero while joints move"):
        doubts.refuse("run.csv")
    half = np.gradient(log.q, log.time, axis=0)
    half[:, 1] = 0
    doubts = Doubts(arm)
    doubts.look(replace(log, qd=half))
    with pytest.raises(InputError, match="all velocities of joint2 are zero while it moves"):
        doubts.refuse("run.csv")
    at_rest = Doubts(arm)
    at_rest.look(replace(log, q=np.ones_like(log.q), qd=np.zeros_like(log.q)))
    at_rest.refuse("run.csv")


def test_velocities_that_were_recorded_at_times_only_are_told(arm: symdyn.Robot, log: Log, tmp_path: Path) -> None:
    qd = np.gradient(log.q, log.time, axis=0)
    noisy = qd + 0.1 * np.sqrt(np.mean(qd**2)) * np.random.default_rng(0).normal(size=qd.shape)
    assert not any("velocities" in note for note in _with_rates(arm, replace(log, qd=noisy), tmp_path))
    qd[3000:] = 0
    assert any(
        "velocities of joint1, joint2 are not those of what positions do" in note
        for note in _with_rates(arm, replace(log, qd=qd), tmp_path)
    )


def test_noise_at_rest_is_no_motion(arm: symdyn.Robot, log: Log) -> None:
    noise = 1e-4 * np.random.default_rng(0).normal(size=log.q.shape)
    with pytest.raises(InputError, match="no joint moves more than the noise of its position"):
        symdyn.identify(arm, replace(log, q=0.3 + noise))


def test_rows_that_are_missing_make_no_jump(arm: symdyn.Robot, log: Log, tmp_path: Path) -> None:
    """A joint that hardly ever moves, and a few rows without a number just where it does."""
    q = log.q.copy()
    q[:, 0] = np.interp(np.arange(len(q)), [0, 2000, 2030, len(q)], [0, 0, 0.6, 0.6])
    q[2010:2014] = np.nan
    notes = symdyn.read_log(write_csv(replace(log, q=q), tmp_path / "run.csv"), arm).notes
    assert not any("jumps" in note for note in notes)


def test_logs_made_in_python_are_held_to_their_shapes_and_to_finite_numbers() -> None:
    arm = symdyn.load(ARM)
    log = recorded(arm, 1, seconds=2)
    assert log.tau is not None
    torn = log.tau.copy()
    torn[[300, 400], 0] = np.nan
    for broken, told in (
        (replace(log, tau=torn), "tau is not finite in row 300 and 1 more rows; leave such rows out"),
        (replace(log, tau=log.tau[:-1]), r"tau is \(999, 2\), expected \(1000, 2\)"),
        (replace(log, tau=log.tau[:, :1]), r"tau is \(1000, 1\), expected \(1000, 2\)"),
        (replace(log, q=log.q[:, :1]), "has 1 joints, the robot 2"),
        (replace(log, q=["here", "there"]), "holds what is no array of numbers"),
    ):
        with pytest.raises(InputError, match=told):
            symdyn.identify(arm, broken)


def test_columns_of_more_joints_than_the_robot_has_are_not_guessed(tmp_path: Path) -> None:
    arm = symdyn.load(ARM)
    path = write_csv(recorded(arm, 1, seconds=2), tmp_path / "log.csv")
    path.write_text("\n".join(f"{line},{'q3' if i == 0 else 0}" for i, line in enumerate(path.read_text().split())))
    with pytest.raises(
        InputError, match=r"a column 'q3', and the robot has 2 joints \(joint1, joint2\); say in a file"
    ):
        symdyn.identify(arm, path)


def test_the_identified_file_says_what_the_logs_hardly_showed() -> None:
    arm = symdyn.load(ARM)
    log = recorded(arm, 1, seconds=4, noise=30.0)
    files = fit_files(symdyn.identify(arm, log, physical=False))
    comment = [line for line in str(files["identified.yaml"]).splitlines() if line.startswith("#")]
    hidden = {one.name for one in symdyn.identify(arm, log, physical=False).unseen}
    assert hidden and comment[1] == "# Hardly shown by these logs, each less than its σ:"
    assert {line.split()[1] for line in comment[2:]} == hidden
