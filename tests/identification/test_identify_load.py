"""Loads: what comes out is what was put in, as sure as it says; and input that cannot be used is refused."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from papers.puma_trial import Load, bar, block, trial
from recorded_motion import recorded

import symdyn
from symdyn.errors import InputError
from symdyn.identification.load.recursive import RecursiveLoad
from symdyn.identification.logs import Log

PUMA = "puma560"
SPHERE = Load(2.0, np.array([0.03, -0.02, 0.1]), 0.01 * np.eye(3))


def poses(load: Load, count: int, *, seed: int = 0) -> Log:
    """Samples at rest, in random poses."""
    draw = np.random.default_rng(seed)
    q, still = draw.uniform(-1.5, 1.5, (count, 6)), np.zeros((count, 6))
    from papers.puma_trial import regressor

    return Log("poses", np.arange(count) * 1.0, q, wrench=regressor(q, still, still) @ load.ten)


@pytest.mark.parametrize(("trials", "within"), [(30, 0.45), pytest.param(200, 0.2, marks=pytest.mark.slow)])
def test_sigma_is_the_spread_of_noisy_trials(trials: int, within: float) -> None:
    robot = symdyn.load(PUMA)
    found = [symdyn.identify_load(robot, trial(bar(), seed=seed)) for seed in range(trials)]
    spread = np.std([one.parameters for one in found], axis=0)
    told = np.mean([np.sqrt(np.diag(one.covariance)) for one in found], axis=0)
    # the spread of 200 is known to 5 %, that of 30 to 13 %
    assert np.abs(spread / told - 1).max() < within
    for name in ("mass", "com", "inertia"):
        spread = np.std([getattr(one, name) for one in found], axis=0)
        told = np.mean([getattr(one.sigma, name) for one in found], axis=0)
        assert np.abs(spread / told - 1).max() < within, name


def test_poses_at_rest_give_mass_and_centre_and_nothing_else() -> None:
    found = symdyn.identify_load(PUMA, poses(block(), 6), static=True)
    assert found.mass == pytest.approx(1.106, abs=1e-12)
    assert np.abs(found.com - block().com).max() < 1e-12
    assert found.inertia is None and found.axes is None and found.sigma.inertia is None


def test_one_pose_is_refused_and_two_are_enough() -> None:
    with pytest.raises(InputError, match="hold the load in another orientation"):
        symdyn.identify_load(PUMA, poses(block(), 1), static=True)
    assert symdyn.identify_load(PUMA, poses(block(), 2), static=True).mass == pytest.approx(1.106, abs=1e-10)


def from_pose_to_pose(seed: int) -> Log:
    """Six poses of two seconds, and a second of way between each two: 200 Hz, an encoder of 14 bits, noise."""
    from papers.puma_trial import regressor

    draw = np.random.default_rng(seed)
    places, way = draw.uniform(-1.5, 1.5, (6, 6)), np.linspace(0, 1, 200)[:, None]
    smooth = 10 * way**3 - 15 * way**4 + 6 * way**5
    parts = [np.concatenate([np.repeat(a[None], 400, axis=0), a + (b - a) * smooth]) for a, b in pairwise(places)]
    q = np.concatenate(parts)
    qd = np.gradient(q, 0.005, axis=0)
    wrench = regressor(q, qd, np.gradient(qd, 0.005, axis=0)) @ block().ten
    wrench += draw.normal(size=wrench.shape) * [0.3, 0.3, 0.3, 0.02, 0.02, 0.02]
    count = 2 * np.pi / 2**14
    return Log("poses", np.arange(len(q)) * 0.005, np.round(q / count) * count, wrench=wrench)


def test_rows_on_the_way_from_pose_to_pose_are_no_poses() -> None:
    for seed in range(3):
        found = symdyn.identify_load(PUMA, from_pose_to_pose(seed), static=True)
        away = (found.parameters - block().ten[:4]) / np.sqrt(np.diag(found.covariance))
        assert np.abs(away).max() < 3.5  # of twelve values, once in two hundred by chance; 7 with the rows on the way
        assert any("rows left out, in which the robot moves" in note for note in found.notes)


@pytest.mark.parametrize("said", ["zeros", "deg", "ms"])
def test_poses_are_told_by_positions_whatever_velocities_and_times_say(said: str) -> None:
    log = from_pose_to_pose(1)
    qd = np.gradient(log.q, 0.005, axis=0) * {"zeros": 0.0, "deg": 180 / np.pi, "ms": 1e-3}[said]
    time = log.time * (1000 if said == "ms" else 1)
    found = symdyn.identify_load(PUMA, replace(log, time=time, qd=qd), static=True)
    away = (found.parameters - block().ten[:4]) / np.sqrt(np.diag(found.covariance))
    assert np.abs(away).max() < 3.5  # once in five hundred by chance; 6 and more with the rows on the way
    (told,) = (note for note in found.notes if "rows left out" in note)
    assert ("are its times in another unit?" in told) == (said == "ms")


def test_poses_of_a_raster_are_poses() -> None:
    """Small steps from row to row, all alike: a path, and no rests in it."""
    log = poses(block(), 200)
    from papers.puma_trial import regressor

    q = np.cumsum(np.full((200, 6), 0.02), axis=0) + log.q[:1]
    raster = replace(log, q=q, wrench=regressor(q, 0 * q, 0 * q) @ block().ten)
    found = symdyn.identify_load(PUMA, raster, static=True)
    assert found.rows == 200 and found.mass == pytest.approx(1.106, abs=1e-9)


def test_what_the_sensor_shows_of_nothing_is_told_with_the_option_that_takes_it_off() -> None:
    log = poses(block(), 12)
    assert log.wrench is not None
    noise = np.random.default_rng(0).normal(size=log.wrench.shape) * [0.3, 0.3, 0.3, 0.02, 0.02, 0.02]
    assert not any("of nothing" in note for note in symdyn.identify_load(PUMA, shown(log, noise), static=True).notes)
    noise[:, 1] += 5
    notes = symdyn.identify_load(PUMA, shown(log, noise), static=True).notes
    (told,) = (note for note in notes if "of nothing" in note)
    assert "the sensor shows fy 5" in told and "--offset" in told
    plain = symdyn.identify_load(PUMA, shown(log, noise), static=True, offset=True)
    assert plain.mass == pytest.approx(1.106, abs=5 * plain.sigma.mass)
    assert not any("of nothing" in note for note in plain.notes)


def shown(log: Log, more: np.ndarray) -> Log:
    assert log.wrench is not None
    return replace(log, wrench=log.wrench + more)


@pytest.mark.parametrize("time", ["none", "0", "back"])
def test_poses_need_no_time_and_no_order_and_are_not_suspected(tmp_path: Path, time: str) -> None:
    log = poses(block(), 12)
    assert log.wrench is not None
    log.q[5, 0] = 60.0 * np.pi / 180 * 6  # far from the poses before and after, and back
    from papers.puma_trial import regressor

    wrench = regressor(log.q, 0 * log.q, 0 * log.q) @ block().ten
    head = [f"q{i + 1}" for i in range(6)] + ["fx", "fy", "fz", "nx", "ny", "nz"]
    columns = [log.q, wrench]
    if time != "none":
        head, columns = ["time", *head], [0 * log.time[:, None] if time == "0" else -log.time[:, None], *columns]
    file = tmp_path / "poses.csv"
    np.savetxt(file, np.hstack(columns), delimiter=",", header=",".join(head), comments="")
    found = symdyn.identify_load(PUMA, file, static=True)
    assert found.rows == 12 and not found.notes
    assert found.mass == pytest.approx(1.106, abs=1e-9)


def test_an_empty_gripper_is_taken_off_in_the_same_frame() -> None:
    both, gripper = trial(bar()), trial(SPHERE)
    assert both.wrench is not None and gripper.wrench is not None
    held = replace(both, wrench=both.wrench + gripper.wrench)
    found = symdyn.identify_load(PUMA, held, tare=gripper)
    assert np.abs(found.parameters - bar().ten).max() < 1e-11
    noisy = symdyn.identify_load(PUMA, trial(bar(), seed=1), tare=trial(block(), seed=2))
    alone = symdyn.identify_load(PUMA, trial(bar(), seed=1))
    assert noisy.covariance[0, 0] > 1.5 * alone.covariance[0, 0]  # errors of both logs count


def test_a_sensor_that_reports_the_reaction_is_understood_and_told() -> None:
    log = trial(block())
    assert log.wrench is not None
    found = symdyn.identify_load(PUMA, replace(log, wrench=-log.wrench))
    assert found.mass == pytest.approx(1.106, abs=1e-12)
    assert any("sign was turned" in note for note in found.notes)


def test_positions_alone_are_enough() -> None:
    log = trial(bar(), samples=2000)
    found = symdyn.identify_load(PUMA, replace(log, qd=None, qdd=None))
    assert found.cutoff is not None
    assert found.mass == pytest.approx(2.0, rel=2e-3)  # the motion starts and ends in mid-air, where filters settle
    assert np.abs(np.diag(found.inertia)[[0, 2]] - 0.0243).max() < 1e-3  # type: ignore[arg-type]


def test_a_sensor_on_another_link_sees_the_load_from_there() -> None:
    robot = symdyn.load(PUMA)
    log = trial(block())
    last = symdyn.identify_load(robot, log)
    assert last.sensor == "link6"
    assert symdyn.identify_load(robot, log, sensor="link6").mass == last.mass
    from symdyn.identification.load.sensor import SensorKernels, with_sensor

    assert log.qd is not None and log.qdd is not None
    wrench = SensorKernels(with_sensor(robot, "link4")).regressor(log.q, log.qd, log.qdd) @ bar().ten
    found = symdyn.identify_load(robot, replace(log, wrench=wrench), sensor="link4")
    assert np.abs(found.parameters - bar().ten).max() < 1e-11


def test_two_identifications_give_the_load_without_a_sensor() -> None:
    arm = symdyn.load(PUMA)
    loaded = symdyn.load({**arm.source, "load": fields(bar())})
    with_load, without = recorded(loaded, 5, seconds=30, noise=0.02), recorded(arm, 6, seconds=30, noise=0.02)
    found = symdyn.identify_load(arm, with_load, tare=without)
    assert found.how == "joint torques"
    assert abs(found.mass - 2.0) < 4 * found.sigma.mass < 0.2  # one draw: four σ are enough but for odds of 1 in 15,000
    assert (np.abs(found.com - bar().com) < 4 * found.sigma.com).all()
    assert found.sigma.com.max() < 0.02


def test_friction_that_changed_between_two_logs_is_told_and_not_taken_for_the_load() -> None:
    def rubbing(part: float, **load: Any) -> symdyn.Robot:
        source = dict(symdyn.load(PUMA).source)
        joints = [{**joint, "friction": {"coulomb": 4 * part, "viscous": 2 * part}} for joint in source["joints"]]
        return symdyn.load({**source, **load, "joints": joints})

    empty = recorded(rubbing(1.0), 6, seconds=10, noise=0.02)
    for part in (1.0, 1.2):
        held = recorded(rubbing(part, load=fields(bar())), 5, seconds=10, noise=0.02)
        found = symdyn.identify_load(rubbing(1.0), held, tare=empty)
        errors = (found.parameters - bar().ten) / np.sqrt(np.diag(found.covariance))
        assert np.abs(errors).max() < 4  # all ten, one draw: odds of 1 in 1,600
        told = [note for note in found.notes if "which no load explains" in note]
        assert len(told) == (part != 1.0) and all("joint1.f" in note for note in told)


@pytest.mark.parametrize("integral", [False, True])
@pytest.mark.parametrize("measured", [False, True])
def test_a_wrench_that_comes_late_is_told_and_brought_back(measured: bool, integral: bool) -> None:
    log = trial(bar(), seed=1)
    log = log if measured else replace(log, qd=None, qdd=None)
    assert log.wrench is not None
    rows = 8
    late = replace(log, wrench=np.roll(log.wrench, rows, axis=0)).rows(slice(rows + 1, -1))
    by = rows / log.rate
    (told,) = (note for note in symdyn.identify_load(PUMA, late, integral=integral).notes if "than positions" in note)
    assert "the wrench comes about" in told and "later" in told
    seconds = float(told.split("--delay ")[1].split()[0])
    assert seconds == pytest.approx(by, rel=0.15)  # noise of the wrench's ends makes windows of 0.1 s show less of it
    found = symdyn.identify_load(PUMA, late, integral=integral, delay=by)
    assert not any("than positions" in note for note in found.notes)
    assert np.abs((found.parameters - bar().ten) / np.sqrt(np.diag(found.covariance))).max() < 4
    plain = symdyn.identify_load(PUMA, log, integral=integral)
    assert not any("than positions" in note for note in plain.notes)


def test_a_delay_of_poses_or_beyond_the_log_is_refused() -> None:
    with pytest.raises(InputError, match="poses at rest have none"):
        symdyn.identify_load(PUMA, poses(block(), 6), static=True, delay=0.1)
    with pytest.raises(InputError, match="shorter than a delay of 5 s"):
        symdyn.identify_load(PUMA, trial(block()), delay=5.0)
    with pytest.raises(InputError, match="must be a number of seconds"):
        symdyn.identify_load(PUMA, trial(block()), delay=np.nan)


def fields(load: Load) -> dict[str, Any]:
    xx, yy, zz = np.diag(load.inertia)
    return {
        "mass": load.mass,
        "com": [float(x) for x in load.com],
        "inertia": {"xx": float(xx), "xy": 0, "xz": 0, "yy": float(yy), "yz": 0, "zz": float(zz)},
    }


def test_rows_one_by_one_end_where_all_rows_do_and_forget_when_asked() -> None:
    from papers.puma_trial import regressor

    log, other = trial(block()), trial(bar())
    assert log.qd is not None and log.qdd is not None and log.wrench is not None and other.wrench is not None
    A = regressor(log.q, log.qd, log.qdd)
    running, fading = RecursiveLoad(), RecursiveLoad(memory=0.9)
    assert not running.ready
    for wrench in (log.wrench, other.wrench):
        for rows, w in zip(A, wrench, strict=True):
            running.add(rows, w)
            fading.add(rows, w)
    assert running.ready
    # 400 samples back at 0.9 a sample: 0.9^400 = 5e-19 of the weight
    assert np.abs(fading.ten - bar().ten).max() < 1e-5 < np.abs(running.ten - bar().ten).max()


def turned(log: Log, R: np.ndarray) -> Log:
    """The wrench in other axes, for which nobody was told."""
    assert log.wrench is not None
    return replace(log, wrench=np.hstack([log.wrench[:, :3] @ R.T, log.wrench[:, 3:] @ R.T]))


def about_z(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


@pytest.mark.parametrize("how", [{}, {"integral": True}, {"static": True}])
def test_a_wrench_in_other_axes_is_refused_and_a_quarter_turn_is_named(how: dict[str, bool]) -> None:
    log = poses(block(), 8) if "static" in how else trial(block(), seed=1)
    with pytest.raises(InputError, match="in other axes, of which x is y, y is -x, z is z of the sensor"):
        symdyn.identify_load(PUMA, turned(log, about_z(np.pi / 2)), **how)
    with pytest.raises(InputError, match=r"no load explains the wrench: .* is it in the axes of the sensor's link"):
        symdyn.identify_load(PUMA, turned(log, about_z(np.pi / 4)), **how)


def test_what_is_left_over_is_told_channel_by_channel() -> None:
    found = symdyn.identify_load(PUMA, trial(block(), seed=1))
    assert [one.joint for one in found.errors] == ["fx", "fy", "fz", "nx", "ny", "nz"]
    # 400 samples show a noise to 3.5 %
    assert [one.error for one in found.errors] == pytest.approx([0.3] * 3 + [0.02] * 3, rel=0.15)
    assert not any("leaves" in note for note in found.notes)


def test_a_sensor_that_was_not_zeroed_is_noticed_and_an_empty_hand_is_no_error() -> None:
    log = trial(block(), seed=1)
    assert log.wrench is not None
    biased = replace(log, wrench=log.wrench + np.array([2, 0, -1, 0.1, 0, 0]))
    (told,) = (note for note in symdyn.identify_load(PUMA, biased).notes if "of nothing" in note)
    assert re.search(r"the sensor shows fx (1.9|2.0)\d*, fz -(1.0|0.9)\d*, nx 0.1\d* of nothing: --offset", told)
    assert not any("of nothing" in note for note in symdyn.identify_load(PUMA, biased, offset=True).notes)
    nothing = replace(log, wrench=trial(block(), seed=2).wrench - trial(block()).wrench)
    assert abs(symdyn.identify_load(PUMA, log, tare=nothing).mass - 1.106) < 0.02


# --- bad input


def without_wrench() -> Log:
    return replace(trial(block()), wrench=None)


def at_rest() -> Log:
    log = trial(block())
    return replace(log, q=np.zeros_like(log.q) + 0.1, qd=None, qdd=None)


def about_one_axis() -> Log:
    log = trial(block())
    assert log.qd is not None and log.qdd is not None
    only = np.zeros(6)
    only[5] = 1
    return replace(log, q=log.q * only, qd=log.qd * only, qdd=log.qdd * only)


def stuck_channel() -> Log:
    log = trial(block())
    assert log.wrench is not None
    return replace(log, wrench=log.wrench * [1, 1, 1, 1, 1, 0])


WRONG: list[tuple[Any, dict[str, Any], str]] = [
    (without_wrench, {}, "there is no wrench; name the columns fx"),
    (at_rest, {}, "no joint moves; for a robot at rest"),
    (about_one_axis, {}, "this motion does not show .* turn the wrist about more axes"),
    (stuck_channel, {}, "nz never changes; was it recorded"),
    (lambda: trial(block()), {"sensor": "hand"}, "sensor: unknown link 'hand'"),
    (lambda: trial(block()), {"static": True, "integral": True}, "ask for one of the two"),
    (lambda: trial(block()).rows(slice(100, 300)), {"static": True}, "the robot never stands still"),
    (lambda: trial(block()), {"integral": True, "window": -1}, "window: must be a number above 0"),
    (lambda: trial(block()), {"integral": True, "window": 60}, "shorter than a window"),
    (lambda: trial(block()), {"window": 0.1}, "window: is the length of integrals"),
    (lambda: trial(block()), {"method": "svd"}, "there is no method 'svd' for loads"),
    (
        lambda: trial(block()),
        {"tare": trial(bar())},
        "the load's mass comes out as -0.894 kg more than the tare; .*--offset",
    ),
    (lambda: recorded(symdyn.load(PUMA), 1, seconds=3), {}, "takes a second log, without it"),
    (lambda: recorded(symdyn.load(PUMA), 1, seconds=3), {"static": True}, "neither a sensor nor poses"),
    (lambda: recorded(symdyn.load("two_link"), 1, seconds=3), {}, "has 2 joints, the robot 6"),
]


@pytest.mark.parametrize(("log", "options", "told"), WRONG)
def test_what_cannot_be_used_is_refused_in_one_line(log: Any, options: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told) as error:
        symdyn.identify_load(PUMA, log(), **options)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("memory", [0, 1.5, float("nan")])
def test_a_memory_that_is_none_is_refused(memory: float) -> None:
    with pytest.raises(InputError, match="memory: must be above 0"):
        RecursiveLoad(memory=memory)
