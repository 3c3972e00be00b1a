"""Fused adaptive kernels against the regressors that they do without, with `==` over exact scalars."""

from dataclasses import replace
from typing import Any

import pytest
from exact_settings import compute, inner, matrix, outputs, product, random_setting
from random_robots import random_robot

import symdyn
from symdyn.dynamics.joint_effects import COEFFICIENTS
from symdyn.dynamics.regressors.known_unknown import directions
from symdyn.dynamics.regressors.slotine_li import slotine_li_regressor
from symdyn.dynamics.setting import Setting
from symdyn.papers.walker import walker_law
from symdyn.parameters.pi import pi_pivots


def transposed_product(rows: Any, vector: Any) -> tuple[Any, ...]:
    return product(list(zip(*rows, strict=True)), vector)


def along_directions(at: Setting[Any], rows: Any) -> list[tuple[Any, ...]]:
    columns = [product(rows, direction.over(at.lift)) for direction in directions(at.robot, pi_pivots(at.robot))]
    return list(zip(*columns, strict=True))


def rubbing_at(at: Setting[Any]) -> Setting[Any]:
    """Let the robot move as friction takes it to, in adaptive kernels."""
    return replace(at, qd=at.qd_f, sign=at.sign_f)


def full_regressor_of(kernel: str, at: Setting[Any]) -> list[tuple[Any, ...]]:
    """Y with its columns of friction at qd_f."""
    Y, Y_f = _full_regressor_of(kernel, at), matrix(compute("regressor_full", rubbing_at(at)), len(at.parameters))
    names = at.robot.parameter_names
    return [
        tuple(b if name.endswith((".fv", ".fc")) else a for a, b, name in zip(row, row_f, names, strict=True))
        for row, row_f in zip(Y, Y_f, strict=True)
    ]


def _full_regressor_of(kernel: str, at: Setting[Any]) -> list[tuple[Any, ...]]:
    if kernel == "adaptive_slotine_li":
        return list(slotine_li_regressor(at))
    return matrix(compute("regressor_full", at), len(at.parameters))


KERNEL_NAMES = ("adaptive_inverse_dynamics", "adaptive_slotine_li")


@pytest.mark.parametrize("kernel", KERNEL_NAMES)
def test_torque_is_the_regressor_times_the_parameters(at: Setting[Any], kernel: str) -> None:
    tau, _ = outputs(kernel, at)
    assert tau == product(full_regressor_of(kernel, at), at.parameters)


@pytest.mark.parametrize("kernel", KERNEL_NAMES)
def test_powers_are_the_transposed_regressor_times_the_virtual_velocity(at: Setting[Any], kernel: str) -> None:
    _, w = outputs(kernel, at)
    assert w == transposed_product(along_directions(at, full_regressor_of(kernel, at)), at.virtual)


TREE = random_robot(95, entries=6, tree=True, rational=True, load=True)
UNKNOWN = (
    ("load.mass",),
    ("link2.mass", "load.com", "load.mass"),
    ("link3.inertia", "link3.mass", "link1.mx", "load.m"),
)


@pytest.mark.parametrize("words", UNKNOWN)
@pytest.mark.parametrize("kernel", KERNEL_NAMES)
def test_powers_are_those_along_what_the_file_calls_unknown(kernel: str, words: tuple[str, ...]) -> None:
    at = random_setting(symdyn.load({**TREE, "unknown": list(words)}), 95)
    Y, Y_u = full_regressor_of(kernel, at), matrix(compute("regressor_unknown", at), len(at.robot.unknown or ()))
    _, w = outputs(kernel, at)
    assert len(w) == len(at.robot.unknown or ()) and any(w)
    assert w == transposed_product(along_directions(at, Y), at.virtual)
    if kernel == "adaptive_inverse_dynamics":
        at_rate = replace(at, qd_f=at.qd, sign_f=at.sign)
        assert outputs(kernel, at_rate)[1] == transposed_product(Y_u, at.virtual)


def walker_torque_and_drive(at: Setting[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Walker's recursion, with what he leaves out of joints added: rotors, dry friction and springs."""
    coefficients = [
        {kind: COEFFICIENTS[kind](replace(at.joint_motion(i), qdd=at.qdd_r[i])) for kind, _ in effects}
        for i, effects in enumerate(at.effects)
    ]
    law = walker_law(at, at.link_inertias, [dict(effects).get("fv", 0) for effects in at.effects])
    tau = list(law.tau)
    for i, effects in enumerate(at.effects):
        tau[i] = tau[i] + sum(coefficients[i][kind] * value for kind, value in effects if kind != "fv")
    drives = iter(law.w)
    w: list[Any] = []
    coordinate = 0
    for joint in at.robot.joints:
        w += next(drives)
        if joint.moves:
            w += [coefficient * at.virtual[coordinate] for coefficient in coefficients[coordinate].values()]
        coordinate += joint.moves
    if at.robot.load:
        w += next(drives)
    return tuple(tau), tuple(w)


def with_error(at: Setting[Any]) -> Setting[Any]:
    """Take the virtual velocity that Walker has, and friction where he has it."""
    error = tuple(rate - wanted for rate, wanted in zip(at.qd, at.qd_r, strict=True))
    return replace(at, virtual=error, qd_f=at.qd, sign_f=at.sign)


def test_kernel_of_walkers_law_is_his_recursion(at: Setting[Any]) -> None:
    at = with_error(at)
    assert outputs("adaptive_walker", at) == walker_torque_and_drive(at)


def test_walkers_torque_does_not_depend_on_the_velocity_whose_power_is_taken() -> None:
    at = random_setting(symdyn.load(TREE), 95)
    at = replace(at, qd_f=at.qd, sign_f=at.sign)
    tau, w = outputs("adaptive_walker", at)
    assert tau == walker_torque_and_drive(with_error(at))[0]
    assert inner(w, at.parameters) == inner(at.virtual, tau)
