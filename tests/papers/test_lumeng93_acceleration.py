"""Lu and Meng, remark 2 of section III and the steps at the end of section V: with `==`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from exact_settings import compute, inner, matrix, product
from lumeng_arms import ARMS, FRACTION_ARMS, arm

from symdyn.dynamics.regressors.filtered_regressor import split_regressor
from symdyn.dynamics.setting import Setting
from symdyn.papers.energy_regressor import W_1, W_2, Y_1, Y_2, Y_3, added
from symdyn.papers.link_jacobian import link_jacobians
from symdyn.papers.regressor_acceleration import acceleration_from_regressors, bias_and_mass_matrix
from symdyn.papers.sixteen_parameters import sixteen_columns
from symdyn.parameters.minimal_parameters import minimal_parameters


@pytest.fixture(params=ARMS, scope="session")
def anywhere(request: pytest.FixtureRequest) -> Setting[Any]:
    """Three-joint arms with a load over the rationals, and of any geometry over a finite field."""
    return arm(request.param)


@pytest.fixture(params=FRACTION_ARMS, scope="session")
def at(request: pytest.FixtureRequest) -> Setting[Any]:
    """The arms over the rationals."""
    return arm(request.param)


# --- III-A, remark 2


def side_by_side(left: Sequence[Sequence[Any]], right: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [[*a, *b] for a, b in zip(left, right, strict=True)]


def test_remark_2_parts_of_the_filtered_regressor_are_those_of_47(anywhere: Setting[Any]) -> None:
    at, parts = anywhere, split_regressor(anywhere)
    starts = [i for i, name in enumerate(at.robot.parameter_names) if name.endswith(".m")]
    links = link_jacobians(at.whole, at.whole_poses)
    for start, link in zip(starts, links, strict=True):
        momentum, rest = (
            [sixteen_columns(row[start : start + 10]) for row in part] for part in (parts.momentum, parts.rest)
        )
        assert momentum == side_by_side(W_1(link, at.qd), W_2(link, at.qd))
        energy = added(Y_1(link, at.qd), Y_3(link, at.whole.gravity))
        assert rest == side_by_side(energy, Y_2(link, at.qd))


# --- V-B, evaluation of q̈ in simulations


def test_v_b_steps_give_the_acceleration_of_forward_dynamics(anywhere: Setting[Any]) -> None:
    at = anywhere

    def Y(qdd: Sequence[Any]) -> list[tuple[Any, ...]]:  # noqa: N802 - the paper's letter
        return matrix(compute("regressor_full", replace(at, qdd=tuple(qdd))), len(at.parameters))

    assert acceleration_from_regressors(Y, at.parameters, at.tau) == compute("forward_dynamics", at)


def test_v_b_steps_give_bias_and_mass_matrix_of_estimates_in_minimal_parameters(at: Setting[Any]) -> None:
    minimal = minimal_parameters(at.robot)
    guess = [2 * value - 1 for value in at.parameters]
    pi = [inner([weight.rational for weight in row], guess) for row in minimal.matrix]

    def Y(qdd: Sequence[Any]) -> list[tuple[Any, ...]]:  # noqa: N802
        return matrix(compute("regressor", replace(at, qdd=tuple(qdd), pivots=minimal.pivots)), len(pi))

    bias, H = bias_and_mass_matrix(Y, pi, at.robot.n)
    guessed = replace(at, parameters=guess)
    assert tuple(entry for row in H for entry in row) == compute("mass_matrix", guessed)
    assert tuple(bias) == compute("inverse_dynamics", replace(guessed, qdd=(0,) * at.robot.n))


def test_v_b_steps_printed_without_second_dots_have_no_mass_matrix(at: Setting[Any]) -> None:
    """Y(q, q̇, q̇) as printed does not change with the unit vectors."""

    def printed(qdd: Sequence[Any]) -> list[tuple[Any, ...]]:
        return matrix(compute("regressor_full", replace(at, qdd=at.qd)), len(at.parameters))

    _, H = bias_and_mass_matrix(printed, at.parameters, at.robot.n)
    assert not any(entry for row in H for entry in row)
    assert any(product(printed(()), at.parameters))
