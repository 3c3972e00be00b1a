"""Many logs: read by workers that may die, fitted by groups, drawn again, and watched for drift; read once."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from recorded_motion import ARM, recorded, write_csv

import symdyn
from symdyn.errors import InputError
from symdyn.simulate.monte_carlo.executors import Here, dask_executor


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two robots of three logs each: of the second, the viscous friction of joint 1 grows from log to log."""
    place = tmp_path_factory.mktemp("fleet")
    found = []
    for robot, growth in (("first", 0.0), ("second", 0.25)):
        (place / robot).mkdir()
        for day in range(3):
            log = recorded(symdyn.load(ARM), day, seconds=10, noise=0.1)
            assert log.tau is not None
            log.tau[:, 0] += growth * day * np.gradient(log.q[:, 0], log.time)
            found.append(write_csv(log, place / robot / f"day{day}.csv"))
    return found


def test_an_executor_gives_the_same_numbers(logs: list[Path]) -> None:
    fit, elsewhere = (symdyn.identify(ARM, logs, physical=False, executor=place) for place in (None, Here()))
    assert (fit.pi == elsewhere.pi).all() and (fit.sigma == elsewhere.sigma).all()


def test_logs_in_memory_are_not_sent_to_workers() -> None:
    with pytest.raises(InputError, match="a cluster reads files"):
        symdyn.identify(ARM, recorded(symdyn.load(ARM), 0, seconds=5), executor=Here())


def test_a_log_that_is_given_twice_is_refused(logs: list[Path]) -> None:
    with pytest.raises(InputError, match="is given twice"):
        symdyn.identify(ARM, [logs[0], logs[0]])


def test_groups_bootstrap_and_drift_come_from_triangles_alone(logs: list[Path]) -> None:
    fit = symdyn.identify(ARM, logs, physical=False)
    place = fit.names.index("joint1.fv")
    each = fit.of_groups({"first": range(3), "second": range(3, 6)})
    assert each["first"].x[place] == pytest.approx(0.8, abs=0.1)
    assert each["second"].x[place] == pytest.approx(1.05, abs=0.25)  # from 0.8 to 1.3
    alone = symdyn.identify(ARM, logs[:3], physical=False)
    assert np.abs(each["first"].x - alone.pi).max() < 1e-3 * np.abs(alone.pi).max()  # weights differ, rows do not
    sigma = fit.bootstrap(100)
    assert sigma[place] > 2 * fit.sigma[place]  # robots that differ are no noise: drawing logs shows it
    again = logs[5].with_name("day3.csv")
    again.write_text(logs[5].read_text())
    drifting = symdyn.identify(ARM, [*logs[3:], again], physical=False).drifts()
    assert drifting[0].name == "joint1.fv" and drifting[0].slope > 0.1
    assert not [one for one in symdyn.identify(ARM, logs[:3], physical=False).drifts()]  # too few to tell


@pytest.mark.slow
def test_two_workers_of_dask_give_the_same_numbers_and_one_that_dies_loses_nothing(logs: list[Path]) -> None:
    distributed = pytest.importorskip("distributed")
    here = symdyn.identify(ARM, logs, physical=False)
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": ":0"}
    with distributed.LocalCluster(**options) as cluster, dask_executor(cluster.scheduler_address, "--cluster") as place:
        there = symdyn.identify(ARM, logs, physical=False, executor=place)
        pid = next(iter(cluster.workers.values())).pid
        killer = threading.Thread(target=lambda: (time.sleep(0.2), os.kill(pid, signal.SIGKILL)))
        killer.start()
        despite = symdyn.identify(ARM, logs, physical=False, executor=place)
        killer.join()
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)  # it is gone, and was missed by nobody
    for fit in (there, despite):
        assert np.abs(fit.pi - here.pi).max() <= 1e-10 * np.abs(here.pi).max()
        assert np.abs(fit.sigma - here.sigma).max() <= 1e-10 * np.abs(here.sigma).max()
