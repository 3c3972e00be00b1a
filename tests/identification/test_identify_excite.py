"""Exciting motions: derivatives are right, limits hold between samples too, and what is found is better than chance."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from recorded_motion import ARM

import symdyn
from symdyn.errors import InputError
from symdyn.identification.excite.families import Family, WayPoints, fourier_series
from symdyn.identification.excite.limits import Box, Limits, limits_of, with_margin
from symdyn.identification.excite.problem import Problem, problem_of
from symdyn.identification.excite.search import random_motion, search
from symdyn.identification.excite.worth import MEASURES, condition
from symdyn.identification.fit.one_thread import one_thread
from symdyn.options import Options

FAMILIES: dict[str, Family] = {"series": fourier_series(4, 8.0), "way-points": WayPoints(6, 12.0)}
TIGHT = Limits(*(np.array(x, dtype=float) for x in ([-2, -1], [2, 2], [1.5, 2], [3, 4], [40, 14])))
BOX = Box(1, np.array([0.2, 0, 0]), np.array([-np.inf, -0.4, -np.inf]), np.array([0.65, np.inf, np.inf]))


@pytest.fixture(scope="module")
def arm() -> symdyn.Robot:
    return symdyn.load(ARM)


def problem(robot: symdyn.Robot, family: str, criterion: str = "condition", limits: Limits = TIGHT) -> Problem:
    kernels = symdyn.build(robot, Options(only=("regressor", "forward_kinematics")))
    pi = np.array(symdyn.minimal_parameters(robot).values, dtype=float)
    places = kernels.forward_kinematics if limits.boxes else None
    return problem_of(FAMILIES[family], limits, MEASURES[criterion], kernels.regressor, pi, places)


@pytest.mark.parametrize("criterion", MEASURES)
@pytest.mark.parametrize("family", FAMILIES)
def test_the_slope_is_that_of_differences(arm: symdyn.Robot, family: str, criterion: str) -> None:
    asked = problem(arm, family, criterion, replace(TIGHT, effort=np.array([20.0, 3.0]), boxes=(BOX,)))
    draw = np.random.default_rng(0)
    C = 1.3 * random_motion(asked, draw)  # beyond limits, so that penalties have slopes, too
    assert asked.nearest(C)["torque"] > 1 and asked.nearest(C)["place"] > 1
    _, slope = asked.worth(C, 10.0)
    for _ in range(3):
        way = draw.normal(size=C.shape) * 1e-6
        difference = (asked.worth(C + way, 10.0)[0] - asked.worth(C - way, 10.0)[0]) / 2
        # differences of step 1e-6 inside, and a sign of a velocity may change between: a thousandth of the slope
        assert difference == pytest.approx((slope * way).sum(), rel=2e-3, abs=1e-9)


@pytest.mark.parametrize("family", FAMILIES)
def test_motions_begin_and_end_at_rest_in_one_pose(family: str) -> None:
    chosen = FAMILIES[family]
    C = chosen.random(np.random.default_rng(1), 3)
    q, qd, qdd = (B @ C for B in chosen.basis(np.array([0.0, chosen.period])))
    assert np.abs(q[0] - q[1]).max() < 1e-12 and max(np.abs(qd).max(), np.abs(qdd).max()) < 1e-12


@pytest.mark.parametrize("family", FAMILIES)
def test_the_trajectory_of_a_scenario_is_the_motion_that_was_judged(arm: symdyn.Robot, family: str) -> None:
    chosen = FAMILIES[family]
    C = chosen.random(np.random.default_rng(2), 2)
    times = np.linspace(0, chosen.period, 50)
    made = chosen.trajectory(C).motion(times, arm)
    for part, B in zip((made.q, made.qd, made.qdd), chosen.basis(times), strict=True):
        assert np.abs(part - B @ C).max() < 1e-12


def when_it_is_better(step: str) -> None:
    """Stop, as Ctrl-C does: how long that takes is the machine's business."""
    if (found := re.match(r"best (\S+), at random (\S+),", step)) and float(found[1]) < 0.9 * float(found[2]):
        raise KeyboardInterrupt


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_found_keeps_every_limit_and_is_better_than_the_best_at_random(arm: symdyn.Robot, family: str) -> None:
    asked = problem(arm, family, limits=replace(TIGHT, boxes=(BOX,)))
    best = search(asked, starts=2, random=40, seconds=60.0, seed=3, progress=when_it_is_better)
    assert best.C is not None and best.value < 0.95 * best.random
    times = np.linspace(0, asked.family.period, 20011)  # samples that nothing was judged at
    made = asked.family.trajectory(best.C).motion(times, arm)
    tau = symdyn.build(arm, symdyn.Options(only=("inverse_dynamics",))).inverse_dynamics(made.q, made.qd, made.qdd)
    between = 1 + 1e-4  # what a motion does between the samples that it is judged at
    middle, reach = asked.limits.middle, asked.limits.reach
    assert (np.abs(made.q - middle) <= reach * between).all()
    assert (np.abs(made.qd) <= TIGHT.velocity * between).all()
    assert (np.abs(made.qdd) <= TIGHT.acceleration * between).all()
    assert (np.abs(tau) <= TIGHT.effort * 1.002).all()  # Coulomb friction jumps between two samples
    elbow = made.q.sum(axis=1)
    x = 0.5 * np.cos(made.q[:, 0]) + 0.2 * np.cos(elbow)
    y = 0.5 * np.sin(made.q[:, 0]) + 0.2 * np.sin(elbow)
    assert x.max() <= 0.65 + 1e-4 and y.min() >= -0.4 - 1e-4


def test_a_search_that_is_stopped_gives_the_best_so_far(arm: symdyn.Robot) -> None:
    asked = problem(arm, "series")
    told = []

    def stop(step: str) -> None:
        told.append(step)
        if len(told) > 1:
            raise KeyboardInterrupt

    best = search(asked, starts=1, random=10, seconds=60.0, seed=0, progress=stop)
    assert best.C is not None and asked.excess(best.C) <= 1e-9 and len(told) == 2


def test_the_same_seed_gives_the_same_motion(arm: symdyn.Robot) -> None:
    asked = problem(arm, "way-points")
    one, other = (search(asked, starts=1, random=20, seconds=1e3, seed=5) for _ in range(2))
    assert one.C is not None and other.C is not None and (one.C == other.C).all()


def test_excite_answers_with_a_motion_of_the_robot(arm: symdyn.Robot) -> None:
    motion = symdyn.excite(arm, random=8, seconds=1.0, starts=1, period=4.0, acceleration=[10, 20])
    assert motion.q(0.5).shape == (2,) and motion.qd([0, 1, 2]).shape == (3, 2)
    assert np.abs(motion.q(1.0) - motion.q(5.0)).max() < 1e-12  # it repeats
    assert motion.condition >= 1 and motion.parameters == 10 and "nothing limits velocity" in motion.notes[0]


def test_unknown_inertias_leave_torques_unlimited_and_this_is_told() -> None:
    joints = [{"type": "revolute", "link": {}, "limits": {"effort": 10}}]
    robot = symdyn.load({"symdyn": 1, "name": "one", "gravity": [0, -9.81, 0], "joints": joints})
    motion = symdyn.excite(robot, random=4, seconds=1.0, starts=1)
    assert "torques were not limited" in motion.notes[0] and "torque" not in motion.nearest


def test_a_file_of_limits_takes_the_place_of_the_robot_s(arm: symdyn.Robot, tmp_path: Path) -> None:
    path = tmp_path / "limits.yaml"
    path.write_text(
        "limits: 1\nvelocity: 2\nlower: [-1, -pi/4]\nupper: 1\nboxes:\n  - {link: link2, lower: [null, null, 0.1]}\n"
    )
    found = limits_of(arm, path)
    assert found.velocity.tolist() == [2, 2] and found.lower.tolist() == [-1, -np.pi / 4]
    assert found.effort.tolist() == [np.inf, np.inf] and found.boxes[0].joint == 1
    assert found.boxes[0].lower.tolist() == [-np.inf, -np.inf, 0.1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("limits: 2\n", "starts with 'limits: 1'"),
        ("limits: 1\nvelocity: 0\n", "velocity: must be above 0"),
        ("limits: 1\nspeed: 1\n", "speed"),
        ("limits: 1\nlower: [1, 2, 3]\n", "expected 2 numbers"),
        ("limits: 1\nlower: 2\nupper: 1\n", "leave no room"),
        ("limits: 1\nboxes: [{link: hand, lower: [0, 0, 0]}]\n", "hand"),
        ("limits: 1\nboxes: [{link: link2}]\n", "corner"),
    ],
)
def test_wrong_limits_are_told(arm: symdyn.Robot, tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "limits.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=told):
        limits_of(arm, path)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"harmonics": 1}, "2 or more"),
        ({"criterion": "trace"}, "criterion"),
        ({"period": 0}, "above 0"),
        ({"waypoints": 1}, "2 or more"),
        ({"margin": 1.0}, "below 1"),
        ({"acceleration": [1, 2, 3]}, "2, one for each joint"),
    ],
)
def test_wrong_options_are_told(arm: symdyn.Robot, options: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        symdyn.excite(arm, **options)


def test_limits_that_rest_itself_exceeds_are_named(arm: symdyn.Robot) -> None:
    weak = replace(TIGHT, effort=np.array([1.0, 14.0]))
    with pytest.raises(InputError, match="beyond limits of torque"):
        symdyn.excite(arm, limits=weak, random=4, starts=1, seconds=2.0)


@pytest.mark.slow
def test_a_motion_of_a_panda_beats_a_thousand_series_at_random() -> None:
    """At most 0.6 of the condition of the best of them, which need not even begin at rest, within the same limits."""
    panda = symdyn.load("panda")
    allowed = replace(limits_of(panda), acceleration=np.array([15, 7.5, 10, 12.5, 15, 20, 20.0]))
    found = symdyn.excite(panda, limits=allowed, seconds=60.0)
    kept, pi = with_margin(allowed, 0.02, 0.2), np.array(symdyn.minimal_parameters(panda).values, dtype=float)
    kernels = symdyn.build(panda, Options(only=("regressor",)))
    with one_thread():
        best = min(_best_at_random(kernels.regressor, kept, pi, decay) for decay in (0.0, 1.0, 2.0))
    print(f"found {found.condition:.4g}, at random {found.random:.4g} at rest, {best:.4g} anyhow")
    assert found.condition <= 0.6 * min(best, found.random)


def _best_at_random(regressor: Any, limits: Limits, pi: np.ndarray, decay: float) -> float:
    """Sines and cosines of five harmonics with normal coefficients that fall off as their order, scaled to limits."""
    draw, times, h = np.random.default_rng(7), np.arange(200) / 20, np.arange(1, 6)
    angle = np.outer(times, 2 * np.pi / 10 * h)
    w = 2 * np.pi / 10 * np.tile(h, 2)
    sines, cosines = np.sin(angle), np.cos(angle)
    bases = np.hstack([sines, cosines]), np.hstack([cosines, -sines]) * w, -np.hstack([sines, cosines]) * w**2
    found = []
    for _ in range(1000):
        middle = limits.middle + 0.6 * limits.reach * draw.uniform(-1, 1, 7)
        coefficients = draw.normal(size=(10, 7)) / np.tile(h, 2)[:, None] ** decay
        q, qd, qdd = (B @ coefficients for B in bases)
        room = np.minimum.reduce(
            [
                (limits.reach - np.abs(middle - limits.middle)) / np.abs(q).max(axis=0),
                limits.velocity / np.abs(qd).max(axis=0),
                limits.acceleration / np.abs(qdd).max(axis=0),
            ]
        )
        for part in (1.0, 0.9, 0.8, 0.7, 0.6, 0.5):  # torques
            Y = regressor(middle + part * room * q, part * room * qd, part * room * qdd)
            if (np.abs(Y @ pi) <= limits.effort).all():
                found.append(condition(Y.reshape(-1, Y.shape[2])))
                break
    return min(found)
