"""Monte-Carlo runs: draws that depend on the seed alone, the same result wherever runs are made."""

from dataclasses import replace

import numpy as np
import pytest
from swinging_pendulum import PENDULUM, SCENARIO

import symdyn
from symdyn.errors import InputError
from symdyn.simulate.monte_carlo.executors import Here, executor_for
from symdyn.simulate.monte_carlo.files import monte_carlo_data, monte_carlo_files, monte_carlo_table, run_columns
from symdyn.simulate.monte_carlo.runs import LEVELS, MonteCarlo, Outcome, monte_carlo
from symdyn.simulate.monte_carlo.variation import drawn
from symdyn.simulate.run import prepare
from symdyn.simulate.run import varied as varied_run
from symdyn.simulate.scenario.opening import open_scenario
from symdyn.simulate.scenario.scenario import CarriedLoad, Pulse, Start, TorqueError, Variation


def test_draws_stay_in_their_ranges_and_depend_on_seed_and_number(scenario):
    with_friction = {**PENDULUM, "joints": [{**PENDULUM["joints"][0], "friction": {"viscous": 1, "coulomb": 2}}]}
    robot = symdyn.load(with_friction)
    read = replace(
        scenario("start: {error: 0.1}"),
        variation=Variation((0.8, 1.2), (0.5, 1.5), (0.0, 2.0), (-1.0, 1.0), (0.0, 1.0)),
        loads=(CarriedLoad((1.0,) * 10, 0.0, 1.0),),
        disturbances=(Pulse((3.0,), 0.0, 1.0), TorqueError((0.07,), 0.0, 1.0)),
    )
    one = drawn(robot, read, 3)
    assert set(one.factors) == {"link1", "joint1.friction", "loads", "start", "disturbance1", "disturbance2"}
    assert drawn(robot, read, 3).factors == one.factors != drawn(robot, read, 4).factors
    assert drawn(robot, replace(read, seed=1), 3).factors != one.factors
    np.testing.assert_allclose(one.full[:10], one.factors["link1"] * robot.parameters[:10])
    np.testing.assert_allclose(one.full[10:], one.factors["joint1.friction"] * np.array([1.0, 2.0]))
    assert 0.8 <= one.factors["link1"] <= 1.2 and one.scenario.loads[0].ten == (one.factors["loads"],) * 10
    assert one.scenario.disturbances[0].torque == (3.0 * one.factors["disturbance1"],)
    assert one.scenario.start == Start(error=(0.1 * one.factors["start"],))
    assert one.scenario.seed != read.seed


def test_noise_rate_and_gains_vary_where_they_are_named_and_change_no_other_draw(scenario):
    robot = symdyn.load(PENDULUM)
    before = replace(scenario("noise: {position: 0.001}"), variation=Variation(bodies=(0.8, 1.2)))
    ranges = replace(before.variation, noise=(0.0, 2.0), rate=(0.5, 1.0), gains=(("Lambda", (0.5, 2.0)),))
    one, other = drawn(robot, replace(before, variation=ranges), 3), drawn(robot, before, 3)
    assert one.factors == {**other.factors, **{name: one.factors[name] for name in ("noise", "rate", "gain Lambda")}}
    assert (one.scenario.seed, other.gains) == (other.scenario.seed, {})
    assert one.scenario.noise.position == (0.001 * one.factors["noise"],)
    assert one.scenario.control.rate == before.control.rate * one.factors["rate"]
    assert one.scenario.record <= one.scenario.control.rate
    assert one.gains == {"Lambda": one.factors["gain Lambda"]}


def test_a_run_has_the_rate_and_the_gains_that_were_drawn(pendulum, tmp_path):
    (tmp_path / "swing.yaml").write_text(SCENARIO + "monte_carlo: {rate: [0.5, 0.6], gains: {Kp: [0.5, 2]}}\n")
    read = open_scenario(tmp_path / "swing.yaml").for_robot(pendulum)
    prepared, draw = prepare(pendulum, read), drawn(pendulum, read, 0)
    own = varied_run(prepared, draw.scenario, draw.gains)
    factor = draw.factors["gain Kp"]
    np.testing.assert_allclose(own.controller.gains["Kp"], factor * np.asarray(prepared.controller.gains["Kp"]))
    assert len(own.times) < 0.65 * len(prepared.times)
    errors = [outcome.numbers["max_error"] for outcome in monte_carlo(pendulum, read, None, 3, Here()).outcomes]
    assert len(set(errors)) == 3


@pytest.mark.parametrize(("ranges", "field"), [("gains: {Lamda: [1, 2]}", "gains"), ("rate: [1, 2]", "rate")])
def test_what_cannot_vary_is_told(ranges, field, pendulum, tmp_path):
    text = SCENARIO + f"monte_carlo: {{{ranges}}}\n"
    text = text.replace("rate: 200", "rate: continuous") if field == "rate" else text
    (tmp_path / "swing.yaml").write_text(text)
    read = open_scenario(tmp_path / "swing.yaml").for_robot(pendulum)
    with pytest.raises(InputError) as caught:
        monte_carlo(pendulum, read, None, 2, Here())
    assert caught.value.field == f"monte_carlo.{field}"


@pytest.fixture(scope="module")
def varied(pendulum, tmp_path_factory):
    path = tmp_path_factory.mktemp("varied") / "swing.yaml"
    path.write_text(SCENARIO + "monte_carlo: {bodies: [0.7, 1.3]}\nnoise: {position: 0.001}\n")
    return open_scenario(path).for_robot(pendulum)


@pytest.fixture(scope="module")
def here(pendulum, varied):
    return monte_carlo(pendulum, varied, None, 5, Here())


def test_runs_differ_as_their_plants_do(here):
    heavy = [outcome.factors["link1"] for outcome in here.outcomes]
    errors = [outcome.numbers["max_error"] for outcome in here.outcomes]
    off = np.abs(np.array(heavy) - 1)
    assert len(set(errors)) == 5 and np.argmin(errors) == np.argmin(off)


def test_processes_make_the_same_runs(pendulum, varied, here):
    done = []
    with executor_for(5, workers=2) as executor:
        there = monte_carlo(pendulum, varied, None, 5, executor, done.append)
    assert [outcome.run for outcome in there.outcomes] == [0, 1, 2, 3, 4]
    assert done[-1] == 1.0 and len(done) == 5
    for a, b in zip(here.outcomes, there.outcomes, strict=True):
        np.testing.assert_equal(a.numbers, b.numbers)
        np.testing.assert_array_equal(a.error, b.error)


def test_a_dask_cluster_makes_the_same_runs(pendulum, varied, here):
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="inproc://"
        ) as cluster,
        executor_for(5, dask=cluster.scheduler_address) as executor,
    ):
        there = monte_carlo(pendulum, varied, None, 5, executor)
    np.testing.assert_equal([o.numbers for o in here.outcomes], [o.numbers for o in there.outcomes])


def test_a_scheduler_that_does_not_answer_is_told_in_one_line(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("symdyn.simulate.monte_carlo.executors.CONNECTION_SECONDS", 0.2)
    with (
        pytest.raises(InputError, match=r"^--dask: no Dask scheduler answers at 'tcp://127.0.0.1:1'"),
        executor_for(2, dask="tcp://127.0.0.1:1"),
    ):
        pass


def outcome(run, error, stopped=""):
    numbers = dict.fromkeys(("rms_error", "max_error", "final_error", "settling_time", "peak_torque"), error)
    return Outcome(
        run, {"link1": 1.0}, {**numbers, "parameter_error": np.nan}, np.full(201, error), np.full(201, 1.0), stopped
    )


def test_quantiles_are_those_of_runs_and_stopped_runs_are_the_worst(varied):
    outcomes = (*(outcome(run, float(run)) for run in range(9)), outcome(9, np.inf, "it fell"))
    runs = MonteCarlo("pendulum", "pd_gravity", varied, outcomes)
    quantiles = runs.quantiles()
    assert quantiles["max_error"] == pytest.approx(
        {"0.05": 0.45, "0.25": 2.25, "0.5": 4.5, "0.75": 6.75, "0.95": np.inf}
    )
    assert "parameter_error" not in quantiles
    assert runs.bands("error").shape == (len(LEVELS), 201)
    data = monte_carlo_data(runs)
    assert data["stopped"] == [{"run": 9, "reason": "it fell"}] and data["settled"] == 9
    assert data["quantiles"]["max_error"]["0.95"] is None
    lines = monte_carlo_table(runs).splitlines()
    assert "STOPPED: 1 runs, the first is run 9: it fell" in lines
    ends = {line[:10]: line.split()[-1] for line in lines if line[-7:].strip() in ("never", "stopped")}
    assert ends == {
        **dict.fromkeys(("rms error ", "max error ", "error at e", "peak torqu"), "stopped"),
        "settling t": "never",
    }
    assert list(run_columns(runs)["factor.link1"]) == [1.0] * 10


def test_a_stopped_run_is_the_worst_in_every_number(pendulum, varied):
    runs = monte_carlo(pendulum, replace(varied, divergence=1e-6), None, 1, Here())
    (only,) = runs.outcomes
    assert only.stopped and np.isnan(only.numbers["parameter_error"])  # the law learns nothing
    assert all(np.isinf(value) for name, value in only.numbers.items() if name != "parameter_error")


def test_the_files_of_runs_are_the_same_in_every_run(here):
    first, second = (monte_carlo_files(here, "csv", ("svg",)) for _ in range(2))
    assert first == second
    assert set(first) == {"swing_runs.csv", "summary.json", "summary.txt", "quantiles.svg", "manifest.json"}
    assert first["swing_runs.csv"].startswith(b"run,rms_error,max_error")
