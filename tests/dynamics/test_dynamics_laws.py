"""Laws of mechanics, with `==` over exact scalars: a wrong sign anywhere breaks one of them."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from exact_settings import along_joint, compute, inner, matrix, moving, product

from symdyn.algebra.dual import derivative_of, value_of
from symdyn.dynamics.setting import Setting

HALF = Fraction(1, 2)


def friction_torque(at: Setting[Any]) -> list[Any]:
    """fv q̇ + fc sign(q̇) + fo, written out here anew."""
    torques = []
    for effects, qd, sign in zip(at.effects, at.qd, at.sign, strict=True):
        of = dict(effects)
        torques.append(of.get("fv", 0) * qd + of.get("fc", 0) * sign + of.get("fo", 0))
    return torques


def test_regressor_times_parameters_is_torque(at: Setting[Any]) -> None:
    Y = matrix(compute("regressor_full", at), len(at.parameters))
    assert product(Y, at.parameters) == compute("inverse_dynamics", at)


def test_torque_is_mass_times_acceleration_plus_coriolis_gravity_and_friction(at: Setting[Any]) -> None:
    M = matrix(compute("mass_matrix", at), at.robot.n)
    parts = (product(M, at.qdd), compute("coriolis", at), compute("gravity", at), friction_torque(at))
    assert tuple(sum(terms) for terms in zip(*parts, strict=True)) == compute("inverse_dynamics", at)


def test_mass_matrix_is_the_torques_of_unit_accelerations(at: Setting[Any]) -> None:
    n = at.robot.n
    M = matrix(compute("mass_matrix", at), n)
    at_rest = replace(at, qd=(0,) * n, sign=(0,) * n)
    bias = compute("inverse_dynamics", replace(at_rest, qdd=(0,) * n))
    for j in range(n):
        unit = tuple(int(i == j) for i in range(n))
        torque = compute("inverse_dynamics", replace(at_rest, qdd=unit))
        assert [row[j] for row in M] == [a - b for a, b in zip(torque, bias, strict=True)]


def test_mass_matrix_is_symmetric(at: Setting[Any]) -> None:
    M = matrix(compute("mass_matrix", at), at.robot.n)
    assert [tuple(column) for column in zip(*M, strict=True)] == M


def test_kinetic_energy_is_half_the_mass_matrix_form(at: Setting[Any]) -> None:
    M = matrix(compute("mass_matrix", at), at.robot.n)
    assert compute("kinetic_energy", at) == (inner(at.qd, product(M, at.qd)) * HALF,)


def test_energy_changes_by_the_power_of_torque_less_friction(at: Setting[Any]) -> None:
    state = moving(at, at.qd)
    (K,), (P,) = compute("kinetic_energy", state), compute("potential_energy", state)
    torque = compute("inverse_dynamics", at)
    power = inner(at.qd, torque) - inner(at.qd, friction_torque(at))
    assert derivative_of(K) + derivative_of(P) == power


def test_mass_matrix_rate_less_twice_coriolis_is_skew(at: Setting[Any]) -> None:
    n = at.robot.n
    rate = matrix([derivative_of(entry) for entry in compute("mass_matrix", moving(at, at.qd))], n)
    C = matrix(compute("coriolis_matrix", at), n)
    N = [[rate[i][j] - 2 * C[i][j] for j in range(n)] for i in range(n)]
    assert all(N[i][j] == -N[j][i] for i in range(n) for j in range(n))


def test_coriolis_matrix_is_that_of_christoffels_symbols(at: Setting[Any]) -> None:
    n = at.robot.n
    dM = [  # dM[k][i][j] = ∂M_ij/∂q_k
        matrix([derivative_of(entry) for entry in compute("mass_matrix", along_joint(at, k))], n) for k in range(n)
    ]
    christoffel = [
        tuple(inner([(dM[k][i][j] + dM[j][i][k] - dM[i][j][k]) * HALF for k in range(n)], at.qd) for j in range(n))
        for i in range(n)
    ]
    assert matrix(compute("coriolis_matrix", at), n) == christoffel


def test_coriolis_matrix_times_velocity_is_coriolis_torque(at: Setting[Any]) -> None:
    C = matrix(compute("coriolis_matrix", at), at.robot.n)
    assert product(C, at.qd) == compute("coriolis", at)


def test_gravity_is_the_gradient_of_potential_energy(at: Setting[Any]) -> None:
    gradient = tuple(derivative_of(*compute("potential_energy", along_joint(at, k))) for k in range(at.robot.n))
    assert compute("gravity", at) == gradient


def test_forward_dynamics_undoes_inverse_dynamics(at_over_field: Setting[Any]) -> None:
    at = at_over_field
    torque = compute("inverse_dynamics", at)
    assert compute("forward_dynamics", replace(at, tau=torque)) == at.qdd


def test_inverse_dynamics_undoes_forward_dynamics(at_over_field: Setting[Any]) -> None:
    at = at_over_field
    accelerations = compute("forward_dynamics", at)
    assert compute("inverse_dynamics", replace(at, qdd=accelerations)) == at.tau


def test_moving_state_computes_the_same_values(at: Setting[Any]) -> None:
    moved = compute("inverse_dynamics", moving(at, at.qd))
    assert tuple(value_of(torque) for torque in moved) == compute("inverse_dynamics", at)
