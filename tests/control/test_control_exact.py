"""Classical adaptive laws as exact theorems: over fractions, the Lyapunov function falls by the feedback, with `==`."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from exact_settings import inner
from exact_twin import exact_law, lyapunov_rate
from random_robots import random_robot


def tree(seed: int) -> dict[str, Any]:
    return random_robot(seed, entries=5, tree=True, rational=True, load=True)


@pytest.mark.parametrize("seed", [51, 52, 53])
@pytest.mark.parametrize("law", ["slotine_li", "walker"])
def test_lyapunov_function_falls_by_the_feedback_alone(law: str, seed: int) -> None:
    at = exact_law(law, tree(seed), seed)
    assert lyapunov_rate(at) == -at.quadratic(at.gains["K"])


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
