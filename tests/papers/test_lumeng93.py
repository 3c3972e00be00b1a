"""Lu and Meng, sections II and III: the regressor from the energy of each link, with `==`, in the paper's order."""

from fractions import Fraction
from typing import Any

import pytest
from exact_settings import along_joint, inner, product
from lumeng_arms import (
    ARMS,
    FRACTION_ARMS,
    I_COM,
    M,
    P,
    arm,
    energies,
    general_arm,
    side_by_side,
    ten_parameter_regressors,
)

import symdyn
from symdyn.algebra.dual import Dual, derivative_of
from symdyn.algebra.spatial import Sym3, Vec3
from symdyn.dynamics.newton_euler import inverse_dynamics
from symdyn.dynamics.regressors.known_unknown import (
    complement,
    reordered,
    split_columns,
    split_parameters,
    split_torque,
)
from symdyn.dynamics.setting import Setting
from symdyn.mechanism.rigid_body import Inertia, inertia_from_ten
from symdyn.papers.energy_regressor import (
    W_1,
    W_2,
    Y_1,
    Y_2,
    Y_3,
    Y_11,
    Y_12,
    Y_13,
    Y_14,
    added,
    by_time,
    energy_regressors,
    link_regressor,
)
from symdyn.papers.energy_special_cases import axial_regressor, axial_Y, point_mass_regressor
from symdyn.papers.link_jacobian import LinkJacobian, in_motion, link_jacobians
from symdyn.papers.sixteen_parameters import (
    SIXTEEN,
    entries_involving,
    inertia_columns,
    point_mass_parameters,
    sixteen_columns,
    sixteen_of_ten,
    sixteen_parameters,
    ten_of_sixteen,
)
from symdyn.parameters.minimal_parameters import minimal_parameters

ON_AXIS = {0: ("m", "mpx", "mpxx"), 1: ("m", "mpy", "mpyy"), 2: ("m", "mpz", "mpzz")}


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


@pytest.fixture(scope="session")
def last_link(spatial: Setting[Any]) -> LinkJacobian[Any]:
    """The load of that arm."""
    return link_jacobians(spatial.whole, spatial.whole_poses)[-1]


# --- II. Preliminaries


def test_known_and_unknown_columns_share_the_torque(spatial: Setting[Any]) -> None:  # (3)-(7), (15)-(18)
    Y = side_by_side(ten_parameter_regressors(spatial))
    mapping = {**spatial.robot.source, "unknown": ["load.m", "link2.com"]}
    robot = symdyn.load(mapping)
    split = split_parameters(robot, minimal_parameters(robot).pivots)
    names = robot.parameter_names
    assert [names[i] for i in split.unknown] == ["load.m", "link2.mx", "link2.my", "link2.mz"]
    assert sorted((*split.known, *split.unknown)) == list(range(len(names)))
    theta = spatial.parameters
    cut = len(split.known)
    theta_k, theta_u = reordered(split, theta)[:cut], reordered(split, theta)[cut:]
    assert split_torque(split, Y, theta_k, theta_u) == list(product(Y, theta))
    Y_k, Y_u = split_columns(split, Y)
    estimate = [2 * value + 1 for value in theta_u]
    with_estimate, with_truth = (split_torque(split, Y, theta_k, values) for values in (estimate, theta_u))
    error = [a - b for a, b in zip(estimate, theta_u, strict=True)]
    assert [a - b for a, b in zip(with_estimate, with_truth, strict=True)] == list(product(Y_u, error))  # (7)
    assert [len(Y_k[0]), len(Y_u[0])] == [len(names) - 4, 4]


def test_without_unknown_every_minimal_parameter_is_unknown(spatial: Setting[Any]) -> None:
    Y = side_by_side(ten_parameter_regressors(spatial))
    minimal = minimal_parameters(spatial.robot)
    split = split_parameters(spatial.robot, minimal.pivots)
    assert split.known == () and split.minimal
    pi = [inner([value.rational for value in row], spatial.parameters) for row in minimal.matrix]
    assert split_torque(split, Y, (), pi) == list(product(Y, spatial.parameters))


def test_unknown_centre_of_mass_makes_every_product_with_it_unknown() -> None:  # below (14)
    assert [SIXTEEN[i] for i in entries_involving(["px"])] == ["mpx", "mpxx", "mpxy", "mpxz"]
    assert len(entries_involving(["m"])) == 10
    known = complement(entries_involving(["px"]), 16)
    here, elsewhere = (sixteen_parameters(M, Vec3(x, P.y, P.z), I_COM) for x in (Fraction(1), Fraction(5)))
    assert [here[i] for i in known] == [elsewhere[i] for i in known]
    with pytest.raises(ValueError, match="no number 'com'"):
        entries_involving(["com"])


def test_links_and_load_add_up_to_the_torque(anywhere: Setting[Any]) -> None:  # (9)-(14)
    at = anywhere
    torque = inverse_dynamics(at.whole, at.whole_poses, at.qd, at.qdd, at.link_inertias).tau
    thetas = [sixteen_of_ten(inertia) for inertia in at.link_inertias]
    Y = energy_regressors(at.whole, at.whole_poses, at.qd, at.qdd)
    assert len(Y) == at.robot.n + 1  # the load is link n + 1
    total = [sum(parts) for parts in zip(*(product(b, t) for b, t in zip(Y, thetas, strict=True)), strict=True)]
    assert tuple(total) == torque


def test_sixteen_parameters_are_made_of_the_ten() -> None:
    inertia = Inertia(M, P.scale(M), I_COM)
    theta = sixteen_of_ten(inertia)
    assert ten_of_sixteen(theta) == (M, *P.scale(M), *I_COM)
    about_com = Sym3(*ten_of_sixteen(sixteen_parameters(M, P, I_COM))[4:])
    assert sixteen_of_ten(Inertia(M, P.scale(M), about_com)) == sixteen_parameters(M, P, I_COM)


# --- III-A. The closed form


def test_jacobian_derivatives_are_those_of_the_jacobian(at: Setting[Any]) -> None:  # (21), (37)
    for j in range(at.robot.n):
        state = along_joint(at, j)
        shifted_links = link_jacobians(state.whole, state.whole_poses)
        for link, moved in zip(link_jacobians(at.whole, at.whole_poses), shifted_links, strict=True):
            D = link.by(j)
            for exact_columns, columns in ((D.J_v, moved.J_v), (D.J_w, moved.J_w), (D.R.rows, moved.R.rows)):
                assert list(exact_columns) == [Vec3(*map(derivative_of, column)) for column in columns]


def test_momentum_is_the_gradient_of_kinetic_energy(at: Setting[Any]) -> None:  # (23)-(31), (117)-(129)
    theta = sixteen_parameters(M, P, I_COM)
    inertia = inertia_from_ten(ten_of_sixteen(theta))
    for i, link in enumerate(link_jacobians(at.whole, at.whole_poses)):
        W = [[*a, *b] for a, b in zip(W_1(link, at.qd), W_2(link, at.qd), strict=True)]
        for j, row in enumerate(W):
            rates = [Dual(qd, int(k == j)) for k, qd in enumerate(at.qd)]
            assert inner(row, theta) == derivative_of(energies(at, i, inertia, rates)[0])


def test_energy_blocks_are_gradients_by_the_coordinates(at: Setting[Any]) -> None:  # (32)-(46)
    theta_5, no_inertia = point_mass_parameters(M, P), (0,) * 6
    point = inertia_from_ten(ten_of_sixteen((*theta_5, *no_inertia)))
    spinning = Inertia(0, Vec3(0, 0, 0), I_COM)
    theta_3 = sixteen_parameters(0, Vec3(0, 0, 0), I_COM)[10:]
    for i, link in enumerate(link_jacobians(at.whole, at.whole_poses)):
        by_mass, by_inertia, by_weight = Y_1(link, at.qd), Y_2(link, at.qd), Y_3(link, at.whole.gravity)
        for j in range(at.robot.n):
            state = along_joint(at, j)
            kinetic, potential = energies(state, i, point, at.qd)
            assert inner(by_mass[j], theta_5) == -derivative_of(kinetic)  # (33)
            assert inner(by_weight[j], theta_5) == derivative_of(potential)  # (43)-(46)
            assert inner(by_inertia[j], theta_3) == -derivative_of(energies(state, i, spinning, at.qd)[0])  # (41)


def test_momentum_rate_follows_joint_accelerations_linearly(at: Setting[Any]) -> None:  # (47): Ẇ_1 holds q̈
    for link in link_jacobians(at.whole, at.whole_poses):
        moving = in_motion(link, at.qd)
        steady = by_time(W_1(moving, [Dual(rate, 0) for rate in at.qd]))
        rates = [Dual(rate, change) for rate, change in zip(at.qd, at.qdd, strict=True)]
        assert by_time(W_1(moving, rates)) == added(steady, W_1(link, at.qdd))


def test_closed_form_equals_the_ten_parameter_regressor(anywhere: Setting[Any]) -> None:  # (47), (48)
    at = anywhere
    ten = [[sixteen_columns(row) for row in block] for block in ten_parameter_regressors(at)]
    assert energy_regressors(at.whole, at.whole_poses, at.qd, at.qdd) == ten


def gradient_of_moving_mass(at: Setting[Any], link: int) -> list[Any]:
    point = inertia_from_ten(ten_of_sixteen((*point_mass_parameters(M, P), *(0,) * 6)))
    return [-derivative_of(energies(along_joint(at, j), link, point, at.qd)[0]) for j in range(at.robot.n)]


def test_printed_38_needs_its_transpose(spatial: Setting[Any], last_link: LinkJacobian[Any]) -> None:
    link, qd, theta_5 = last_link, spatial.qd, point_mass_parameters(M, P)
    across = link.velocity(qd).cross(link.spin(qd))
    S = [link.by(j).R.T @ across for j in range(3)]  # the columns of (38)
    right, printed = Y_1(link, qd), [list(row) for row in Y_1(link, qd)]
    for j in range(3):
        printed_row = Vec3(*(list(column)[j] for column in S))
        printed[j][1:4] = list(Y_12(link, link.by(j), qd) + S[j] - printed_row)
    gradient = gradient_of_moving_mass(spatial, 3)
    assert list(product(right, theta_5)) == gradient
    assert list(product(printed, theta_5)) != gradient


def test_printed_33_has_eleven_columns_for_ten_parameters(spatial: Setting[Any], last_link: LinkJacobian[Any]) -> None:
    link, qd = last_link, spatial.qd
    D = link.by(1)
    blocks = (Y_11(link, D, qd),), Y_12(link, D, qd), (Y_13(link, D, qd),), Y_14(link, D, qd)
    printed = [entry for block in blocks for entry in block]
    theta_5 = point_mass_parameters(M, P)
    assert len(printed) == len(theta_5) + 1
    with_norm = (*theta_5[:4], M * P.dot(P), *theta_5[4:])  # Y_13 multiplies m |p|²
    assert inner(printed, with_norm) == gradient_of_moving_mass(spatial, 3)[1]
    assert Y_13(link, D, qd) != 0


def test_printed_42_needs_its_transpose(spatial: Setting[Any], last_link: LinkJacobian[Any]) -> None:
    link, qd = last_link, spatial.qd
    columns = [link.by(j).R.T @ link.spin(qd) + link.R.T @ link.by(j).spin(qd) for j in range(3)]
    B = inertia_columns(link.R.T @ link.spin(qd))
    rows = [Vec3(*(list(column)[i] for column in columns)) for i in range(3)]  # the bracket as printed
    printed = [[-row.dot(b) for b in B] for row in rows]
    corrected = [[-column.dot(b) for b in B] for column in columns]
    assert Y_2(link, qd) == corrected
    assert Y_2(link, qd) != printed


# --- III-B. Special cases


def test_point_mass_has_the_first_ten_columns(at: Setting[Any]) -> None:  # (49)
    for link in link_jacobians(at.whole, at.whole_poses):
        whole = link_regressor(link, at.qd, at.qdd, at.whole.gravity)
        assert point_mass_regressor(link, at.qd, at.qdd, at.whole.gravity) == [row[:10] for row in whole]


@pytest.mark.parametrize("axis", ON_AXIS)
def test_centre_of_mass_on_an_axis_leaves_six_columns(at: Setting[Any], axis: int) -> None:  # (50)-(59)
    chosen = [SIXTEEN.index(name) for name in (*ON_AXIS[axis], "Ixx", "Iyy", "Izz")]
    for link in link_jacobians(at.whole, at.whole_poses):
        whole = link_regressor(link, at.qd, at.qdd, at.whole.gravity)
        simple = axial_regressor(link, at.qd, at.qdd, at.whole.gravity, axis)
        assert simple == [[row[i] for i in chosen] for row in whole]


def test_printed_56_and_57_differ_from_the_general_form(spatial: Setting[Any], last_link: LinkJacobian[Any]) -> None:
    link, qd, gravity = last_link, spatial.qd, spatial.whole.gravity
    r, v, w = link.R.T.rows[0], link.velocity(qd), link.spin(qd)
    partials = [link.by(j) for j in range(3)]
    y_12 = [Y_12(link, D, qd).x for D in partials]
    y_32 = [J_w.cross(gravity).dot(r) for J_w in link.J_w]
    right = [row[1] for row in axial_Y(link, qd, gravity, 0)]
    assert right == [a + b for a, b in zip(y_12, y_32, strict=True)]
    assert right != [a - b for a, b in zip(y_12, y_32, strict=True)]  # (57) as printed

    def printed_56(D: LinkJacobian[Any]) -> Any:
        # the sign of the cross product is missing: entry by entry is the only other product with a vector's shape
        entrywise = Vec3(*(a * b for a, b in zip(v, D.spin(qd), strict=True)))
        return -(D.velocity(qd).cross(w) + entrywise).dot(r) - D.R.T.rows[0].dot(v.cross(w))

    assert [printed_56(D) for D in partials] != y_12
