"""`symdyn load`, from a log on disk to numbers, and what it says about wrong ones."""

import json
from pathlib import Path

import numpy as np
import pytest

from symdyn.cli.main import main
from symdyn.identification.logs import Log


def written(log: Log, path: Path) -> str:
    parts = [("q", log.q), ("qd", log.qd), ("qdd", log.qdd)]
    names = ["time", *(f"{name}{i + 1}" for name, part in parts if part is not None for i in range(6))]
    there = [part for _, part in parts if part is not None]
    if log.wrench is not None:
        names += ["fx", "fy", "fz", "nx", "ny", "nz"]
        there.append(log.wrench)
    np.savetxt(path, np.column_stack([log.time, *there]), delimiter=",", header=",".join(names), comments="")
    return str(path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from papers.puma_trial import bar, block, regressor, trial

    place = tmp_path_factory.mktemp("loads")
    written(trial(bar(), seed=1), place / "bar.csv")
    written(trial(block(), seed=2), place / "block.csv")
    q = np.random.default_rng(0).uniform(-1.5, 1.5, (6, 6))
    still = np.zeros_like(q)
    written(Log("poses", np.arange(6.0), q, wrench=regressor(q, still, still) @ block().ten), place / "poses.csv")
    return place


def test_a_table_with_mass_centre_moments_and_axes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", "puma560", str(folder / "bar.csv")]) == 0
    told = capsys.readouterr()
    assert "load on link6 of puma560, from 400 rows: wrist sensor" in told.out
    assert "principal moment 3" in told.out and "principal axes, as columns" in told.out
    assert "nearly equal" in told.err


def test_json_has_all_numbers(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", "puma560", str(folder / "bar.csv"), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert abs(data["mass"] - 2.0) < 4 * data["sigma"]["mass"]
    assert len(data["axes"]) == 3 and len(data["sigma"]["axes"]) == 3 and len(data["parameters"]) == 10


def test_six_poses_are_a_log_for_the_static_estimate(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", "puma560", str(folder / "poses.csv"), "--static", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["mass"] == pytest.approx(1.106, abs=1e-9) and data["inertia"] is None  # of numbers written in full


@pytest.mark.parametrize("more", [("--integral",), ("--offset",), ("--tare", "block.csv"), ("--filter", "20")])
def test_options_lead_to_the_same_load(folder: Path, more: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    given = [str(folder / word) if word.endswith(".csv") else word for word in more]
    assert main(["load", "puma560", str(folder / "bar.csv"), "--json", *given]) == 0
    expected = 2.0 - (1.106 if "--tare" in more else 0.0)
    assert json.loads(capsys.readouterr().out)["mass"] == pytest.approx(expected, rel=0.02)  # noise of 0.3 N


WRONG = [
    (("missing.csv",), "missing.csv: there is no such file"),
    (("bar.csv", "--sensor", "hand"), "unknown link 'hand'"),
    (("poses.csv",), "rows can be used; a motion needs more"),
    (("bar.csv", "--filter", "-3"), "--filter: must be a number above 0"),
    (("bar.csv", "--static", "--integral"), "ask for one of the two"),
]


@pytest.mark.parametrize(("given", "told"), WRONG)
def test_wrong_input_is_one_line_and_exit_2(
    folder: Path, given: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(folder / word) if word.endswith(".csv") else word for word in given]
    assert main(["load", "puma560", *words]) == 2
    said = capsys.readouterr()
    assert told in said.err and said.err.count("\n") == 1 and not said.out
