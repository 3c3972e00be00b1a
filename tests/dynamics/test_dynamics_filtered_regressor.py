"""A filter makes the regressor of its two parts without acceleration, with `==` over exact scalars."""

from fractions import Fraction
from typing import Any

from exact_settings import compute, inner, matrix, moving, product

from symdyn.algebra.dual import Dual, derivative_of, value_of
from symdyn.dynamics.regressors.filtered_regressor import SplitRegressor, filter_rate, filtered, split_regressor
from symdyn.dynamics.setting import Setting
from symdyn.parameters.pi import pi_pivots

A = Fraction(7, 3)  # of the filter 1/(D + a)


def friction(at: Setting[Any]) -> list[Any]:
    torques = []
    for effects, qd, sign in zip(at.effects, at.qd, at.sign, strict=True):
        of = dict(effects)
        torques.append(of.get("fv", 0) * qd + of.get("fc", 0) * sign + of.get("fo", 0))
    return torques


def derivatives(rows: Any) -> list[list[Any]]:
    return [[derivative_of(entry) for entry in row] for row in rows]


def full_regressor(at: Setting[Any]) -> list[tuple[Any, ...]]:
    return matrix(compute("regressor_full", at), len(at.parameters))


def test_first_part_gives_the_momentum(at: Setting[Any]) -> None:
    M = matrix(compute("mass_matrix", at), at.robot.n)
    assert product(split_regressor(at).momentum, at.parameters) == product(M, at.qd)


def test_second_part_gives_what_is_left_without_acceleration(at: Setting[Any]) -> None:
    C = matrix(compute("coriolis_matrix", at), at.robot.n)
    back = [inner(column, at.qd) for column in zip(*C, strict=True)]
    parts = zip(back, compute("gravity", at), friction(at), strict=True)
    expected = tuple(-of_speed + weight + rest for of_speed, weight, rest in parts)
    assert product(split_regressor(at).rest, at.parameters) == expected


def test_rate_of_the_first_part_and_the_second_make_the_regressor(at: Setting[Any]) -> None:
    changing = split_regressor(moving(at, at.qd)).momentum
    rest = split_regressor(at).rest
    Y = [tuple(a + b for a, b in zip(*rows, strict=True)) for rows in zip(derivatives(changing), rest, strict=True)]
    assert full_regressor(at) == Y


def test_filter_of_the_parts_is_the_filter_of_the_regressor(at_over_field: Setting[Any]) -> None:
    """D Y_f = Y - a Y_f, whatever the state Z of the filter is."""
    at, parts = at_over_field, split_regressor(at_over_field)
    state = tuple(tuple(entry * 2 + 1 for entry in row) for row in parts.rest)
    rates = filter_rate(parts, state, A)
    moved = split_regressor(moving(at, at.qd))
    changing = tuple(
        tuple(Dual(z, rate) for z, rate in zip(*rows, strict=True)) for rows in zip(state, rates, strict=True)
    )
    Y_f = filtered(moved, changing)
    for row, of_regressor in zip(Y_f, full_regressor(at), strict=True):
        assert [derivative_of(y) for y in row] == [y - A * value_of(f) for y, f in zip(of_regressor, row, strict=True)]


def test_filter_that_starts_at_the_momentum_starts_at_zero(at: Setting[Any]) -> None:
    parts: SplitRegressor[Any] = split_regressor(at)
    assert not any(entry for row in filtered(parts, parts.momentum) for entry in row)


def test_kernel_has_the_columns_of_the_pivots(at: Setting[Any]) -> None:
    parts = split_regressor(at)
    columns = [[row[j] for row in part for j in pi_pivots(at.robot)] for part in (parts.momentum, parts.rest)]
    assert compute("regressor_filtered", at) == (*columns[0], *columns[1])
