"""Runs that would fill the memory are refused before they start; ordinary ones are not."""

from dataclasses import replace

import pytest

import symdyn
from symdyn.errors import InputError
from symdyn.simulate.loop.size import LIMIT, bytes_of_row, bytes_of_step, check_runs, check_size
from symdyn.simulate.monte_carlo.executors import Here, executor_for
from symdyn.simulate.run import run_scenario
from symdyn.simulate.scenario.opening import open_scenario, scenario_names
from symdyn.simulate.scenario.scenario import CONTINUOUS


def test_a_recording_holds_no_more_numbers_than_its_estimate(pendulum, scenario):
    seen = run_scenario(pendulum, scenario()).recording
    held = sum(column.nbytes for column in seen.columns().values()) + seen.true_theta.nbytes
    assert held <= len(seen.time) * bytes_of_row(pendulum)


def test_what_fits_once_may_not_fit_side_by_side(pendulum, scenario):
    one = 1e3 * bytes_of_step(pendulum, scenario()) + 1e3 * bytes_of_row(pendulum)  # a second at 1 kHz
    long = replace(scenario(), duration=0.5 * LIMIT / one, record=1e3)
    long = replace(long, control=replace(long.control, rate=1e3))
    check_size(pendulum, long)
    with pytest.raises(InputError, match=r"^duration: .* in 3 processes need about 6 GB .*, or fewer --workers$"):
        check_size(pendulum, long, at_once=3)


def test_a_law_without_sampling_is_counted_by_its_grid(pendulum, scenario):
    read = scenario()
    endless = replace(read, duration=1e8, control=replace(read.control, rate=CONTINUOUS))
    with pytest.raises(InputError, match=r"^duration: 1e\+11 steps"):
        check_size(pendulum, endless)


def test_recording_less_is_advised_where_it_helps(pendulum, scenario):
    hours = replace(scenario(), duration=2e4, record=200.0)
    with pytest.raises(InputError, match="record less often than at 200 Hz"):
        check_size(pendulum, hours)
    check_size(pendulum, replace(hours, record=1.0))


@pytest.mark.parametrize("name", scenario_names())
def test_bundled_scenarios_are_far_from_the_limit(name):
    opened = open_scenario(name)
    robot = opened.robot() if opened.robot_name else symdyn.load("two_link")
    check_size(robot, opened.for_robot(robot), at_once=20)


def test_a_thousand_runs_are_ordinary_and_a_million_are_not():
    check_runs(1000)
    with pytest.raises(InputError, match=r"^--runs: .*; make 500000 runs or fewer$"):
        check_runs(10**6)


def test_executors_of_this_machine_say_how_many_runs_they_hold():
    with executor_for(8, workers=1) as here, executor_for(8, workers=3) as processes:
        assert isinstance(here, Here) and (here.at_once, processes.at_once) == (1, 3)
