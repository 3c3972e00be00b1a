"""LuMeng93, section V: the modified Slotine-Li law, on what is generated, with `==` over fractions."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from exact_settings import inner, product
from exact_twin import ExactLaw, exact_law, lyapunov_rate
from random_robots import random_robot

LAW = "slotine_li_modified"
DIRECT, QUASI = 0, 1


def tree(seed: int) -> dict[str, Any]:
    """A tree with rational geometry; its load too is a link beyond."""
    return random_robot(seed, entries=4, tree=True, rational=True, load=True)


LAMBDA = Fraction(5, 2)


@cache
def law_of(seed: int) -> ExactLaw:
    return exact_law(LAW, tree(seed), seed, form=DIRECT)


@pytest.fixture(params=[31, 32, 33])
def direct(request: pytest.FixtureRequest) -> ExactLaw:
    return law_of(request.param)


@pytest.fixture(params=[31, 32])
def quasi(request: pytest.FixtureRequest) -> ExactLaw:
    law = law_of(request.param)
    return replace(law, gains={**law.gains, "form": QUASI, "Lambda": [LAMBDA] * law.at.robot.n})


def test_86_reference_velocity_and_s(direct: ExactLaw) -> None:
    """With q̃ = 0 and q̃' = 0 there is neither feedback nor adaptation: s vanishes."""
    on_course = replace(direct, desired=(direct.at.q, direct.at.qd, direct.desired[2]))
    assert not any(on_course.s)
    tau, theta_dot = on_course.law()
    assert not any(theta_dot)
    assert tau == on_course_torque(on_course)


def on_course_torque(law: ExactLaw) -> tuple[Any, ...]:
    """Y(q, q̇, q̈_d) with the estimates."""
    return tuple(torque_and_drive(law, law.desired[2])[0])


def torque_and_drive(law: ExactLaw, a: tuple[Any, ...]) -> Any:
    """Y(q, q̇, a) with the estimates, friction at q̇_r, and Y's transpose times s."""
    kernel = law.module.robot.adaptive_inverse_dynamics
    return kernel(law.at.q, law.at.qd, a, law.qd_r, law.sign_r, law.s, law.theta)


def test_87_error_of_the_torque_is_the_regressor_times_the_estimates_error(direct: ExactLaw) -> None:
    """And Y's transpose times s is what drives the estimates: the power of the torque's error on s."""
    estimated, w = torque_and_drive(direct, direct.qdd_r)
    true = direct.truly("inverse_dynamics_friction", qdd=direct.qdd_r, qd_f=direct.qd_r, sign_f=direct.sign_r)
    error = [a - b for a, b in zip(estimated, true, strict=True)]
    wrong = [a - b for a, b in zip(direct.theta, direct.true, strict=True)]
    assert inner(direct.s, error) == inner(w, wrong)  # [LuMeng93 (87)]


def test_88_89_92_torque_and_rate_of_the_estimates(direct: ExactLaw) -> None:
    model, w = torque_and_drive(direct, direct.qdd_r)
    tau, theta_dot = direct.law()
    feedback = product(direct.gains["K"], direct.s)
    assert tau == tuple(y - k for y, k in zip(model, feedback, strict=True))
    assert theta_dot == tuple(-g * x for g, x in zip(direct.gains["Gamma"], w, strict=True))


def test_90_91_lyapunov_function_falls_where_the_gain_dominates_coriolis_forces(direct: ExactLaw) -> None:
    rate = lyapunov_rate(direct)  # [LuMeng93 (90)]
    assert rate == -direct.quadratic(difference(direct.gains["K"], direct.coriolis_matrix))  # [LuMeng93 (91)]
    assert rate == -direct.quadratic(difference(direct.gains["K"], symmetric(direct.coriolis_matrix)))


def test_91_the_gain_alone_is_not_enough() -> None:
    """The classical law's rate does not hold for this one: C must be dominated."""
    law = law_of(32)
    assert lyapunov_rate(law) != -law.quadratic(law.gains["K"])


def test_88_with_the_velocity_for_the_acceleration_fails(direct: ExactLaw) -> None:
    """As printed, with its dots lost: Y(q, q̇, q̇_r)."""
    q_d, qd_d, qdd_d = direct.desired
    qd_r = tuple(rate - s for rate, s in zip(direct.at.qd, direct.s, strict=True))
    shift = [a - b for a, b in zip(qd_r, direct.qdd_r, strict=True)]
    printed = replace(direct, desired=(q_d, qd_d, tuple(a + b for a, b in zip(qdd_d, shift, strict=True))))
    tau, theta_dot = printed.law()
    needed = direct.truly("inverse_dynamics", qdd=direct.qdd_r)
    wrong = [(a - b) / g for a, b, g in zip(direct.theta, direct.true, direct.gains["Gamma"], strict=True)]
    of_motion = inner(direct.s, [t - h for t, h in zip(tau, needed, strict=True)]) + direct.quadratic(
        direct.coriolis_matrix
    )
    assert of_motion + inner(wrong, theta_dot) != -direct.quadratic(
        difference(direct.gains["K"], direct.coriolis_matrix)
    )


def test_93_94_lyapunov_function_falls_by_the_true_inertia(quasi: ExactLaw) -> None:
    inertia = [tuple(LAMBDA * x for x in row) for row in quasi.mass_matrix]
    assert lyapunov_rate(quasi) == -quasi.quadratic(
        difference(inertia, symmetric(quasi.coriolis_matrix))
    )  # [LuMeng93 (93)]


def test_95_96_torque_is_a_computed_torque_with_estimates(quasi: ExactLaw) -> None:
    q_d, qd_d, qdd_d = quasi.desired
    rows = zip(qdd_d, quasi.at.qd, qd_d, quasi.at.q, q_d, strict=True)
    a = tuple(acc - 2 * LAMBDA * (rate - rate_d) - LAMBDA**2 * (q - d) for acc, rate, rate_d, q, d in rows)
    assert quasi.law()[0] == tuple(torque_and_drive(quasi, a)[0])


def difference(A: Any, B: Any) -> list[tuple[Any, ...]]:
    return [tuple(x - y for x, y in zip(*rows, strict=True)) for rows in zip(A, B, strict=True)]


def symmetric(A: Any) -> list[tuple[Any, ...]]:
    half = Fraction(1, 2)
    return [tuple(half * (A[i][j] + A[j][i]) for j in range(len(A))) for i in range(len(A))]
