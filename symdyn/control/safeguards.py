"""Gains that every adaptive law has: the adaptation's own, and safeguards that are off unless asked for.

    dead zone     s_i - clamp(s_i, -d_i, d_i) drives the adaptation instead of s_i, so noise does not
    leakage       theta_dot -= sigma (theta - theta_start), so estimates cannot drift far unexcited
    bounds        at the start and after a step, theta is clamped to theta_min, theta_max
    consistency   after a step, each body that is estimated as a whole is moved to the nearest one that can exist

What each does to the stability argument is on the laws' pages in docs/laws.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from symdyn.control.law import Gain, Rule, Values
from symdyn.control.scales import Scales, rounded


def same(value: float) -> Callable[[Scales], Values]:
    """Return the default of a number."""
    return lambda _: value


def per_joint(value: float) -> Callable[[Scales], Values]:
    """Return the default of a vector with the same entry for every joint."""
    return lambda scales: (value,) * scales.n


def inertia_times(factor: float) -> Callable[[Scales], Values]:
    """Return the default of a vector: a multiple of the inertia that each joint feels."""
    return lambda scales: tuple(rounded(factor * inertia) for inertia in scales.inertias)


def diagonal_inertia_times(factor: float) -> Callable[[Scales], Values]:
    """Return the same as a diagonal matrix."""

    def default(scales: Scales) -> Values:
        entries = [rounded(factor * inertia) for inertia in scales.inertias]
        return tuple(tuple(x if i == j else 0.0 for j in range(scales.n)) for i, x in enumerate(entries))

    return default


def _per_estimate(value: float) -> Callable[[Scales], Values]:
    return lambda scales: (value,) * len(scales.theta)


def _adaptation(scales: Scales) -> Values:
    """An estimate that is wrong by its own size weighs as much in V as an error of 1 rad/s in every joint."""
    return tuple(rounded(size * size / sum(scales.inertias)) for size in scales.theta)


FRICTION_SPEED = Gain(
    "friction_speed",
    ("n",),
    "velocity below which Coulomb friction is made up for in proportion",
    "rad/s, m/s",
    Rule.NOT_NEGATIVE,
    per_joint(0.05),
    "0.05; 0: jumps with the sign",
)


GAMMA = Gain(
    "Gamma",
    ("u",),
    "adaptation of each estimate",
    "square of the estimate's unit per joule",
    Rule.POSITIVE,
    _adaptation,
    "the estimate's size squared, over the sum of the joints' inertias and 1 rad^2/s^2",
)


def adaptation_gains(error: str = "s", gamma: Gain = GAMMA) -> tuple[Gain, ...]:
    """Return the gains of adaptation; ``error`` is the letter of what drives it."""
    return (
        gamma,
        Gain(
            "dead_zone",
            ("n",),
            f"{error} below this does not adapt",
            f"that of {error}",
            Rule.NOT_NEGATIVE,
            per_joint(0.0),
            "0: off",
        ),
        Gain(
            "sigma", (), "leakage of the estimates to where they started", "1/s", Rule.NOT_NEGATIVE, same(0.0), "0: off"
        ),
        Gain(
            "theta_min",
            ("u",),
            "estimates do not go below",
            "that of the estimate",
            Rule.LOWER_BOUND,
            _per_estimate(-math.inf),
            "without bound",
        ),
        Gain(
            "theta_max",
            ("u",),
            "estimates do not go above",
            "that of the estimate",
            Rule.UPPER_BOUND,
            _per_estimate(math.inf),
            "without bound",
        ),
        Gain(
            "body_floor",
            (),
            "least eigenvalue of a whole body's pseudo-inertia",
            "kg, kg m^2",
            Rule.NOT_NEGATIVE,
            same(0.0),
            "0: off",
        ),
    )
