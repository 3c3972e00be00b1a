"""Row by row: where all rows at once end, on a way that is written down, and where the law that watches ends too."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from recorded_motion import ARM, recorded, write_csv

import symdyn
from symdyn.cli.main import main
from symdyn.identification.logs import Log
from symdyn.identification.replay import replay


@pytest.fixture(scope="module")
def arm() -> symdyn.Robot:
    return symdyn.load(ARM)


@pytest.fixture(scope="module")
def log(arm: symdyn.Robot) -> Log:
    return recorded(arm, 1, seconds=10, noise=0.2)


def test_it_ends_where_all_rows_at_once_do(arm: symdyn.Robot, log: Log) -> None:
    once, by_row = (symdyn.identify(arm, log, method=method, physical=False) for method in ("wls", "rls"))
    assert np.allclose(by_row.pi, once.pi, rtol=1e-5, atol=1e-6 * np.abs(once.pi).max())  # weights settle to 1e-6
    assert np.array_equal(by_row.sigma, once.sigma)


def test_estimates_come_closer_and_what_no_row_has_shown_is_left_open(arm: symdyn.Robot, log: Log) -> None:
    course = symdyn.identify(arm, log, method="rls", physical=False).course
    assert course is not None and (np.diff(course.time) > 0).all()
    assert np.isnan(course.estimates[0]).any() and np.isfinite(course.estimates[-1]).all()
    away = np.linalg.norm(course.estimates - course.estimates[-1], axis=1)
    assert np.nanmedian(away[-20:]) < 0.5 * np.nanmedian(away[20:60])  # it comes closer


def test_a_change_on_the_way_is_seen(arm: symdyn.Robot, log: Log) -> None:
    rubbed = symdyn.load(
        {**ARM, "joints": [{**ARM["joints"][0], "friction": {"viscous": 2.4, "coulomb": 1.2}}, ARM["joints"][1]]}
    )
    later = replace(recorded(rubbed, 2, seconds=10, noise=0.2), name="later")
    fit = symdyn.identify(arm, [log, later], method="rls", physical=False)
    assert fit.course is not None
    at = fit.names.index("joint1.fv")
    first = fit.course.estimates[[name != "later" for name in fit.course.logs], at][-1]
    assert first == pytest.approx(0.8, abs=0.2) and fit.pi[at] > 1.2


def test_the_law_that_watches_comes_to_the_same_numbers(arm: symdyn.Robot, log: Log) -> None:
    """Both are least squares of all rows; the law's filter lets through more, and it begins with a wide belief."""
    fit = symdyn.identify(arm, log, method="rls", physical=False)
    exact = np.gradient(log.q, log.time, axis=0)
    watcher = symdyn.watcher(arm, {"noise": [0.2, 0.2], "spread": [10.0] * len(fit.names)}, theta=np.zeros(len(fit.pi)))
    watched = replay(watcher, replace(log, qd=exact))[-1]
    own = np.array([watched[list(watcher.theta_names).index(name)] for name in fit.names])
    assert (np.abs(own - fit.pi) < 4 * fit.sigma).all()  # two estimates of one truth from the same noise


def test_the_way_is_written(arm: symdyn.Robot, log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_csv(log, tmp_path / "run.csv")
    told = ["identify", "two_link", str(path), "--add", "viscous", "coulomb", "--method", "rls", "--figures", "none"]
    assert main([*told, "--no-physical", "-o", str(tmp_path)]) == 0
    assert "row by row: half of the parameters" in capsys.readouterr().out
    with (tmp_path / "two_link_identified" / "course.csv").open() as stream:
        rows = list(csv.reader(stream))
    assert rows[0][:3] == ["log", "time", "link1.mx"] and len(rows) > 50 and rows[1][2] == ""
