"""Recursive least squares: least squares of all samples, honest covariance, bounded forgetting, rest left out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from closed_loop import robot

import symdyn
from symdyn.control import WATCHERS
from symdyn.errors import DivergenceError, InputError, ProofError
from symdyn.generate import generate
from symdyn.identification.logs import Log
from symdyn.identification.replay import replay
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.package.proofs import printed_law, proved_law
from symdyn.reference import watchers

LAW = "recursive_least_squares"
RUBBING: dict[str, Any] = {
    "symdyn": 1,
    "name": "rubbing",
    "gravity": [0, -9.8, 0],
    "joints": [
        {
            "type": "revolute",
            "link": {"mass": 2, "com": [0.2, 0, 0], "inertia": dict(xx=0.1, xy=0, xz=0, yy=0.1, yz=0, zz=0.1)},
            "friction": {"viscous": 0.8, "coulomb": 1.2},
        }
    ],
}


@cache
def package(scalar: str = "double", unknown: tuple[str, ...] = ()) -> Package:
    options = Options(laws=(LAW,), only=WATCHERS[LAW].kernels, scalar=scalar)  # type: ignore[arg-type]
    return generate(robot("two_link", unknown), options)


def motion(count: int, seed: int = 0, noise: float = 0.0, dt: float = 0.002) -> Log:
    """Two joints in a sum of sines, with torques of the middle of every period."""
    draw = np.random.default_rng(seed)
    w, a, p = draw.uniform(1, 9, (3, 2)), draw.uniform(0.2, 0.5, (3, 2)), draw.uniform(0, 6, (3, 2))
    t = np.arange(count) * dt

    def at(t: np.ndarray) -> list[np.ndarray]:
        phase = w * t[:, None, None] + p
        return [(f).sum(axis=1) for f in (a * np.sin(phase), a * w * np.cos(phase), -a * w * w * np.sin(phase))]

    q, qd, _ = at(t)
    tau = symdyn.build("two_link").inverse_dynamics(*at(t)) + noise * draw.normal(size=q.shape)
    return Log("made up", t, q, qd=qd, tau=tau)


def test_every_watcher_has_its_equations() -> None:
    assert watchers.WATCHERS.keys() == WATCHERS.keys()


def test_it_is_the_least_squares_of_all_rows_that_it_saw() -> None:
    log = motion(400, noise=0.2)
    gains = {"noise": [0.2, 0.4], "spread": np.full(6, 2.0)}
    found = symdyn.watcher("two_link", gains, theta=np.zeros(6), backend="python")
    twin = found._runner._twin  # type: ignore[attr-defined]
    information, weighted = np.eye(6) / 4, np.zeros(6)
    assert log.qd is not None and log.tau is not None
    for q, qd, tau in zip(log.q, log.qd, log.tau, strict=True):
        found.step(0.002, q, qd, tau)
        Y, y = 10 * twin.Y_f / [[0.2], [0.4]], 10 * twin.tau_f / [0.2, 0.4]
        information, weighted = information + Y.T @ Y, weighted + Y.T @ y
    assert found.theta == pytest.approx(np.linalg.solve(information, weighted), rel=1e-9, abs=1e-9)
    assert found.covariance == pytest.approx(np.linalg.inv(information), rel=1e-6, abs=1e-12)


def test_sigma_covers_the_truth() -> None:
    true = np.array(symdyn.minimal_parameters(robot("two_link")).values, dtype=float)
    z = []
    for seed in range(16):
        found = symdyn.watcher("two_link", {"noise": [0.3, 0.3], "spread": np.full(6, 3.0)}, theta=0.5 * true)
        replay(found, motion(800, seed, noise=0.3))
        z.append((found.theta - true) / found.sigma)
    assert 0.88 < np.mean(np.abs(z) < 1.96) <= 1.0  # means of neighbouring rows are a little surer than it says
    assert 0.6 < np.sqrt(np.mean(np.square(z))) < 1.15


def test_forgetting_follows_a_change_and_memory_does_not() -> None:
    before, after = motion(1000), motion(1000, seed=1)
    assert after.tau is not None
    after = replace(after, time=after.time + 3.0, tau=1.5 * after.tau)  # as if all were heavier by half
    true = np.array(symdyn.minimal_parameters(robot("two_link")).values, dtype=float)
    wrong = {}
    for forget in (0.0, 0.3):
        found = symdyn.watcher("two_link", {"forget": forget, "noise": [0.1, 0.1]})
        replay(found, before)
        assert found.theta == pytest.approx(true, abs=1e-2)
        replay(found, after)
        wrong[forget] = np.abs(found.theta - 1.5 * true).max()
    assert 4 * wrong[0.3] < wrong[0.0]


@pytest.mark.parametrize("forget", [0.0, 0.01, 3.0])
def test_the_covariance_never_exceeds_what_it_began_with(forget: float) -> None:
    found = symdyn.watcher("two_link", {"forget": forget})
    start = found.gains["spread"] ** 2
    draw = np.random.default_rng(2)
    for k in range(600):
        still = k % 300 > 100
        q, qd, tau = draw.normal(size=(3, 2))
        found.step(0.004, q * 0 if still else q, qd * 0 if still else qd, tau)
        assert (np.diag(found.covariance) <= start * (1 + 1e-9)).all()
        assert np.linalg.eigvalsh(found.covariance / np.sqrt(np.outer(start, start)))[0] > 0


def test_a_joint_that_sticks_spoils_nothing() -> None:
    rubbing = symdyn.load(RUBBING)
    t = np.arange(0, 8, 0.004)[:, None]
    moves = (t % 4 < 2).astype(float)  # from 0 to 1.5 and back, with two seconds of rest after each
    part = np.clip((t % 4) / 2, 0, 1)
    turned = 1.5 * (10 * part**3 - 15 * part**4 + 6 * part**5)
    q = np.where((t // 4) % 2 < 1, turned, 1.5 - turned)
    qd = np.gradient(q, 0.004, axis=0)
    tau = symdyn.build(rubbing).inverse_dynamics(q, qd, np.gradient(qd, 0.004, axis=0)) + 1.1 * (1 - moves)
    true = np.array(symdyn.minimal_parameters(rubbing).values, dtype=float)
    found = {}
    for speed in (0.02, 0.0):
        one = symdyn.watcher(rubbing, {"noise": [0.05], "rest_speed": [speed]}, theta=0.5 * true)
        replay(one, Log("stops", t[:, 0], q, qd=qd, tau=tau))
        found[speed] = np.abs(one.theta - true).max()
    assert symdyn.watcher(rubbing).gains["rest_speed"] == pytest.approx([0.02])
    assert 4 * found[0.02] < found[0.0]


def test_c_and_its_twin_take_the_same_steps_in_both_types_of_number() -> None:
    log = motion(50, noise=0.1)
    double, single, twin = (
        symdyn.watcher("two_link", theta=np.zeros(6), **more)
        for more in ({}, {"scalar": "float"}, {"backend": "python"})
    )
    ends = [replay(one, log)[-1] for one in (double, single, twin)]
    assert ends[0] == pytest.approx(ends[2], rel=1e-12, abs=1e-12)
    assert ends[1] == pytest.approx(ends[0], rel=1e-2, abs=1e-2)


def test_a_step_that_cannot_be_taken_changes_nothing() -> None:
    found = symdyn.watcher("two_link")
    replay(found, motion(20))
    kept = found.state
    with pytest.raises(DivergenceError):
        found.step(0.001, [0.1, np.nan], [0, 0], [0, 0])
    with pytest.raises(DivergenceError):
        found.step(0.001, [0.1, 0.2], [1e200, 1e200], [0, 0])
    with pytest.raises(InputError, match="positive number of seconds"):
        found.step(0.0, [0.1, 0.2], [0, 0], [0, 0])
    assert found.state == kept


def test_after_a_pause_the_filters_begin_anew_and_estimates_stay() -> None:
    found = symdyn.watcher("two_link", backend="python")
    replay(found, motion(200))
    theta, sigma = found.theta, found.sigma
    found.step(5.0, [0.1, 0.2], [0.3, 0.1], [9.0, 9.0])
    assert (found.theta == theta).all() and (found.sigma == sigma).all()
    twin = found._runner._twin  # type: ignore[attr-defined]
    assert not twin.Y_f.any() and not twin.tau_f.any()


def test_what_watches_does_not_control_and_the_other_way_round() -> None:
    with pytest.raises(InputError, match=r"symdyn\.watcher runs it"):
        symdyn.controller("two_link", LAW)
    with pytest.raises(InputError, match=r"symdyn\.controller runs it"):
        symdyn.watcher("two_link", law="pd_gravity")


FAULTS = {
    "a factor of the covariance": ("self->D[j] *= before / alpha;", "self->D[j] *= before / noise;"),
    "a sign in its triangle": ("V + b[i] * p;", "V - b[i] * p;"),
    "what rows before explain": ("left -= w[j] * moved[j];", "left -= 0 * w[j] * moved[j];"),
    "the trapezoidal rule": ("dt / 2 * (rest[j]", "dt * (rest[j]"),
    "forgetting": ("most * (1 - known)", "most * (1 + known)"),
    "rest": ("PARTS * gains->a * self->rest_f[i] < 1", "PARTS * gains->a * self->rest_f[i] < 0"),
    "the beginning": ("self->D[j] = gains->spread[j] * gains->spread[j];", "self->D[j] = gains->spread[j];"),
}


@pytest.mark.parametrize(("before", "after"), FAULTS.values(), ids=FAULTS)
def test_c_that_is_not_its_law_is_refused(before: str, after: str) -> None:
    made = package()
    source = f"two_link_{LAW}.c"
    assert before in made.files[source]
    files = {**made.files, source: made.files[source].replace(before, after)}
    programs = {kernel.name: kernel.program for kernel in made.kernels}
    with pytest.raises(ProofError, match=f"controller {LAW}: .* is not that of its law"):
        proved_law(printed_law(made.laws[0], made.facts, programs, files), ("c",))


def test_a_part_of_the_parameters_is_estimated_too() -> None:
    assert '"laws": 1' in package("float", ("link2.mass", "link2.com")).files["manifest.json"]
