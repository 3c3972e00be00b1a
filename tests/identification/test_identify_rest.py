"""Joints at rest: what friction does there says nothing of Coulomb's, nor do the rows that a filter carries it into."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from recorded_motion import ARM, recorded

import symdyn
from symdyn.identification.fit.gather import gather
from symdyn.identification.fit.model import model_of
from symdyn.identification.fit.rows import Recipe
from symdyn.identification.logs import Log
from symdyn.identification.logs.signals import LowPass, speed_noise


@pytest.fixture(scope="module")
def arm() -> symdyn.Robot:
    return symdyn.load(ARM)


def with_stops(arm: symdyn.Robot, seed: int = 4, *, sticking: bool = False) -> Log:
    """From pose to pose with rests between, in which joints stick: their friction is what it was at first.

    Or, ``sticking``, anything up to Coulomb's, at every stop something else.
    """
    draw = np.random.default_rng(seed)
    poses, part = draw.uniform(-1.5, 1.5, (16, 2)), np.linspace(0, 1, 400, endpoint=False)[:, None]
    smooth = 10 * part**3 - 15 * part**4 + 6 * part**5
    q = np.vstack([np.vstack([a + smooth * (b - a), np.repeat(b[None], 100, 0)]) for a, b in pairwise(poses)])
    qd, time = np.gradient(q, 0.002, axis=0), np.arange(len(q)) * 0.002
    tau = symdyn.build(arm, symdyn.Options(only=("inverse_dynamics",))).inverse_dynamics(
        q, qd, np.gradient(qd, 0.002, axis=0)
    )
    resting = np.abs(qd) < 1e-3
    if sticking:
        stops = np.cumsum(np.diff(resting[:, 0].astype(int), prepend=0) == 1)
        resting = resting * draw.uniform(-1.1, 1.1, (stops.max() + 1, 1))[stops]
    return Log("stops", time, q, tau=tau + 0.05 * draw.normal(size=q.shape) + resting * [1.1, 0.45])


def test_friction_comes_back_from_a_motion_with_stops(arm: symdyn.Robot) -> None:
    log = with_stops(arm)
    values = {}
    for standstill in (0.003, 0.0):
        fit = symdyn.identify(arm, log, physical=False, standstill=standstill)
        values[standstill] = dict(zip(fit.names, fit.pi, strict=True))
    for name, wanted in {"joint1.fc": 1.2, "joint2.fc": 0.5, "joint1.fv": 0.8, "joint2.fv": 0.3}.items():
        assert values[0.003][name] == pytest.approx(wanted, rel=0.03)
    assert abs(values[0.0]["joint1.fc"] - 1.2) > 0.1  # rests count, and spoil it


def test_rest_does_not_count_in_sigma(arm: symdyn.Robot) -> None:
    true, away = np.array(symdyn.minimal_parameters(arm).values), []
    for seed in range(8):
        fit = symdyn.identify(arm, with_stops(arm, seed, sticking=True), physical=False)
        away.append((fit.pi - true) / fit.sigma)
    # one, were σ exact; with what friction at rest leaves over in it, it was a tenth
    assert 0.6 < np.sqrt(np.mean(np.square(away))) < 1.5


def test_joints_that_turn_round_without_a_stop_lose_next_to_nothing(arm: symdyn.Robot) -> None:
    log = recorded(arm, 3, seconds=40)
    some, every = (gather(log, Recipe(model_of(arm), 8.0, standstill=part)).rows for part in (0.003, 0.0))
    assert 0.97 * every < some <= every


def test_a_joint_slower_than_the_noise_of_its_speed_is_at_rest(arm: symdyn.Robot) -> None:
    log = recorded(arm, 3, seconds=40)
    coarse = replace(log, q=np.round(log.q / 0.05) * 0.05)
    fine, rough = (gather(one, Recipe(model_of(arm), 20.0)) for one in (log, coarse))
    assert rough.rows < 0.97 * fine.rows


@pytest.mark.parametrize("recorded_too", [False, True])
def test_noise_of_speeds_is_told_from_the_motion(arm: symdyn.Robot, recorded_too: bool) -> None:
    log, keep_low = recorded(arm, 1, seconds=20), LowPass(10.0, 500.0)
    noise = 1e-3 * np.random.default_rng(0).normal(size=log.q.shape)
    seen = replace(log, qd=np.gradient(log.q, 0.002, axis=0) + noise) if recorded_too else replace(log, q=log.q + noise)
    passed = keep_low(noise) if recorded_too else np.gradient(keep_low(noise), 0.002, axis=0)
    assert speed_noise(seen, keep_low) == pytest.approx(passed.std(axis=0), rel=0.1)
    assert (speed_noise(log, keep_low) < 1e-6).all()
