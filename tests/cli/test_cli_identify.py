"""`symdyn identify`, from logs on disk to a robot file that goes through the other commands."""

import json
from pathlib import Path

import pytest
import yaml

import symdyn
from symdyn.cli.main import main


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from identification.recorded_motion import ARM, recorded, write_csv

    place = tmp_path_factory.mktemp("logs")
    arm = symdyn.load(ARM)
    (place / "arm.yaml").write_text(yaml.safe_dump(ARM))
    for seed in (1, 2):
        write_csv(recorded(arm, seed, noise=0.1), place / f"run{seed}.csv")
    return place


def identify(folder: Path, *more: str) -> int:
    return main(["identify", str(folder / "arm.yaml"), str(folder / "run1.csv"), *more])


def test_a_robot_file_comes_out_that_can_be_generated_and_checked(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert identify(folder, "--validate", str(folder / "run2.csv"), "-o", str(tmp_path), "--figures", "none") == 0
    printed = capsys.readouterr().out
    assert "held out %" in printed and "joint2.fc" in printed
    made = tmp_path / "arm_identified"
    assert sorted(path.name for path in made.iterdir()) == [
        "identified.yaml",
        "manifest.json",
        "parameters.csv",
        "report.html",
        "residuals.csv",
        "summary.json",
    ]
    assert main(["check", str(made / "identified.yaml"), "--only", "inverse_dynamics"]) == 0


def test_json_has_the_promised_names(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert identify(folder, "--validate", str(folder / "run2.csv"), "--json", "-o", str(tmp_path)) == 0
    data = json.loads(capsys.readouterr().out)
    assert {"names", "pi", "sigma", "relative_error", "condition", "unseen"} <= set(data)
    assert len(data["names"]) == len(data["pi"]) == len(data["sigma"])
    assert set(data["relative_error"]) == {"fit", "held_out"}
    assert data["relative_error"]["held_out"].keys() == {"joint1", "joint2"}


def test_an_error_above_the_bar_exits_with_1(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held_out = ("--validate", str(folder / "run2.csv"), "-o", str(tmp_path))
    assert identify(folder, *held_out, "--max-error", "50") == 0
    assert identify(folder, *held_out, "--max-error", "0.01") == 1
    assert "above 0.01 %" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["--max-error", "5"], "--max-error: judges held-out logs"),
        (["--filter", "-3"], "--filter: must be a number above 0"),
        (["--add", "glue"], "--add: unknown kind 'glue'"),
        (["--method", "magic"], "unknown method 'magic'"),
        (["--columns", "nowhere.yaml"], "nowhere.yaml: there is no such file"),
    ],
)
def test_wrong_arguments_are_one_line_and_nothing_is_written(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], what: str
) -> None:
    assert identify(folder, *more, "-o", str(tmp_path / "out")) == 2
    error = capsys.readouterr().err
    assert what in error and error.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_log_cannot_judge_itself(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert identify(folder, "--validate", str(folder / "run1.csv"), "-o", str(tmp_path)) == 2
    assert "hold another out" in capsys.readouterr().err


def test_a_report_a_page_and_figures_are_written(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert identify(folder, "-o", str(tmp_path)) == 0
    made = tmp_path / "arm_identified"
    names = {file.name for file in made.iterdir()}
    assert {"report.html", "residuals.csv", "torques.svg", "over_speed.svg", "spectrum.svg"} <= names
    page = (made / "report.html").read_text()
    assert "http" not in page.replace("http://www.w3.org", "")  # needs no network
    assert page.count("data:image/svg+xml;base64,") == 3 and "Persistent excitation" in page and "joint2.fv" in page
    rows = (made / "residuals.csv").read_text().splitlines()
    assert rows[0] == "log,time,tau_joint1,tau_joint2,residual_joint1,residual_joint2" and len(rows) > 100
    before = page
    assert identify(folder, "-o", str(tmp_path)) == 0
    assert (made / "report.html").read_text() == before  # the same bytes in every run


def test_patterns_are_files_and_folders_are_robots(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ("--each", "--bootstrap", "5", "-o", str(tmp_path), "--figures", "none")
    assert main(["identify", str(folder / "arm.yaml"), str(folder / "run*.csv"), "--json", *more]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["each"]) == [folder.name] and len(told["bootstrap_sigma"]) == len(told["names"])
    assert main(["identify", str(folder / "arm.yaml"), str(folder / "run*.csv"), *more]) == 0
    assert "sigma by drawing logs" in capsys.readouterr().out
    assert main(["identify", str(folder / "arm.yaml"), str(folder / "none*.csv"), *more]) == 2
    assert "no file is called so" in capsys.readouterr().err
