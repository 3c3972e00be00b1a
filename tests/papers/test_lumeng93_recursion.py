"""Lu and Meng, section IV and the appendix: the regressor by recursion, with `==`, in the paper's order."""

from fractions import Fraction
from typing import Any

import pytest
from exact_settings import inner, product
from lumeng_arms import ARMS, FRACTION_ARMS, I_COM, M, P, arm, general_arm, side_by_side, weighted

from symdyn.algebra.spatial import Vec3, skew
from symdyn.dynamics.newton_euler import inverse_dynamics, link_motions
from symdyn.dynamics.setting import Setting
from symdyn.papers.energy_regressor import Y_3, energy_regressors
from symdyn.papers.link_jacobian import link_jacobians
from symdyn.papers.recursive_regressor import A_columns, E_columns, Phi_columns, Psi_columns, recursive_regressors
from symdyn.papers.sixteen_parameters import (
    inertia_columns,
    point_mass_parameters,
    sixteen_of_ten,
    sixteen_parameters,
)


@pytest.fixture(params=FRACTION_ARMS, scope="session")
def at(request: pytest.FixtureRequest) -> Setting[Any]:
    """Three-joint arms with a load over the rationals."""
    return arm(request.param)


@pytest.fixture(params=ARMS, scope="session")
def anywhere(request: pytest.FixtureRequest) -> Setting[Any]:
    """The same, and arms of any geometry over a finite field."""
    return arm(request.param)


@pytest.fixture(scope="session")
def spatial() -> Setting[Any]:
    """An arm on which printed errors show."""
    return general_arm()


# --- IV. Recursion


def test_recursion_equals_the_closed_form(anywhere: Setting[Any]) -> None:  # (66)-(85)
    at = anywhere
    recursive = recursive_regressors(at.whole, at.whole_poses, at.qd, at.qdd)
    assert recursive == energy_regressors(at.whole, at.whole_poses, at.qd, at.qdd)


def test_recursive_regressor_times_parameters_is_torque(anywhere: Setting[Any]) -> None:  # (85)
    at = anywhere
    Y = side_by_side(recursive_regressors(at.whole, at.whole_poses, at.qd, at.qdd))
    theta = [value for inertia in at.link_inertias for value in sixteen_of_ten(inertia)]
    assert product(Y, theta) == inverse_dynamics(at.whole, at.whole_poses, at.qd, at.qdd, at.link_inertias).tau


def test_printed_arguments_without_their_second_dot_give_another_torque(spatial: Setting[Any]) -> None:  # (2), (85)
    at = spatial
    Y, printed = (side_by_side(recursive_regressors(at.whole, at.whole_poses, at.qd, x)) for x in (at.qdd, at.qd))
    theta = [value for inertia in at.link_inertias for value in sixteen_of_ten(inertia)]
    torque = inverse_dynamics(at.whole, at.whole_poses, at.qd, at.qdd, at.link_inertias).tau
    assert product(Y, theta) == torque != product(printed, theta)


def test_link_wrench_is_columns_times_parameters(at: Setting[Any]) -> None:  # (66)-(75)
    theta = sixteen_parameters(M, P, I_COM)
    for motion in link_motions(at.whole, at.whole_poses, at.qd, at.qdd):
        omega, field = motion.omega, motion.acceleration
        acceleration = field.v_dot + field.omega_dot.cross(P) + omega.cross(omega.cross(P))
        force = acceleration.scale(M)
        moment = I_COM @ field.omega_dot + omega.cross(I_COM @ omega)
        assert weighted(A_columns(motion), theta[:4]) == force  # (66)
        assert weighted(E_columns(motion), theta[10:]) == moment  # (69)
        assert weighted(Phi_columns(motion), theta[1:10]) == P.cross(force)  # (72)


# --- Appendix: extracting the parameters


def test_weight_does_work_on_first_moments(at: Setting[Any]) -> None:  # (97)-(99)
    gravity, theta_1 = at.whole.gravity, P.scale(M)
    for link in link_jacobians(at.whole, at.whole_poses):
        power = link.spin(at.qd).cross(link.R @ P).scale(M).dot(gravity)
        Y_e = [link.R.T @ gravity.cross(J_w) for J_w in link.J_w]
        assert power == inner(at.qd, [row.dot(theta_1) for row in Y_e])
        assert [Vec3(*row[1:4]) for row in Y_3(link, gravity)] == [-row for row in Y_e]


def test_acceleration_of_the_centre_of_mass_is_linear_in_first_moments(spatial: Setting[Any]) -> None:  # (100)-(104)
    motion = link_motions(spatial.whole, spatial.whole_poses, spatial.qd, spatial.qdd)[-1]
    omega, field = motion.omega, motion.acceleration
    H = skew(field.omega_dot).rows  # Ω(ω̇) + U - |ω|² 1 with U = ω ωᵀ, which the text above (104) prints as ωᵀ ω
    U = [omega.scale(component) for component in omega]
    identity = (Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1))
    rows = [h + u - e.scale(omega.dot(omega)) for h, u, e in zip(H, U, identity, strict=True)]
    assert list(field.Omega.rows) == rows
    assert weighted(A_columns(motion), (M, *P.scale(M))) == field.at(P).scale(M)
    printed = [h + e.scale(omega.dot(omega)) - e.scale(omega.dot(omega)) for h, e in zip(H, identity, strict=True)]
    assert list(field.Omega.rows) != printed


def test_inertia_times_vector_is_columns_times_parameters() -> None:  # (105)-(108)
    d = Vec3(Fraction(3), Fraction(-5), Fraction(7))
    theta_3 = sixteen_parameters(0, Vec3(0, 0, 0), I_COM)[10:]
    assert theta_3[3:] == (-I_COM.xy, -I_COM.xz, -I_COM.yz)
    assert weighted(inertia_columns(d), theta_3) == I_COM @ d
    tensor_entries = (I_COM.xx, I_COM.yy, I_COM.zz, I_COM.xy, I_COM.xz, I_COM.yz)
    assert (
        weighted(inertia_columns(d), tensor_entries) != I_COM @ d
    )  # products of inertia are minus the tensor's entries


def test_moment_of_second_moments(spatial: Setting[Any]) -> None:  # (109)-(116)
    H = link_motions(spatial.whole, spatial.whole_poses, spatial.qd, spatial.qdd)[-1].acceleration.Omega
    theta_4 = point_mass_parameters(M, P)[4:]
    right = P.cross(H @ P).scale(M)
    assert weighted(Psi_columns(H), theta_4) == right  # (113)
    h1, h2, h3 = H.rows
    zero = Vec3(0, 0, 0)
    tilde = [[zero, h3, -h2], [-h3, zero, h1], [h2, -h1, zero]]  # (110)
    nine = [P.scale(M * component) for component in P]
    by_110 = Vec3(*(sum(a.dot(b) for a, b in zip(row, nine, strict=True)) for row in tilde))
    assert by_110 == right
    selected = [(0,), (4,), (8,), (1, 3), (2, 6), (5, 7)]  # (114)
    flat = [[entry for block in row for entry in block] for row in tilde]
    by_114 = [Vec3(*(sum(row[i] for i in places) for row in flat)) for places in selected]
    assert by_114 == Psi_columns(H)
    printed_111 = h2.dot(nine[0]) - h3.dot(nine[1])  # its last h3 is h1
    assert printed_111 != right.z == h2.dot(nine[0]) - h1.dot(nine[1])
