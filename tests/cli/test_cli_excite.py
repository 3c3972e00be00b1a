"""`symdyn excite`: files that other commands and a compiler take, and what it says about wrong arguments."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from symdyn.cli.main import main

QUICK = ("--random", "8", "--starts", "1", "--time", "1", "--period", "2")


def test_samples_a_scenario_and_c_arrays_come_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    files = ["motion.csv", "motion.yaml", "motion.h"]
    assert main(["excite", "two_link", *QUICK, "--json", *(word for file in files for word in ("-o", file))]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["files"] == files and told["parameters"] == 6
    # a second may be over before a search begins; limits are then kept between samples too, which takes a little off
    assert told["condition"] < 1.01 * told["random"]
    rows = (tmp_path / "motion.csv").read_text().splitlines()
    assert rows[0] == "time,q1,q2,qd1,qd2,qdd1,qdd2" and len(rows) == 202
    assert main(["simulate", "--scenario", "motion.yaml", "--figures", "none", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rms_error"] < 1e-3  # computed torque follows what was found
    compiler = shutil.which("cc")
    if compiler:
        (tmp_path / "main.c").write_text(
            '#include "motion.h"\nint main(void) { return !(two_link_motion_q[0][0] == two_link_motion_q[0][0]'
            " && two_link_motion_qd[TWO_LINK_MOTION_SAMPLES - 1][1] < 100 && two_link_motion_qdd[1][0] < 100); }\n"
        )
        subprocess.run([compiler, "-std=c99", "-Wall", "-Werror", "main.c", "-o", "main"], check=True, cwd=tmp_path)
        subprocess.run([tmp_path / "main"], check=True)


def test_a_table_says_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["excite", "two_link", *QUICK, "--waypoints", "4", "--add", "viscous", "--criterion", "logdet"]) == 0
    told = capsys.readouterr()
    assert "a motion of 2 s" in told.out and "wrote two_link_motion.csv" in told.out
    assert main(["excite", "two_link", *QUICK]) == 0  # its own file is replaced
    assert "nothing limits acceleration" in told.err


def test_a_rehearsal_finds_the_robot_that_was_simulated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["excite", "two_link", *QUICK, "--add", "viscous", "--rehearse", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["rehearsal"]
    assert told["names"][-1] == "joint2.fv" and told["within"] >= 6  # of 8; fewer than 6 come by chance 6 times of 1000
    size = max(abs(value) for value in told["true"])
    for true, found in zip(told["true"], told["found"], strict=True):
        assert abs(true - found) < 0.02 * size  # a hundredth of noise, over 2000 samples


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("-o", "motion.txt"), "motion.txt"),
        (("-o", "mine.csv"), "is not replaced"),
        (("--harmonics", "1"), "harmonics"),
        (("--rate", "0"), "--rate"),
        (("--rate", "1e9"), "--rate"),
        (("--seed", "-1"), "--seed"),
        (("--limits", "none.yaml"), "none.yaml"),
        (("--add", "magic"), "--add"),
        (("--criterion", "trace"), "criterion"),
        (("--rehearse", "-1"), "rehearse"),
    ],
)
def test_wrong_arguments_are_one_line_and_nothing_is_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more: tuple[str, ...],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text("a,b\n1,2\n")
    assert main(["excite", "two_link", *QUICK, *more]) == 2
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["mine.csv"]
