"""Logs of robots whose parameters are known: what comes out is what went in, and as sure as it says."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from recorded_motion import ARM, recorded

import symdyn
from symdyn.errors import InputError
from symdyn.identification.fit.factor import factor_of, triangle, triangle_of_many
from symdyn.identification.fit.noise import inflation
from symdyn.identification.fit.prior import Prior
from symdyn.identification.fit.robot import with_effects
from symdyn.identification.fit.solve import solve
from symdyn.identification.fit.student import Together, parameter_freedom, widened
from symdyn.identification.logs import Log


@pytest.fixture(scope="module")
def arm() -> symdyn.Robot:
    return symdyn.load(ARM)


@pytest.fixture(scope="module")
def true_pi(arm: symdyn.Robot) -> np.ndarray:
    return np.array(symdyn.minimal_parameters(arm).values, dtype=float)


@pytest.mark.parametrize("method", ["wls", "ols", "lin"])
def test_a_log_without_noise_gives_the_parameters_back(arm: symdyn.Robot, true_pi: np.ndarray, method: str) -> None:
    fit = symdyn.identify(arm, recorded(arm, 1), method=method)
    # signs of velocities, filtered at the rate of samples, are what keeps this from being exact
    assert np.abs(fit.pi - true_pi).max() < 2e-3 * np.abs(true_pi).max()
    assert not fit.unseen
    assert max(error.relative for error in fit.errors) < 2e-3


def test_sigma_covers_the_truth_as_often_as_it_says(arm: symdyn.Robot, true_pi: np.ndarray) -> None:
    within = []
    for seed in range(40):
        fit = symdyn.identify(arm, recorded(arm, seed, noise=0.5), physical=False)
        within.append(np.abs(fit.pi - true_pi) < 1.96 * fit.sigma)
    # 95 % of 40 x 9 intervals; parameters of one run go together, hence the wide margin: a third of that is chance
    assert 0.90 < np.mean(within) < 0.985


@pytest.mark.parametrize("rate", [None, 500])
def test_sigma_of_short_logs_is_as_honest(arm: symdyn.Robot, true_pi: np.ndarray, rate: float | None) -> None:
    """Three seconds: 13 independent values of each joint's noise, of which ten parameters take a third."""
    within = []
    for seed in range(60):
        fit = symdyn.identify(arm, recorded(arm, seed, seconds=3, noise=0.5), rate=rate, physical=False)
        assert np.median(fit.freedom) < 30
        within.append(np.abs(fit.pi - true_pi) < 1.96 * fit.sigma)
    # of 200 runs 95.5 % are within; 92.5 % were, with σ of the normal distribution; chance of 60: one per cent
    assert 0.935 < np.mean(within) < 0.985


@pytest.mark.parametrize(("rate", "noise", "cutoff"), [(200, 5e-3, None), (200, 0.0, None), (500, 0.02, 1.5)])
def test_sigma_counts_what_the_filter_bends(
    arm: symdyn.Robot, true_pi: np.ndarray, rate: float, noise: float, cutoff: float | None
) -> None:
    """Hardly any noise, or a cut-off close to the motion: what is wrong is what the filter takes of accelerations."""
    away = []
    for seed in range(8):
        log = recorded(arm, seed, rate=rate, noise=noise)
        fit = symdyn.identify(arm, log, filter=cutoff, physical=False)
        away.append((fit.pi - true_pi) / fit.sigma)
    # one, were σ exact: it was up to five with none of this counted, and differences of neighbours for derivatives
    assert 0.4 < np.sqrt(np.mean(np.square(away))) < 1.4


@pytest.mark.parametrize("seconds", [0.6, 2.0])
def test_sigma_of_many_short_runs_is_as_honest(arm: symdyn.Robot, true_pi: np.ndarray, seconds: float) -> None:
    """A clock that starts again and again: no run is as long as the pieces whose spectra show the noise."""
    away = []
    for seed in range(8):
        runs = [recorded(arm, 100 * seed + i, seconds=seconds, noise=0.3) for i in range(round(12 / seconds))]
        time = np.concatenate([run.time + 100 * i for i, run in enumerate(runs)])
        q, tau = (np.concatenate([getattr(run, word) for run in runs]) for word in ("q", "tau"))
        fit = symdyn.identify(arm, Log("runs", time, q, tau=tau), physical=False)
        away.append((fit.pi - true_pi) / fit.sigma)
    # one, were σ exact; of 80 values that go together ten by ten, chance leaves 15 %
    assert 0.7 < np.sqrt(np.mean(np.square(away))) < 1.3


@pytest.mark.parametrize(
    "kind", ["plain", "dependent", "nearly so", "of all sizes", "not in the few", "zero", "no few"]
)
def test_the_triangle_of_many_rows_is_as_exact_as_one_of_all(kind: str) -> None:
    """Singular values, to rounding of the largest: those of normal equations would be wrong by its square root."""
    draw, time = np.random.default_rng(0), np.arange(4000) / 200
    columns = np.sin(np.outer(draw.uniform(0.3, 9, 12), time) + draw.uniform(0, 6, 12)[:, None])
    if kind in ("dependent", "nearly so"):
        columns[5] = columns[3] - 2 * columns[7] + (1e-7 * np.sin(7.7 * time) if kind == "nearly so" else 0)
    elif kind == "of all sizes":
        columns *= 10.0 ** -np.arange(12)[:, None]
    elif kind == "not in the few":
        columns[4] = (time > 1) & (time < 1.1)
    elif kind == "zero":
        columns[9] = 0
    few = columns[:, :0] if kind == "no few" else columns[:, ::50]
    found = triangle_of_many(columns, triangle(few.T))
    assert np.allclose(found, np.triu(found))
    sizes = np.linalg.norm(columns, axis=1)
    sizes[sizes == 0] = 1
    exact, ours = (np.linalg.svd(one / sizes, compute_uv=False) for one in (columns.T, found))
    assert np.abs(exact - ours).max() < 1e-13


def test_student_s_interval_is_the_textbook_s() -> None:
    """One joint, five rows, two parameters: three degrees of freedom, t = 3.182."""
    draw = np.random.default_rng(3)
    A, y = draw.normal(size=(5, 2)), draw.normal(size=5)
    plain = solve([factor_of(A, y)], "ols", np.ones(1))
    assert plain.taken == pytest.approx([2.0])
    assert np.allclose(plain.shares[0], np.diag(plain.covariance))
    all_rows = Together(np.ones(1), values=np.array([5.0]), rows=np.array([5.0]))
    freedom = all_rows.freedom(plain, np.array([5.0]))
    assert freedom == pytest.approx([3.0]) and parameter_freedom(plain, freedom) == pytest.approx([3.0, 3.0])
    wide = widened(plain, freedom)
    assert 1.959964 * np.sqrt(np.diag(wide.covariance) / np.diag(plain.covariance)) == pytest.approx([3.182446] * 2)


def test_sigma_of_joint_by_joint_covers_the_truth_too(arm: symdyn.Robot, true_pi: np.ndarray) -> None:
    within = []
    for seed in range(20):
        fit = symdyn.identify(arm, recorded(arm, seed, noise=0.5), method="lin", physical=False)
        within.append(np.abs(fit.pi - true_pi) < 1.96 * fit.sigma)
    assert 0.88 < np.mean(within) < 0.99


def test_a_fit_says_how_well_every_joint_was_excited(arm: symdyn.Robot) -> None:
    told = symdyn.identify(arm, recorded(arm, 1), physical=False).excitement
    assert [one.joint for one in told] == ["joint1", "joint2"] and all(1 <= one.condition < 50 for one in told)
    assert symdyn.identify("dual_arm", recorded(symdyn.load("dual_arm"), 1), physical=False).excitement == ()


def test_without_thinning_out_sigma_stays_honest(arm: symdyn.Robot, true_pi: np.ndarray) -> None:
    within = []
    for seed in range(20):
        fit = symdyn.identify(arm, recorded(arm, seed, noise=0.5), rate=500, physical=False)
        within.append(np.abs(fit.pi - true_pi) < 1.96 * fit.sigma)
    assert 0.88 < np.mean(within) < 0.99  # taken as independent, filtered rows cover a fifth


def test_weights_make_good_joints_count_more(arm: symdyn.Robot, true_pi: np.ndarray) -> None:
    errors = dict.fromkeys(("wls", "ols"), 0.0)
    for seed in range(8):
        log = recorded(arm, seed)
        assert log.tau is not None
        log.tau[:, 0] += 5 * np.random.default_rng(seed).normal(size=len(log.time))  # a bad sensor on joint 1
        for method in errors:
            fit = symdyn.identify(arm, log, method=method, physical=False)
            shared = [i for i, name in enumerate(fit.names) if name.startswith("link2")]  # what both joints feel
            errors[method] += float(np.sum((fit.pi - true_pi)[shared] ** 2))
    assert errors["wls"] < 0.1 * errors["ols"]


def test_a_motion_of_one_joint_says_which_parameters_it_does_not_show(arm: symdyn.Robot) -> None:
    log = recorded(arm, 3)
    still = symdyn.identify(arm, _held(arm, log, joint=1), physical=False)
    assert {one.name for one in still.unseen} >= {"joint2.fv", "joint2.fc"}
    assert np.abs(still.pi).max() < 100  # what is not shown is not made up
    assert {one.name: one.motion for one in still.unseen if one.name.startswith("joint2")} == dict.fromkeys(
        ("joint2.fv", "joint2.fc"), "turn joint2: its own torque shows it"
    )
    alone = {one.name: one for one in symdyn.identify(arm, _held(arm, log, joint=0), physical=False).unseen}
    assert "accelerate joint1" in alone["link1.Izz"].motion and "depends on it" in alone["link1.Izz"].why
    assert alone["link1.mx"].why.endswith("only together with link1.my")  # gravity in one pose
    assert alone["link1.mx"].motion.startswith("rest in poses that differ in joint1:")


def _held(arm: symdyn.Robot, log: Log, joint: int) -> Log:
    q = log.q.copy()
    q[:, joint] = 0.3
    rate = log.rate
    qd = np.gradient(q, 1 / rate, axis=0)
    tau = symdyn.build(arm, symdyn.Options(only=("inverse_dynamics",))).inverse_dynamics(
        q, qd, np.gradient(qd, 1 / rate, axis=0)
    )
    return Log("held", log.time, q, tau=tau)


def test_another_log_is_the_judge(arm: symdyn.Robot) -> None:
    fit = symdyn.identify(arm, [recorded(arm, 1, noise=0.2), recorded(arm, 2, noise=0.2)])
    held_out = fit.validate(recorded(arm, 9))
    assert [error.joint for error in held_out] == ["joint1", "joint2"]
    assert max(error.relative for error in held_out) < 0.02


def test_bodies_of_the_identified_robot_are_real_and_have_its_parameters(arm: symdyn.Robot) -> None:
    fit = symdyn.identify(arm, recorded(arm, 1, noise=0.3))
    assert fit.bodies.outcome in ("real", "nearest")
    assert all(verdict.physical for verdict in symdyn.physical_bodies(arm, fit.full))
    again = symdyn.load(dict(fit.robot.source))
    assert np.allclose(again.parameters, fit.full, rtol=1e-12, atol=1e-12)  # com times mass, divided before


def test_noise_that_leaves_no_real_bodies_leads_to_the_nearest() -> None:
    pytest.importorskip("clarabel")
    panda = symdyn.load("panda")
    log = recorded(panda, 3, noise=1.0)
    fit = symdyn.identify(panda, log)
    assert fit.bodies.outcome == "nearest"
    assert all(verdict.physical for verdict in symdyn.physical_bodies(panda, fit.full))
    plain, real = (np.hypot.reduce([e.error for e in errors]) for errors in (fit.errors, fit.validate(log)))
    assert real < 1.01 * plain  # the data hardly tells the two apart


def test_bodies_of_a_panda_with_five_per_cent_of_noise_cost_hardly_any_accuracy() -> None:
    pytest.importorskip("clarabel")
    panda = symdyn.load("panda")
    log = recorded(panda, 0)
    assert log.tau is not None
    # a twentieth of every torque is left of the noise behind a filter that lets a fiftieth of its power pass
    size = 0.05 * np.sqrt(50 * (log.tau**2).mean(axis=0))
    log.tau[:] += size * np.random.default_rng(0).normal(size=log.tau.shape)
    fit = symdyn.identify(panda, log)
    assert fit.bodies.outcome == "nearest"
    assert all(body.physical for body in symdyn.physical_bodies(panda, fit.full))
    for free, real in zip(fit.errors, fit.written_errors, strict=True):
        assert real.error < 1.01 * free.error and 0.02 < free.relative < 0.1


def test_friction_is_added_where_a_file_has_none() -> None:
    bare = symdyn.load("panda")
    rubbing = with_effects(bare, ["viscous", "coulomb", "rotor"])
    added = set(rubbing.parameter_names) - set(bare.parameter_names)
    assert {"joint3.fv", "joint3.fc", "joint3.Ia"} <= added
    assert with_effects(rubbing, ["viscous"]).parameter_names == rubbing.parameter_names


def test_triangles_of_parts_are_the_triangle_of_the_whole() -> None:
    draw = np.random.default_rng(0)
    A, y = draw.normal(size=(60, 5)), draw.normal(size=60)
    whole = factor_of(A, y)
    merged = factor_of(A[:7], y[:7]).merged(factor_of(A[7:], y[7:]))
    assert merged.rows == whole.rows == 60
    assert np.allclose(whole.R.T @ whole.R, merged.R.T @ merged.R, rtol=0, atol=1e-12)  # orthogonal steps only
    x = np.linalg.lstsq(A, y, rcond=None)[0]
    assert np.allclose(solve([merged], "ols").x, x, rtol=0, atol=1e-13)
    assert merged.residual(x) == pytest.approx(np.linalg.norm(A @ x - y), rel=1e-12)


def test_ridge_is_the_paper_s_formula() -> None:
    draw = np.random.default_rng(1)
    A, y = draw.normal(size=(40, 4)), draw.normal(size=40)
    found = solve([factor_of(A, y)], "ridge")
    s = found.noise[0]
    wanted = np.linalg.solve(A.T @ A / s**2 + 10 * np.eye(4), A.T @ y / s**2)
    assert np.allclose(found.x, wanted, rtol=1e-5)  # weights settle to 1e-6


def test_independent_residuals_are_not_inflated_and_smooth_ones_are() -> None:
    white = np.random.default_rng(2).normal(size=4000)
    smooth = np.convolve(white, np.ones(8) / 8, mode="valid")  # long-run variance 8 times the variance
    assert inflation(white) < 1.5
    assert 5 < inflation(smooth) < 11


def test_more_rows_of_the_same_noise_do_not_make_a_fit_surer(arm: symdyn.Robot) -> None:
    log = recorded(arm, 4, noise=0.5)
    thin, dense = (symdyn.identify(arm, log, rate=rate, physical=False) for rate in (None, 500))
    assert dense.rows > 50 * thin.rows
    # both hold the same frequencies; taken as independent, the dense rows would claim a ninth
    assert np.allclose(dense.sigma, thin.sigma, rtol=0.2)


def test_what_cannot_be_used_is_told_in_one_line(arm: symdyn.Robot) -> None:
    log = recorded(arm, 1, seconds=2)
    with pytest.raises(InputError, match="unknown method 'best'"):
        symdyn.identify(arm, log, method="best")
    with pytest.raises(InputError, match="below half the rate"):
        symdyn.identify(arm, log, filter=float(Fraction(1000)))
    with pytest.raises(InputError, match="has 2 joints, the robot 7"):
        symdyn.identify("panda", log)
    with pytest.raises(InputError, match="no joint moves"):
        symdyn.identify(arm, Log("rest", log.time, np.zeros_like(log.q), tau=log.tau))
    with pytest.raises(InputError, match="there are no logs"):
        symdyn.identify(arm, [])


def test_a_fit_that_explains_nothing_says_so(arm: symdyn.Robot) -> None:
    log = recorded(arm, 1)
    noise = np.random.default_rng(0).normal(size=log.q.shape)
    fit = symdyn.identify(arm, Log("noise", log.time, log.q, tau=noise), physical=False)
    assert any("does not explain joint2" in note for note in fit.notes)


def test_a_belief_fills_what_data_does_not_show_and_yields_where_it_does(
    arm: symdyn.Robot, true_pi: np.ndarray
) -> None:
    log = recorded(arm, 1, noise=0.1)
    log.q[:, 0] = log.q[0, 0]  # joint 1 rests: much of link 1 is not shown
    moving = symdyn.build(arm, symdyn.Options(only=("inverse_dynamics",)))
    qd = np.gradient(log.q, log.time, axis=0)
    tau = moving.inverse_dynamics(log.q, qd, np.gradient(qd, log.time, axis=0))
    log = Log("joint 2 alone", log.time, log.q, tau=tau + 0.1 * np.random.default_rng(0).normal(size=tau.shape))
    alone, believed = (symdyn.identify(arm, log, physical=False, prior=given) for given in (None, (arm, 0.1)))
    assert not np.isfinite(alone.sigma).all() and np.isfinite(believed.sigma).all()
    hidden = ~np.isfinite(alone.sigma)
    assert (np.abs(believed.pi - true_pi) <= 3 * believed.sigma)[hidden].all()
    wrong = symdyn.load({**ARM, "joints": [{**one, "friction": {"viscous": 9, "coulomb": 9}} for one in ARM["joints"]]})
    place = alone.names.index("joint2.fv")
    despite = symdyn.identify(arm, log, physical=False, prior=(wrong, 10.0))  # ten times their size: hardly believed
    assert despite.pi[place] == pytest.approx(0.3, abs=0.05)


def test_beliefs_are_weighed_as_gauss_does() -> None:
    """One parameter, one joint: the mean of data and belief, by the inverse squares of their σ."""
    draw = np.random.default_rng(0)
    A, sigma = np.ones((400, 1)), 2.0
    y = 3.0 + sigma * draw.normal(size=400)
    factor, prior = factor_of(A, y), Prior(np.array([5.0]), np.array([0.1]))
    found = solve([factor], "wls", np.ones(1), prior)
    precise = 400 / found.noise[0] ** 2
    assert found.x[0] == pytest.approx((precise * y.mean() + 100 * 5.0) / (precise + 100), rel=1e-6)
    assert found.covariance[0, 0] == pytest.approx(1 / (precise + 100), rel=1e-6)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"prior": (ARM, 0.1), "method": "ols"}, "counts with the method wls"),
        ({"prior": (ARM, 0.0)}, "above 0"),
        ({"prior": ("screwdriver", 0.1)}, "no parameter that arm has"),
    ],
)
def test_a_belief_that_cannot_be_used_is_told(arm: symdyn.Robot, options: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        symdyn.identify(arm, recorded(arm, 1, seconds=4), **options)


def test_friction_that_falls_with_speed_and_differs_with_direction_is_found(arm: symdyn.Robot) -> None:
    log = recorded(arm, 1, noise=0.02)
    assert log.tau is not None
    qd = np.gradient(log.q, log.time, axis=0)
    log.tau[:, 0] += 0.15 * np.abs(qd[:, 0]) + 1.5 * np.sign(qd[:, 0]) * np.exp(-((qd[:, 0] / 0.2) ** 2))
    plain = symdyn.identify(arm, log, physical=False)
    fit = symdyn.identify(arm, log, friction=("asymmetric", "stribeck"), physical=False)
    value = dict(zip(fit.names, fit.pi, strict=True))
    # the sign of a velocity, sampled and filtered, keeps these from being exact
    assert value["joint1.fa"] == pytest.approx(0.15, abs=0.02) and value["joint1.fs"] == pytest.approx(1.5, rel=0.1)
    assert value["joint1.fc"] == pytest.approx(1.2, rel=0.05) and abs(value["joint2.fa"]) < 0.02
    speed = {one.name: one.speed for one in fit.recipe.model.columns}
    assert speed["joint1.fs"] == 0.2
    assert fit.errors[0].error < 0.3 * plain.errors[0].error
    assert fit.validate(log)[0].error == pytest.approx(fit.written_errors[0].error)
    assert fit.judged(log)[0][0].error == pytest.approx(fit.errors[0].error)
    assert not any("chance" in note for note in fit.notes)
    # the file, which cannot hold that friction, is as good as one of a fit without it
    assert np.allclose(fit.robot.parameters, plain.robot.parameters, rtol=1e-6, atol=1e-9)
    assert fit.written_errors[0].error == pytest.approx(plain.written_errors[0].error)


def test_friction_that_is_none_explains_no_more_than_chance(arm: symdyn.Robot) -> None:
    for seed in range(3):
        log = recorded(arm, seed, noise=0.3)
        fit = symdyn.identify(arm, log, friction=("asymmetric", "stribeck"), physical=False)
        assert any("fa and fs explain no more than" in note for note in fit.notes)


def test_a_kind_of_friction_that_there_is_not_is_told(arm: symdyn.Robot) -> None:
    with pytest.raises(InputError, match="magnetic"):
        symdyn.identify(arm, recorded(arm, 1, seconds=4), friction=("magnetic",))
