"""Numbers of a run, the Lyapunov function, and what is doubtful about a motion."""

import math
from dataclasses import replace

import numpy as np
import pytest

from symdyn.simulate.loop.loop import sample_times
from symdyn.simulate.loop.plant import make_plant, plant_kernels
from symdyn.simulate.loop.recording import Recording, Stopped
from symdyn.simulate.motion.feasibility import concerns, own_limits
from symdyn.simulate.motion.motion import Motion
from symdyn.simulate.motion.trajectories import Samples
from symdyn.simulate.report.estimate_errors import relative_error, sizes
from symdyn.simulate.report.lyapunov import course, dominates, feedback_matrix, lyapunov_function
from symdyn.simulate.report.summary import settling_time, summarised
from symdyn.simulate.report.table import verdict
from symdyn.simulate.scenario.scenario import Solver


def recording(error, **more):
    n = len(error)
    column = np.asarray(error, float)[:, None]
    given = {
        "joints": ("joint1",),
        "units": (("rad", "N m"),),
        "theta_names": ("m",),
        "time": np.arange(n) / 10,
        "q": column + np.linspace(0, 2, n)[:, None],
        "qd": 0 * column,
        "q_d": np.linspace(0, 2, n)[:, None],
        "qd_d": 0 * column,
        "tau": column + 1,
        "applied": column + 1,
        "theta": np.linspace(1, 1.9, n)[:, None],
        "true_theta": np.full((n, 1), 2.0),
        "V": np.full(n, np.nan),
    }
    return Recording(**{**given, **more})


def test_settling_is_when_the_error_stays_within_the_tolerance():
    time = np.arange(6) / 10
    assert settling_time(time, np.array([9, 1, 9, 1, 1, 1.0]), 2) == pytest.approx(0.3)
    assert settling_time(time, np.array([1, 1, 1, 1, 1, 1.0]), 2) == 0
    assert settling_time(time, np.array([1, 1, 1, 1, 1, 9.0]), 2) is None


def test_torques_that_were_held_back_are_told():
    seen = recording([0.4, -0.8, 0.2, 0.1, 0.1])
    asked = seen.tau + np.array([[0.0], [0.5], [0.0], [0.0], [-1e-9]])
    made = summarised(replace(seen, asked=asked), 0.15, None)
    assert made.joints[0].limited == pytest.approx(0.4)
    (line,) = (line for line in verdict(made) if line.startswith("torques held back"))
    assert f"{made.joints[0].name} in 40.0% of the rows; estimates wait" in line
    for free in (seen, replace(seen, asked=seen.tau)):
        assert not any(line.startswith("torques held back") for line in verdict(summarised(free, 0.15, None)))


def test_errors_torques_and_estimates_are_summarised():
    summary = summarised(recording([0.4, -0.8, 0.2, 0.1, 0.1]), 0.15, None)
    (joint,) = summary.joints
    assert joint.max_error == pytest.approx(0.8) and joint.relative_error == pytest.approx(0.4)
    assert joint.rms_error == pytest.approx(math.sqrt((0.16 + 0.64 + 0.04 + 0.02) / 5))
    assert joint.settling_time == summary.settling_time == pytest.approx(0.3)
    assert joint.peak_torque == pytest.approx(1.4)
    (estimate,) = summary.estimates
    assert (estimate.start, estimate.end, estimate.true) == (1.0, 1.9, 2.0)
    assert estimate.relative_error == pytest.approx(0.05)
    assert summary.parameter_error == pytest.approx((0.5, 0.05))


def test_the_relative_error_of_estimates_does_not_depend_on_how_far_they_went():
    theta = np.array([[0.0], [9e9], [3.0]])
    summary = summarised(recording([0.0] * 3, theta=theta), 1.0, None)
    assert summary.parameter_error == pytest.approx((1.0, 0.5))
    assert summary.estimates[0].relative_error == summary.parameter_error[1]


def test_errors_of_estimates_are_taken_together_unit_by_unit():
    names, true = ("a.m", "b.mass", "a.mx", "a.my", "a.Ixx"), np.array([3.0, 4.0, 0.2, 0.0, 0.0])
    size = sizes(names, true)
    np.testing.assert_allclose(size, [5.0, 5.0, 0.2, 0.2, np.nan])
    error = np.array([[0.3, 0.4, 0.0, 0.02, 7.0], [0.0, 0.0, 0.0, 0.0, 1.0]])
    np.testing.assert_allclose(relative_error(names, error, size), [0.1, 0.0], atol=1e-15)
    assert np.isnan(sizes(("a.m", "b.m"), np.array([1.0, np.nan]))).all()


def test_a_run_that_stopped_never_settles():
    stopped = Stopped(0.5, "why", (1.0,), (2.0,))
    assert summarised(recording([0.0, 0.0], stopped=stopped), 1.0, None).settling_time is None


def test_a_run_that_stopped_at_once_has_a_summary():
    empty = recording([0.0, 0.0])
    none = replace(
        empty, **{k: getattr(empty, k)[:0] for k in ("time", "q", "qd", "q_d", "qd_d", "tau", "applied", "V")}
    )
    none = replace(none, theta=none.time[:, None], true_theta=none.time[:, None], stopped=Stopped(0.0, "why", (), ()))
    assert summarised(none, 1.0, None).rows == 0


def test_the_lyapunov_function_is_energy_of_s_and_of_the_estimates():
    M = np.array([[[2.0, 0.5], [0.5, 1.0]]])
    gains = {"Lambda": np.array([3.0, 4.0]), "Gamma": np.array([0.5]), "K": np.eye(2)}
    error, rate, theta = np.array([[0.1, 0.2]]), np.array([[0.3, -0.4]]), np.array([[0.7]])
    s = np.array([0.6, 0.4])
    expected = s @ M[0] @ s / 2 + 0.49 / 0.5 / 2
    assert lyapunov_function("slotine_li", gains, M, error, rate, theta) == pytest.approx(expected)
    assert np.isnan(lyapunov_function("craig", gains, M, error, rate, theta)).all()


def test_a_rise_is_seen_and_theory_is_quoted_only_where_it_holds():
    falls = course(np.array([4.0, 2.0, 1.0]), [])
    assert falls.never_rises and falls.promised and falls.largest_rise == 0
    rises = course(np.array([4.0, 2.0, 2.5]), ["noise"])
    assert not rises.never_rises and not rises.promised and rises.largest_rise == 0.5 and rises.reason == "noise"
    assert course(np.array([np.nan]), []) is None


def test_dominance_is_that_of_the_symmetric_part():
    M = np.array([[[2.0, 0.0], [0.0, 1.0]]])
    K = feedback_matrix({"K": np.eye(2)}, M)
    assert dominates(K, np.array([[[0.5, 9.0], [-9.0, 0.5]]]))
    assert not dominates(K, np.array([[[0.5, 1.0], [1.0, 0.5]]]))
    np.testing.assert_array_equal(feedback_matrix({"Lambda": np.array([3.0, 3.0]), "form": 1}, M), 3 * M)


@pytest.fixture(scope="module")
def plant(pendulum):
    return make_plant(pendulum, plant_kernels(pendulum), (), Solver())


def notes(plant, scenario, trajectory, limits=(math.inf,)):
    times = sample_times(scenario())
    return concerns(plant, trajectory, times, trajectory.motion(times, plant.robot), limits)


def test_an_ordinary_motion_raises_no_concern(plant, scenario):
    assert notes(plant, scenario, scenario().trajectory) == []


def test_positions_and_speeds_beyond_limits_are_told(plant, scenario):
    far = replace(scenario().trajectory, points=((-2.5,), (0.6,)))
    low, fast = notes(plant, scenario, far)
    assert "joint1, -2.5 at 0 s, is below its lower limit, -2: the robot cannot reach it" in low
    assert "desired speed of joint1" in fast and "above its limit, 3" in fast


def test_a_controllers_own_limits_count_where_it_has_them():
    assert own_limits({"tau_max": [2.0, 0.0]}).tolist() == [2.0, np.inf]
    assert own_limits({}) == np.inf


def test_limits_of_torque_that_make_a_trajectory_infeasible_are_told(plant, scenario):
    (note,) = notes(plant, scenario, scenario().trajectory, limits=(4.0,))
    assert note.startswith("the torque limits make the trajectory infeasible: joint1 needs ")
    assert "may give 4" in note


def test_jumps_are_told(plant, scenario):
    class Jump:
        def motion(self, times, robot):
            q = np.where(times < 0.25, 0.1, 0.5)[:, None]
            return Motion(q, 0 * q, 0 * q)

    (note,) = notes(plant, scenario, Jump())
    assert "the desired position of joint1 jumps by 0.4 at 0.25 s" in note
    times = np.linspace(0, 0.5, 26)
    jumping = Samples(tuple(times), tuple((0.02 * t + (t > 0.25),) for t in times))
    assert any(
        note.startswith("the motion file: joint1 jumps by 1 between 0.24 s") for note in notes(plant, scenario, jumping)
    )


def test_a_motion_that_ends_at_speed_is_told(plant, scenario):
    moving = Samples((0.0, 0.1, 0.2, 0.3), ((0.0,), (0.1,), (0.2,), (0.3,)))
    (note,) = [note for note in notes(plant, scenario, moving) if "velocity" in note]
    assert "the desired velocity of joint1 jumps by 1 at 0.305 s" in note


def test_estimates_that_drift_while_the_joints_follow_are_explained() -> None:
    """What a motion does not tell apart may go anywhere; that is no failure of tracking, and is said to be none."""
    said = "lets them drift"
    worse = recording([0.0] * 5, theta=np.linspace(1.9, 1.0, 5)[:, None])
    assert said in "\n".join(verdict(summarised(worse, 0.15, None)))
    for fine in (recording([0.0] * 5), recording([0.5] * 5, theta=worse.theta)):
        assert said not in "\n".join(verdict(summarised(fine, 0.15, None)))
