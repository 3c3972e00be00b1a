"""The closed loop: sampling and hold, limits, disturbances, noise, loads, and how runs end."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from swinging_pendulum import Scripted

from symdyn.simulate.loop.continuous_loop import GRID, between
from symdyn.simulate.loop.loop import sample_times, sampled_loop
from symdyn.simulate.loop.plant import make_plant, plant_kernels
from symdyn.simulate.motion.motion import Motion
from symdyn.simulate.run import run_scenario, start_state
from symdyn.simulate.scenario.scenario import CarriedLoad, Noise, Pulse, Start, TorqueError

INERTIA, WEIGHT = 2 * 0.25**2 + 0.04, 2 * 0.25 * 9.80665  # of the pendulum, about its joint


@pytest.fixture(scope="module")
def kernels(pendulum):
    return pendulum, plant_kernels(pendulum)


def looped(kernels, scenario, controller):
    robot, built = kernels
    plant = make_plant(robot, built, scenario.loads, scenario.solver)
    desired = scenario.trajectory.motion(sample_times(scenario), robot)
    start = start_state(scenario.start, desired)
    return sampled_loop(plant, controller, scenario, desired, start, lambda done: None)


def test_the_controller_is_called_at_its_rate_with_the_desired_motion(kernels, scenario):
    read = scenario()
    controller = Scripted(lambda *_: 0.0)
    rows = looped(kernels, read, controller)
    assert len(controller.calls) == 101 and all(call[0] == 1 / 200 for call in controller.calls)
    np.testing.assert_array_equal(rows.time, np.arange(101) / 200)
    np.testing.assert_allclose([call[3][0] for call in controller.calls][::100], [0.1, 0.6])


def test_the_torque_is_held_between_samples(kernels, scenario):
    # with weight compensated at the first sample only, a step of torque moves the pendulum as its equation says
    controller = Scripted(lambda dt, q, *_: 1.0 + WEIGHT * np.cos(q[0]))
    rows = looped(kernels, replace(scenario(), control=replace(scenario().control, rate=2.0), record=2.0), controller)
    tau = 1.0 + WEIGHT * np.cos(0.1)
    exact = solve_ivp(
        lambda t, y: [y[1], (tau - WEIGHT * np.cos(y[0])) / INERTIA], (0, 0.5), [0.1, 0.0], rtol=1e-11, atol=1e-12
    )
    np.testing.assert_allclose(rows.x[-1], exact.y[:, -1], rtol=1e-6)


def test_rows_are_recorded_at_the_rate_of_recording_and_at_the_end(kernels, scenario):
    rows = looped(kernels, scenario("record: 30"), Scripted(lambda *_: 0.0))
    assert list(np.diff(rows.time).round(6)) == [0.035] * 14 + [0.01]  # every seventh sample of 200 Hz, then the last


def test_limits_come_before_disturbances(kernels, scenario):
    read = replace(
        scenario(),
        torque_limits=(2.0,),
        disturbances=(TorqueError((0.5,), 0.1, np.inf), Pulse((7.0,), 0.2, 0.3)),
    )
    rows = looped(kernels, read, Scripted(lambda *_: -9.0))
    at = {round(t, 3): applied for t, applied in zip(rows.time, rows.applied[:, 0], strict=True)}
    assert (at[0.0], at[0.1], at[0.2], at[0.3]) == (-2.0, -3.0, 4.0, -3.0)
    assert (rows.tau == -9.0).all()


def test_a_pulse_that_starts_between_samples_acts_for_its_whole_time(kernels, scenario):
    def velocity(start, end):
        read = replace(scenario(), disturbances=(Pulse((50.0,), start, end),), duration=0.01)
        controller = Scripted(lambda dt, q, *_: WEIGHT * np.cos(q[0]))
        return looped(kernels, read, controller).x[-1, 1]

    assert velocity(0.0013, 0.0033) == pytest.approx(50 * 0.002 / INERTIA, rel=1e-3)  # the weight changes a little
    assert velocity(0.0, 0.002) == pytest.approx(velocity(0.0013, 0.0033), rel=1e-3)


def test_noise_reaches_the_controller_alone_and_is_the_same_for_the_same_seed(kernels, scenario):
    read = replace(scenario(), noise=Noise((0.01,), (0.1,)), start=Start(position=(-np.pi / 2,)))

    hanging = np.array([-np.pi / 2, 0.0])

    def seen(seed):
        controller = Scripted(lambda *_: 0.0)
        rows = looped(kernels, replace(read, seed=seed), controller)
        assert np.abs(rows.x - hanging).max() < 1e-9  # it hangs, at rest
        return np.array([[call[1][0], call[2][0]] for call in controller.calls])

    first, second, other = seen(3), seen(3), seen(4)
    np.testing.assert_array_equal(first, second)
    assert np.abs(first - other).max() > 0.01
    np.testing.assert_allclose((first - hanging).std(axis=0), [0.01, 0.1], rtol=0.3)  # of a hundred samples


def test_a_load_pulls_from_the_moment_it_is_taken(kernels, scenario):
    load = CarriedLoad((1.0, 0.5, 0, 0, 0, 0, 0.25, 0, 0, 0.25), 0.25, 0.4)  # 1 kg at 0.5 m
    read = replace(scenario(), loads=(load,), trajectory=replace(scenario().trajectory, points=((0.0,), (0.0,))))
    rows = looped(kernels, read, Scripted(lambda *_: WEIGHT))
    still = rows.time <= 0.25
    assert np.abs(rows.x[still]).max() < 1e-12 and rows.x[~still, 1].max() < 0
    after = rows.x[rows.time <= 0.3][-1, 1]
    assert after == pytest.approx(-0.05 * 9.80665 * 0.5 / (INERTIA + 0.25), rel=0.01)


def test_a_run_that_leaves_its_trajectory_stops_with_time_and_state(kernels, scenario):
    rows = looped(kernels, replace(scenario(), divergence=1.0), Scripted(lambda *_: 60.0))
    assert rows.stopped is not None and 0 < rows.stopped.time < 0.5
    assert "joint1 is 1." in rows.stopped.reason and "from its trajectory" in rows.stopped.reason
    assert len(rows.time) > 3 and rows.time[-1] == rows.stopped.time
    assert rows.stopped.q[0] > 1.1 and rows.x[-1, 0] == rows.stopped.q[0]


def test_the_row_that_stops_a_run_is_recorded_between_rows_too(kernels, scenario):
    rows = looped(kernels, replace(scenario(), divergence=1.0, record=7.0), Scripted(lambda *_: 60.0))
    assert rows.stopped is not None and rows.time[-1] == rows.stopped.time
    assert abs(rows.x[-1, 0] - 0.1) > 1.0 and rows.tau[-1, 0] == 60.0


def test_a_run_without_sampling_records_the_row_that_stops_it(pendulum, scenario):
    read = scenario("start: {error: 0.3}", "divergence: 0.2", replaced=(("rate: 200", "rate: continuous"),))
    seen = run_scenario(pendulum, read).recording
    assert seen.stopped is not None and seen.time.tolist() == [seen.stopped.time] == [0.0]
    assert seen.q[-1].tolist() == list(seen.stopped.q)


def test_a_torque_that_is_not_a_number_stops_the_run(kernels, scenario):
    controller = Scripted(lambda dt, q, *_: np.nan if q[0] > 0.15 else 60.0)
    rows = looped(kernels, scenario(), controller)
    assert rows.stopped is not None and "not a number" in rows.stopped.reason
    assert np.isfinite(rows.tau).all()


def test_starts_are_on_the_trajectory_or_off_it_as_told():
    desired = Motion(np.array([[2.0, -1.0]]), np.array([[0.5, 0.0]]), np.zeros((1, 2)))
    np.testing.assert_array_equal(start_state(Start(), desired), [2, -1, 0.5, 0])
    np.testing.assert_array_equal(start_state(Start(error=(0.1, 0.2)), desired), [2.1, -0.8, 0.5, 0])
    np.testing.assert_allclose(start_state(Start(relative_error=(0.2, 0.2)), desired), [2.4, -1.2, 0.5, 0])
    np.testing.assert_array_equal(start_state(Start(position=(0, 0), velocity=(1, 2)), desired), [0, 0, 1, 2])


def test_between_points_of_the_grid_position_velocity_and_acceleration_are_one_motion():
    times = np.arange(5) / GRID
    motion = Motion(*(np.sin(7 * times + k * np.pi / 2)[:, None] * 7**k for k in range(3)))
    for time in (0.0, 0.0004, 0.00225, 0.004):
        exact = [np.sin(7 * time + k * np.pi / 2) * 7**k for k in range(3)]
        # the polynomial errs by 7^6 h^6/720, and its second derivative by 1/h² more; and rounding over h²
        np.testing.assert_allclose(np.array(between(motion, time))[:, 0], exact, atol=1e-8)


def test_fast_sampling_approaches_the_law_without_sampling(pendulum, scenario):
    start = "start: {error: 0.3}"
    continuous = run_scenario(pendulum, scenario(start, replaced=(("rate: 200", "rate: continuous"),)))
    errors = []
    for rate in (100, 400):
        run = run_scenario(pendulum, scenario(start, "record: 100", replaced=(("rate: 200", f"rate: {rate}"),)))
        errors.append(np.abs(run.recording.q[-1] - continuous.recording.q[-1]).max())
    assert errors[1] < errors[0] / 3  # a hold errs in proportion to its length


def test_estimates_that_grow_without_bound_stop_the_run(kernels, scenario):
    controller = Scripted(lambda *_: 0.0)
    controller.adapts, controller.theta_names, controller.theta = True, ("m",), np.array([1.0])

    def grow(*_):
        controller.theta = controller.theta * 100
        return 0.0

    controller.torque = grow
    rows = looped(kernels, scenario(), controller)
    assert rows.stopped is not None and rows.stopped.reason == "the estimates grow without bound"
    assert rows.theta[:, 0].tolist() == [100.0**k for k in range(7)]
