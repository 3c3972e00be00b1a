"""The bundled scenarios give the numbers that the papers report, with the gains that the files record.

Those of lu_meng_1993 were searched for; which of its two laws is faster is a matter of gains, so that is not asserted.
"""

from dataclasses import replace

import numpy as np
import pytest

from symdyn.simulate import open_scenario, run_scenario
from symdyn.simulate.scenario.scenario import CONTINUOUS

FORM_OF_THE_PAPER = 1  # the quasi-computed-torque form


def run(name, law=None, **changes):
    opened = open_scenario(name)
    robot = opened.robot()
    return run_scenario(robot, replace(opened.for_robot(robot), **changes), law)


@pytest.fixture(scope="module")
def modified():
    return run("lu_meng_1993")


@pytest.fixture(scope="module")
def craig():
    return run("lu_meng_1993", "craig")


def test_lu_mengs_arm_starts_a_fifth_off_and_believes_half_the_mass(modified):
    np.testing.assert_allclose(modified.recording.q[0], 1.2 * modified.recording.q_d[0])
    degrees = np.degrees(modified.recording.q_d[0])
    np.testing.assert_allclose(degrees, [160, 180, 135, 230], atol=1e-9)  # the paper's c and a at t = 0
    assert modified.law == "slotine_li_modified" and int(modified.gains["form"]) == FORM_OF_THE_PAPER
    (mass,) = modified.summary.estimates
    assert (mass.name, mass.start, mass.true) == ("link4.mass", 0.5, 1.0)


def test_lu_mengs_law_settles_within_three_tenths_of_a_second_and_finds_the_mass(modified):
    assert modified.summary.settling_time < 0.3
    assert modified.summary.estimates[0].relative_error < 0.01


def test_craigs_law_settles_near_the_papers_time_and_finds_the_mass(craig):
    assert craig.summary.settling_time == pytest.approx(0.35, abs=0.02)
    assert craig.summary.estimates[0].relative_error < 0.01


@pytest.mark.parametrize("name", ["van_winssen_1985", "van_winssen_1985_model"])
def test_van_winssens_scheme_stays_near_the_path_that_feedforward_leaves(name):
    with_feedback, without = run(name), run(name, "feedforward")
    assert with_feedback.summary.tip_error.relative < 0.08  # the paper's 8 %
    assert without.summary.tip_error.relative > 1.0
    assert with_feedback.summary.stopped is None


@pytest.mark.slow
def test_a_tree_under_walkers_law_follows_its_motion_though_the_load_is_not_believed():
    made = run("walker_tree", duration=0.6, record=100.0)
    load = {one.name: one for one in made.summary.estimates}["load.m"]
    assert (load.start, load.true) == (0.0, 1.5) and load.end > 0.05
    assert made.summary.settling_time < 0.5
    V = made.summary.lyapunov
    assert V.end < V.start and "Coulomb friction is made smooth" in V.reason


@pytest.mark.slow
def test_a_panda_learns_the_load_that_it_picks_up():
    adapts, does_not = (run("panda_load", law, duration=2.0) for law in ("slotine_li", "computed_torque"))
    seen = adapts.recording
    before = seen.time < 1.0
    assert np.abs(seen.error[before]).max() < 0.005
    masses = {one.name: one for one in adapts.summary.estimates}
    assert masses["link7.m"].true == pytest.approx(0.735522 + 1.5)
    assert masses["link7.m"].relative_error < 0.05
    assert adapts.summary.settling_time < 1.5
    assert does_not.summary.settling_time is None and does_not.summary.final_error > 10 * adapts.summary.final_error


def test_without_sampling_the_lyapunov_function_of_slotine_lis_law_never_rises():
    opened = open_scenario("lu_meng_1993")
    control = replace(opened.for_robot(opened.robot()).control, rate=CONTINUOUS)
    V = run("lu_meng_1993", "slotine_li", duration=0.3, control=control).summary.lyapunov
    assert V.promised and V.never_rises and V.end < V.start
