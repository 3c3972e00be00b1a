"""Safeguards of adaptation: each does what it says, and is off unless asked for."""

import numpy as np
import pytest
from generated_laws import controller as start

import symdyn
from symdyn.control import LAWS
from symdyn.runtime.controllers import Controller

ADAPTIVE = [law for law in LAWS if LAWS[law].adapts]
TEN = tuple(f"link2.{one}" for one in ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"))
STATE = np.random.default_rng(11).uniform(-1, 1, (5, 2))


def rate(controller: Controller, inputs: np.ndarray) -> np.ndarray:
    return controller.law(*inputs, qdd=inputs[4])[1]


@pytest.mark.parametrize("law", ADAPTIVE)
def test_errors_inside_the_dead_zone_do_not_adapt(law: str) -> None:
    assert rate(start("two_link", law, {}, "python"), STATE).any()
    assert not rate(start("two_link", law, {"dead_zone": 1e3}, "python"), STATE).any()


def test_what_adapts_is_the_error_beyond_the_dead_zone() -> None:
    """s is the velocity here, for the robot stands where it should."""
    zone, s = np.array([0.2, 0.3]), np.array([0.5, -0.7])
    q = np.array([0.4, -0.2])
    wide = start("two_link", "slotine_li", {"dead_zone": zone}, "python")
    plain = start("two_link", "slotine_li", {}, "python")
    Y = _regressor(plain, q, s)
    driven = np.sign(s) * (np.abs(s) - zone)
    expected = -plain.gains["Gamma"] * (Y.T @ driven)
    assert np.allclose(rate(wide, np.array([q, s, q, 0 * q, 0 * q])), expected, rtol=1e-12, atol=1e-15)


def _regressor(controller: Controller, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
    """Y at qd_r = 0, qdd_r = -Lambda qd, column by column from torques: K s is subtracted."""
    columns, u = [], len(controller.theta_names)
    feedback = controller.gains["K"] @ qd
    for j in range(u):
        controller.theta = np.eye(u)[j]
        columns.append(controller.law(q, qd, q, 0 * q, 0 * q)[0] + feedback)
    controller.reset()
    return np.array(columns).T


@pytest.mark.parametrize("law", ADAPTIVE)
def test_leakage_pulls_estimates_back_to_where_they_started(law: str) -> None:
    plain, leaky = start("two_link", law, {}, "python"), start("two_link", law, {"sigma": 0.5}, "python")
    begin = plain.theta
    for one in (plain, leaky):
        one.theta = begin + 1.0
    assert np.allclose(rate(leaky, STATE) - rate(plain, STATE), -0.5, rtol=1e-9)


@pytest.mark.parametrize("law", ADAPTIVE)
@pytest.mark.parametrize("backend", ["c", "python"])
def test_estimates_stay_within_their_bounds(law: str, backend: str) -> None:
    begin = start("two_link", law, {}, "python").theta
    low, high = begin - 1e-3, begin + 2e-3
    controller = start("two_link", law, {"theta_min": low, "theta_max": high, "settle": 0.0}, backend)
    source, reached = np.random.default_rng(1), np.zeros(2)
    for _ in range(300):
        controller.step(5e-3, *source.uniform(-3, 3, (5, 2)))
        assert (controller.theta >= low).all() and (controller.theta <= high).all()
        reached += [np.isclose(controller.theta, low).any(), np.isclose(controller.theta, high).any()]
    assert reached.all(), "or the bounds would not have been needed"


def test_estimates_that_the_file_makes_structurally_zero_stay_zero() -> None:
    """Walker's law estimates the full vector, with these in it."""
    structural = symdyn.load({**symdyn.load("two_link").source, "zeros": "structural"})
    controller = symdyn.controller(structural, "walker", backend="python")
    vanish = np.array([parameter.vanishes for parameter in structural.full_parameters])
    for inputs in np.random.default_rng(3).uniform(-1, 1, (20, 5, 2)):
        controller.step(1e-3, *inputs)
    assert vanish.any() and not controller.theta[vanish].any()


def pseudo_inertia(ten: np.ndarray) -> np.ndarray:
    m, mx, my, mz, xx, xy, yy, xz, yz, zz = ten
    I = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    S = np.trace(I) / 2 * np.eye(3) - I
    h = np.array([[mx], [my], [mz]])
    return np.block([[S, h], [h.T, np.array([[m]])]])


@pytest.mark.parametrize("law", ["walker", "slotine_li"])
@pytest.mark.parametrize("backend", ["c", "python"])
def test_bodies_stay_such_that_they_can_exist(law: str, backend: str) -> None:
    floor = 1e-3
    unknown = () if law == "walker" else TEN
    guarded = start("two_link", law, {"body_floor": floor, "settle": 0.0}, backend, unknown=unknown)
    free = start("two_link", law, {"settle": 0.0}, "python", unknown=unknown)
    source, impossible = np.random.default_rng(1), 0
    for _ in range(200):
        inputs = source.uniform(-2, 2, (5, 2))
        guarded.step(5e-3, *inputs)
        free.step(5e-3, *inputs)
        for at in range(0, len(guarded.theta), 10):
            least = np.linalg.eigvalsh(pseudo_inertia(guarded.theta[at : at + 10]))[0]
            assert least >= floor - 1e-12
            impossible += np.linalg.eigvalsh(pseudo_inertia(free.theta[at : at + 10]))[0] < 0
    assert impossible, "or nothing would have needed the safeguard"


UNBOUNDED = {"theta_min": -np.inf, "theta_max": np.inf}


def test_a_body_that_can_exist_is_left_as_it_is() -> None:
    guarded = start("two_link", "slotine_li", {"body_floor": 1e-9, **UNBOUNDED}, "c", unknown=TEN)
    free = start("two_link", "slotine_li", UNBOUNDED, "c", unknown=TEN)
    theta = np.array([2.0, 0.1, 0.2, -0.1, 0.5, 0.01, 0.6, 0.02, -0.03, 0.7])
    for one in (guarded, free):
        one.reset(theta)
        one.step(1e-3, *STATE)
    assert np.array_equal(guarded.theta, free.theta)


def test_the_nearest_possible_body_is_the_one_with_eigenvalues_lifted() -> None:
    """Nothing drives the estimates, so that the step is the projection alone."""
    guarded = start("two_link", "slotine_li", {"body_floor": 0.01, "dead_zone": 1e6, **UNBOUNDED}, "c", unknown=TEN)
    ten = np.random.default_rng(6).normal(size=10)
    guarded.reset(ten)
    guarded.step(1e-3, *STATE)
    values, vectors = np.linalg.eigh(pseudo_inertia(ten))
    expected = vectors @ np.diag(np.maximum(values, 0.01)) @ vectors.T
    assert (values < 0).any()
    assert np.abs(pseudo_inertia(guarded.theta) - expected).max() < 1e-12


def test_a_mass_matrix_that_is_none_is_inverted_with_its_floor() -> None:
    """Estimates of no mass at all: every pivot is at its floor, and Craig's rate is finite."""
    controller = start("two_link", "craig", {"pivot_floor": [0.5, 0.25]}, "python")
    u = len(controller.theta_names)
    twin = controller._runner._module  # type: ignore[attr-defined]
    x = np.array([1.0, 1.0])
    twin._solve(np.zeros((2, 2)), np.array([0.5, 0.25]), x)
    assert x.tolist() == [2.0, 4.0]
    controller.theta = np.full(u, -5.0)
    assert np.isfinite(rate(controller, STATE)).all()


def test_craigs_step_differentiates_through_its_filter() -> None:
    """A ramp of velocity is seen as its slope, after a few time constants."""
    controller = start("two_link", "craig", {"filter_time": 0.01}, "python")
    slope, dt, zero = np.array([2.0, -1.0]), 1e-3, np.zeros(2)
    for k in range(100):
        controller.step(dt, zero, slope * k * dt, zero, slope * k * dt, zero)
    twin = controller._runner._twin  # type: ignore[attr-defined]
    seen = (slope * 100 * dt - twin.qd_filtered) / (0.01 + dt)
    assert np.allclose(seen, slope, rtol=1e-3)
