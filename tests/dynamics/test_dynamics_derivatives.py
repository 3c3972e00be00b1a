"""Derivatives of torque and plant: equal to exact derivatives by dual numbers, with `==`, on arms and trees."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from exact_settings import compute, inner, matrix, moving, outputs, product

from symdyn.algebra.dual import Dual, derivative_of
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.dynamics.derivatives.bodies import centred_on_axes, link_masses
from symdyn.dynamics.derivatives.composites import matrix_turned_about_axis
from symdyn.dynamics.forward import factor_mass_matrix
from symdyn.dynamics.newton_euler import inverse_dynamics
from symdyn.dynamics.setting import Setting
from symdyn.kernels.derivatives import differentiated
from symdyn.kernels.table import KERNELS
from symdyn.mechanism.mechanism import poses


def changing(at: Setting[Any], of_q: Sequence[Any], of_qd: Sequence[Any], of_tau: Sequence[Any]) -> Setting[Any]:
    """Let positions, velocities and torques change at the given rates, and nothing else."""
    constant = {"qdd": tuple(Dual(x, 0) for x in at.qdd)}
    rates = {
        name: tuple(Dual(x, rate) for x, rate in zip(getattr(at, name), change, strict=True))
        for name, change in (("qd", of_qd), ("tau", of_tau))
    }
    return replace(moving(at, of_q), **constant, **rates)


def units(n: int) -> list[list[int]]:
    return [[int(i == j) for i in range(n)] for j in range(n)]


def derivatives(kernel: str, at: Setting[Any]) -> tuple[Any, ...]:
    return tuple(derivative_of(entry) for entry in compute(kernel, at))


def blocks(kernel: str, at: Setting[Any]) -> list[list[tuple[Any, ...]]]:
    """The outputs of a kernel as matrices."""
    columns = [at.robot.n * (2 if shape[-1] == "2n" else 1) for _, shape in KERNELS[kernel].outputs]
    return [matrix(output, count) for output, count in zip(outputs(kernel, at), columns, strict=True)]


def test_every_column_is_the_derivative_by_one_coordinate(at: Setting[Any]) -> None:
    still = [0] * at.robot.n
    by_q, by_qd = (zip(*block, strict=True) for block in blocks("torque_derivatives", at))
    for unit, of_q, of_qd in zip(units(at.robot.n), by_q, by_qd, strict=True):
        assert of_q == derivatives("inverse_dynamics", changing(at, unit, still, still))
        assert of_qd == derivatives("inverse_dynamics", changing(at, still, unit, still))


def test_derivatives_come_with_torque_and_mass_matrix(at: Setting[Any]) -> None:
    found, _ = differentiated(at)
    assert found.tau == compute("inverse_dynamics", at)
    assert [tuple(row) for row in found.M] == matrix(compute("mass_matrix", at), at.robot.n)


def test_derivative_by_velocity_is_twice_coriolis_and_viscous_friction(at: Setting[Any]) -> None:
    n = at.robot.n
    _, by_qd = blocks("torque_derivatives", at)
    C = matrix(compute("coriolis_matrix", at), n)
    viscous = [dict(effects).get("fv", 0) for effects in at.effects]
    assert by_qd == [tuple(2 * C[i][j] + (viscous[i] if i == j else 0) for j in range(n)) for i in range(n)]


def test_antisymmetric_parts_are_those_that_lagrange_allows(at: Setting[Any]) -> None:
    """∂τ_i/∂q_j - ∂τ_j/∂q_i = ½ d/dt (∂τ_i/∂q̇_j - ∂τ_j/∂q̇_i): the condition of Helmholtz."""
    n = at.robot.n
    by_q, _ = blocks("torque_derivatives", at)
    rates = matrix([derivative_of(x) for x in compute("torque_derivatives", moving(at, at.qd))][n * n :], n)
    assert [[2 * (by_q[i][j] - by_q[j][i]) for j in range(n)] for i in range(n)] == [
        [rates[i][j] - rates[j][i] for j in range(n)] for i in range(n)
    ]


def test_accelerations_change_as_the_plants_derivatives_say(at_over_field: Setting[Any]) -> None:
    at, n = at_over_field, at_over_field.robot.n
    changes = [tuple(Fraction(i + k, k * i + 1) for i in range(n)) for k in (1, 2, 3)]
    caused = [product(block, change) for block, change in zip(plant(at), changes, strict=True)]
    total = tuple(sum(parts) for parts in zip(*caused, strict=True))
    assert total == derivatives("forward_dynamics", changing(at, *changes))


def plant(at: Setting[Any]) -> list[list[tuple[Any, ...]]]:
    return blocks("forward_dynamics_derivatives", replace(at, qdd=()))


def test_state_matrices_are_the_plant_at_the_torque_of_the_motion(at_over_field: Setting[Any]) -> None:
    at, n = at_over_field, at_over_field.robot.n
    by_q, by_qd, by_tau = plant(replace(at, tau=compute("inverse_dynamics", at)))
    A, B = blocks("state_matrices", at)
    zero, one = [(0,) * n] * n, [tuple(row) for row in units(n)]
    assert [*map(_joined, zero, one), *map(_joined, by_q, by_qd)] == A
    assert [*zero, *by_tau] == B


def _joined(left: tuple[Any, ...], right: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*left, *right)


def test_inverse_of_the_factors_is_that_of_the_mass_matrix(at_over_field: Setting[Any]) -> None:
    n = at_over_field.robot.n
    M = matrix(compute("mass_matrix", at_over_field), n)
    inverse = factor_mass_matrix(M).inverse()
    assert [[inner(row, column) for column in zip(*inverse, strict=True)] for row in M] == units(n)


def test_links_centred_on_their_axes_need_the_same_torques(at: Setting[Any]) -> None:
    mechanism, inertias = centred_on_axes(at.moving, at.inertias)
    there = inverse_dynamics(mechanism, poses(mechanism, at.q, at.c, at.s), at.qd, at.qdd, inertias)
    assert there.tau == inverse_dynamics(at.moving, at.poses, at.qd, at.qdd, at.inertias).tau
    for joint in mechanism.joints:
        assert joint.parent_p_joint.dot(joint.K0 @ joint.axis) == 0
        assert not joint.kind.turns or not any(joint.joint_p_link)


def test_settled_masses_have_no_second_moment_along_a_frame_axis_that_a_joint_turns_about(at: Setting[Any]) -> None:
    mechanism, inertias = centred_on_axes(at.moving, at.inertias)
    settled = link_masses(mechanism, inertias)
    for joint, mass in zip(mechanism.joints, settled, strict=True):
        if (k := joint.shortcuts.frame_axis) is not None:
            assert (mass.E.xx, mass.E.yy, mass.E.zz)[k] == 0


@pytest.mark.parametrize("k", range(3))
def test_a_matrix_turned_about_a_frame_axis_is_the_product_of_three(k: int) -> None:
    c, s = Fraction(3, 5), Fraction(4, 5)
    i, j = (k + 1) % 3, (k + 2) % 3
    entries = {(i, i): c, (i, j): -s, (j, i): s, (j, j): c, (k, k): 1}
    R = Mat3(*(Vec3(*(entries.get((row, column), 0) for column in range(3))) for row in range(3)))
    A = Mat3(Vec3(2, 3, 5), Vec3(7, 11, 13), Vec3(17, 19, 23))
    assert matrix_turned_about_axis(A, k, c, s) == R @ A @ R.T
