"""Composite adaptation: predictions of torque without acceleration, and what they add to the proof and to learning."""

import numpy as np
from closed_loop import Sinusoids, Vector, plant
from generated_laws import controller as start
from test_control_lyapunov import ROUNDING, random_states, sliding_error, v_dot_terms

from symdyn.runtime.controllers import Controller

LAW = "slotine_li_composite"


def sampled(name: str, controller: Controller, desired: Sinusoids, seconds: float, dt: float) -> Vector:
    """Run a sampled loop: the torque of each step is held while the plant moves on. Return the estimates' errors."""
    true = controller.theta
    controller.reset(0.7 * true)
    q, qd, _ = desired(0.0)
    q, qd = q + 0.1, 0 * qd
    errors = []
    for k in range(round(seconds / dt)):
        tau = controller.step(dt, q, qd, *desired(k * dt))
        for _ in range(4):
            q, qd = _runge_kutta(name, q, qd, tau, dt / 4)
        errors.append(np.linalg.norm((controller.theta - true) / np.sqrt(controller.gains["Gamma"])))
    return np.array(errors)


def _runge_kutta(name: str, q: Vector, qd: Vector, tau: Vector, h: float) -> tuple[Vector, Vector]:
    def rate(x: Vector) -> Vector:
        return np.concatenate([x[n:], plant(name).forward_dynamics(x[:n], x[n:], tau)])

    n, x = len(q), np.concatenate([q, qd])
    a = rate(x)
    b = rate(x + h / 2 * a)
    c = rate(x + h / 2 * b)
    x = x + h / 6 * (a + 2 * b + 2 * c + rate(x + h * c))
    return x[:n], x[n:]


def prediction_error(dt: float) -> float:
    """How far the filtered torque is from the filtered regressor times the true parameters, after a second."""
    controller = start("two_link", LAW, {}, "python")
    true = controller.theta
    sampled("two_link", controller, Sinusoids(2, 0.4), 1.0, dt)
    twin = controller._runner._twin  # type: ignore[attr-defined]
    return float(np.abs(twin.Y_f @ true - twin.tau_f).max() / np.abs(twin.tau_f).max())


def test_filtered_regressor_predicts_the_filtered_torque() -> None:
    """The trapezoidal rule's error falls with the square of the period."""
    coarse, fine = prediction_error(4e-3), prediction_error(2e-3)
    assert coarse < 1e-4
    assert 3.5 < coarse / fine < 4.5


def test_lyapunov_function_falls_by_the_predictions_errors_too() -> None:
    controller = start("two_link", LAW, {}, "python")
    true, twin = controller.theta, controller._runner._twin  # type: ignore[attr-defined]
    source = np.random.default_rng(2)
    for at in random_states(controller):
        twin.Y_f = source.normal(size=twin.Y_f.shape)
        twin.tau_f = twin.Y_f @ true
        s, _ = sliding_error(controller, at)
        predicted = twin.Y_f @ (at.theta - true)
        expected = -s @ controller.gains["K"] @ s - predicted @ (controller.gains["composite"] * predicted)
        terms = v_dot_terms("two_link", controller, at, true)
        assert abs(terms.sum() - expected) <= ROUNDING * (np.abs(terms).sum() + abs(expected))


def test_composite_adaptation_stays_calm_where_plain_adaptation_is_too_fast() -> None:
    Gamma = 10 * start("two_link", LAW).gains["Gamma"]
    errors = {}
    for name, more in (("plain", {"composite": 0.0}), ("composite", {})):
        controller = start("two_link", LAW, {"Gamma": Gamma, **more})
        run = sampled("two_link", controller, Sinusoids(2, 0.4, (2.0, 5.1)), 3.0, 2e-3)
        errors[name] = run[-1] / run[0]
    assert errors["plain"] > 1
    assert errors["composite"] < 0.2


def test_without_weights_it_is_the_plain_law() -> None:
    twins = [start("two_link", "slotine_li"), start("two_link", LAW, {"composite": 0.0})]
    source = np.random.default_rng(4)
    for _ in range(20):
        inputs = source.uniform(-1, 1, (5, 2))
        plain, composite = (twin.step(1e-3, *inputs) for twin in twins)
        assert np.array_equal(plain, composite)
    assert np.array_equal(twins[0].theta, twins[1].theta)
