"""Classical adaptive laws as exact theorems: over fractions, the Lyapunov function falls by the feedback, with `==`."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from exact_settings import inner
from exact_twin import exact_law, friction_power, lyapunov_rate
from random_robots import random_robot


def tree(seed: int) -> dict[str, Any]:
    return random_robot(seed, entries=5, tree=True, rational=True, load=True)


@pytest.mark.parametrize("seed", [51, 52, 53])
@pytest.mark.parametrize("law", ["slotine_li", "walker"])
def test_lyapunov_function_falls_by_the_feedback_alone(law: str, seed: int) -> None:
    at = exact_law(law, tree(seed), seed)
    assert lyapunov_rate(at) == -at.quadratic(at.gains["K"])


def friction_of(at: Any) -> list[Any]:
    """Whether a parameter is one of friction that cannot be below zero."""
    return [name.endswith((".fv", ".fc")) for name in at.robot.parameter_names]


def true_signs(rates: Any, speed: Any) -> tuple[Any, ...]:
    """Signs of a plant whose friction is as smooth as the law's."""
    return tuple(max(-1, min(1, rate / width)) for rate, width in zip(rates, speed, strict=True))


@pytest.mark.parametrize(
    ("law", "seed"),
    [
        pytest.param(law, seed, marks=() if seed < 54 else pytest.mark.slow)
        for law in ("slotine_li", "slotine_li_modified", "walker")
        for seed in range(51, 59)
    ],
)
def test_friction_made_up_for_at_the_reference_velocity_only_helps(law: str, seed: int) -> None:
    """Friction that never falls with velocity: s'(f(q') - f(q_r')) is not below zero, and V falls by as much more."""
    at = exact_law(law, tree(seed), seed)
    values = zip(friction_of(at.at), at.at.parameters, strict=True)
    rubbing = replace(at, at=replace(at.at, parameters=tuple(abs(x) if rubs else x for rubs, x in values)))
    assert friction_power(rubbing, true_signs(at.at.qd, at.gains["friction_speed"])) > 0


def test_friction_made_up_for_at_another_velocity_may_drive_the_error() -> None:
    """At q' + 2 s say, where it grows faster than the robot's own."""
    at = exact_law("slotine_li", tree(51), 51)
    names = at.at.robot.parameter_names
    viscous = replace(at.at, parameters=tuple(int(name.endswith(".fv")) for name in names))
    beyond = tuple(rate + 2 * s for rate, s in zip(at.at.qd, at.s, strict=True))
    none = (0,) * at.at.robot.n
    there = replace(at, at=viscous).truly("inverse_dynamics_friction", qdd=none, qd_f=beyond, sign_f=none)
    here = replace(at, at=viscous).truly("inverse_dynamics_friction", qdd=none, qd_f=at.at.qd, sign_f=none)
    assert inner(at.s, [a - b for a, b in zip(here, there, strict=True)]) < 0


@pytest.mark.parametrize("law", ["slotine_li", "slotine_li_modified", "walker"])
def test_what_the_integral_takes_it_gives_back(law: str) -> None:
    """With V + z'Ki z/2, z' = s: the torque's -Ki z costs s'Ki z, which the integral's own term returns, exactly."""
    at = exact_law(law, tree(51), 51)
    z = tuple(Fraction(3 * i - 4, 5) for i in range(at.at.robot.n))
    controller = at.module.Controller(at.gains, at.theta)
    state = (at.at.q, at.at.qd, *at.desired)
    plain, rate = controller.law(*state)
    controller.integral = controller.integral * 0 + list(z)
    held, same_rate = controller.law(*state)
    power = inner(at.s, [a - b for a, b in zip(held, plain, strict=True)])
    of_integral = sum(k * x * s for k, x, s in zip(at.gains["Ki"], z, at.s, strict=True))
    assert power + of_integral == 0 and of_integral != 0
    assert tuple(rate) == tuple(same_rate)


@pytest.mark.parametrize("law", ["slotine_li", "walker"])
def test_leakage_adds_what_the_proof_says(law: str) -> None:
    sigma = Fraction(1, 3)
    plain = exact_law(law, tree(54), 54)
    leaky = replace(plain, gains={**plain.gains, "sigma": sigma})
    leaky.module.Controller.reset = _starting_at(plain.true)(leaky.module.Controller.reset)
    rows = zip(plain.theta, plain.true, plain.gains["Gamma"], strict=True)
    added = -sigma * inner(*zip(*(((a - b) / g, a - b) for a, b, g in rows), strict=True))
    assert lyapunov_rate(leaky) == -plain.quadratic(plain.gains["K"]) + added


def _starting_at(start: Any) -> Any:
    """Let leakage pull to the true parameters, for then it can only help."""

    def wrap(reset: Any) -> Any:
        def patched(self: Any, theta: Any) -> None:
            reset(self, theta)
            self.theta_start = self.theta_start * 0 + list(start)

        return patched

    return wrap
