"""Laws of mechanics that hold for every robot, tried on a tree with every feature."""

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from symdyn.reference import Witness

Vector = NDArray[np.float64]
State = tuple[Vector, Vector, Vector]

ROUNDING = 1e-13  # torques near 50, each a sum of some thousand rounded products
DIFFERENCE = 1e-8  # of the quotient below: truncation 1e-12, cancellation 1e-16/1e-3


def slope(function: Callable[[Any], Any], start: Any = 0.0, along: Any = 1.0) -> Any:
    """Return the derivative at `start` in direction `along`, by five points."""
    h = 1e-3 * along
    near = np.subtract(function(start + h), function(start - h))
    far = np.subtract(function(start + 2 * h), function(start - 2 * h))
    return (8 * near - far) / 12e-3


def friction(robot: Witness, qd: Vector) -> Vector:
    """Return the tree's friction torque, which its first joint alone has."""
    torque = np.zeros(robot.n)
    torque[0] = 0.3 * qd[0] + 0.2 * np.sign(qd[0]) - 0.1
    return torque


def test_power_put_in_is_the_rate_of_energy_and_of_friction(tree: Witness, state: State) -> None:
    q, qd, qdd = state

    def energy(t: float) -> float:
        there, rates = q + t * qd + t**2 / 2 * qdd, qd + t * qdd
        return tree.kinetic_energy(there, rates) + tree.potential_energy(there)

    power = qd @ (tree.inverse_dynamics(q, qd, qdd) - friction(tree, qd))
    assert power == pytest.approx(slope(energy), rel=DIFFERENCE)


def test_torque_is_what_lagrange_makes_of_the_energies(tree: Witness, state: State) -> None:
    q, qd, qdd = state

    def momentum(t: float) -> Vector:
        there, rates = q + t * qd + t**2 / 2 * qdd, qd + t * qdd
        return tree.mass_matrix(there) @ rates

    def lagrangian(there: Vector) -> float:
        return tree.kinetic_energy(there, qd) - tree.potential_energy(there)

    by_q = [slope(lagrangian, q, e) for e in np.eye(tree.n)]
    expected = slope(momentum) - by_q + friction(tree, qd)
    found = tree.inverse_dynamics(q, qd, qdd)
    np.testing.assert_allclose(found, expected, rtol=0, atol=50 * DIFFERENCE)


def test_kinetic_energy_is_that_of_the_points_one_sees_moving(state: State) -> None:
    q, qd = state[0][:3], state[1][:3]
    points = np.array([[0.3, 0, 0], [0, 0.4, 0.1], [-0.2, 0.1, 0.5]])
    second = sum(np.outer(point, point) for point in points)
    tensor = np.trace(second) * np.eye(3) - second
    xx, xy, xz, yy, yz, zz = tensor[np.triu_indices(3)]
    link = {"mass": 3, "com": points.mean(axis=0).tolist(), "inertia_at": "origin"}
    link["inertia"] = {"xx": xx, "xy": xy, "xz": xz, "yy": yy, "yz": yz, "zz": zz}
    dh = {"a": 0.3, "alpha": 0.8, "d": 0.2, "theta": 0.1}
    kinds = ["revolute", "prismatic", "revolute"]
    joints = [{"type": kind, "dh": dh, "link": link} for kind in kinds]
    for frames in ("standard_dh", "modified_dh"):
        arm = Witness({"frames": frames, "joints": joints})

        def seen(t: float, arm: Witness = arm) -> Vector:
            poses = arm.forward_kinematics(q + t * qd)
            return np.array([p[:3, :3] @ points.T + p[:3, 3:] for p in poses])

        energy = np.sum(slope(seen) ** 2) / 2
        assert arm.kinetic_energy(q, qd) == pytest.approx(energy, rel=DIFFERENCE)


def test_mass_matrix_is_symmetric_and_positive(tree: Witness, state: State) -> None:
    q, _, _ = state
    mass = tree.mass_matrix(q)
    np.testing.assert_allclose(mass, mass.T, rtol=0, atol=ROUNDING)
    assert np.linalg.eigvalsh(mass).min() > 0


def test_rate_of_the_mass_matrix_less_twice_coriolis_is_skew(tree: Witness, state: State) -> None:
    q, qd, _ = state
    rate = slope(tree.mass_matrix, q, qd)
    c = tree.coriolis_matrix(q, qd)
    np.testing.assert_allclose(rate, c + c.T, rtol=0, atol=10 * DIFFERENCE)


def test_gravity_is_the_gradient_of_the_potential(tree: Witness, state: State) -> None:
    q, _, _ = state
    gradient = [slope(tree.potential_energy, q, e) for e in np.eye(tree.n)]
    np.testing.assert_allclose(tree.gravity(q), gradient, rtol=DIFFERENCE)


def test_jacobian_is_the_rate_of_the_last_pose(tree: Witness, state: State) -> None:
    q, qd, _ = state
    last = tree.forward_kinematics(q)[-1]
    rate = slope(tree.forward_kinematics, q, qd)[-1]
    turn = rate[:3, :3] @ last[:3, :3].T
    twist = [*rate[:3, 3], turn[2, 1], turn[0, 2], turn[1, 0]]
    found = tree.jacobian(q) @ qd
    np.testing.assert_allclose(found, twist, rtol=0, atol=DIFFERENCE)


def test_regressor_times_parameters_is_torque(tree: Witness, state: State) -> None:
    y = tree.regressor_full(*state)
    tau = tree.inverse_dynamics(*state)
    assert y.shape == (tree.n, len(tree.parameter_names))
    np.testing.assert_allclose(y @ tree.parameters, tau, rtol=ROUNDING)


def test_slotine_li_regressor_has_friction_at_the_velocity_itself(tree: Witness, state: State) -> None:
    q, qd, qdd_r = state
    qd_r = np.random.default_rng(3).normal(size=tree.n)
    expected = tree.mass_matrix(q) @ qdd_r + tree.coriolis_matrix(q, qd) @ qd_r + tree.gravity(q) + friction(tree, qd)
    found = tree.regressor_slotine_li(q, qd, qd_r, qdd_r) @ tree.parameters
    np.testing.assert_allclose(found, expected, rtol=ROUNDING)


def test_forward_dynamics_undoes_inverse_dynamics(tree: Witness, state: State) -> None:
    q, qd, qdd = state
    tau = tree.inverse_dynamics(*state)
    found = tree.forward_dynamics(q, qd, tau)
    condition = np.linalg.cond(tree.mass_matrix(q))
    np.testing.assert_allclose(found, qdd, rtol=0, atol=condition * ROUNDING)


def test_derivatives_of_the_plant_follow_from_those_of_the_torque(tree: Witness, state: State) -> None:
    q, qd, qdd = state
    mass, of_torque = tree.mass_matrix(q), tree.torque_derivatives(q, qd, qdd)
    by_q, by_qd, by_tau = tree.forward_dynamics_derivatives(q, qd, tree.inverse_dynamics(q, qd, qdd))
    sides = [(mass @ by_q, -of_torque[0]), (mass @ by_qd, -of_torque[1]), (mass @ by_tau, np.eye(tree.n))]
    for found, expected in sides:
        size = np.linalg.cond(mass) * np.abs(expected).max()
        np.testing.assert_allclose(found, expected, rtol=0, atol=size * ROUNDING)
    A, B = tree.state_matrices(q, qd, qdd)
    zero, one = np.zeros((tree.n, tree.n)), np.eye(tree.n)
    np.testing.assert_array_equal(A, np.block([[zero, one], [by_q, by_qd]]))
    np.testing.assert_array_equal(B, np.vstack([zero, by_tau]))


def test_torque_derivatives_are_the_slopes_of_torque(tree: Witness, state: State) -> None:
    q, qd, qdd = state
    by_q, by_qd = tree.torque_derivatives(q, qd, qdd)

    def moved(there: Vector) -> Vector:
        return tree.inverse_dynamics(there, qd, qdd)

    def hurried(rates: Vector) -> Vector:
        return tree.inverse_dynamics(q, rates, qdd)

    for k, e in enumerate(np.eye(tree.n)):
        column = slope(moved, q, e)
        np.testing.assert_allclose(by_q[:, k], column, atol=50 * DIFFERENCE)
        column = slope(hurried, qd, e)
        np.testing.assert_allclose(by_qd[:, k], column, atol=50 * DIFFERENCE)


def test_hanging_weight_and_the_wrench_it_exerts_are_the_same(tree_mapping: dict[str, Any], state: State) -> None:
    q, _, _ = state
    none = dict.fromkeys(["xx", "xy", "xz", "yy", "yz", "zz"], 0)
    weight = {"mass": 4, "com": [0, 0, 0], "inertia": none}
    without = {key: tree_mapping[key] for key in tree_mapping if key != "load"}
    hung = Witness(without | {"load": weight}).gravity(q)
    bare = Witness(without)
    wrench = [4 * 1.5, 4 * -2.0, 4 * -9.0, 0, 0, 0]
    rest = np.zeros(bare.n)
    held = bare.inverse_dynamics_external(q, rest, rest, wrench)
    held = held - friction(bare, rest)
    np.testing.assert_allclose(held, hung, rtol=ROUNDING)


def test_moment_on_the_last_link_works_through_its_turning(tree: Witness, state: State) -> None:
    wrench = np.array([0, 0, 0, 0.3, -0.5, 0.8])
    q, qd, qdd = state
    relief = tree.inverse_dynamics(q, qd, qdd)
    relief = relief - tree.inverse_dynamics_external(q, qd, qdd, wrench)
    turning = tree.jacobian(q)[3:] @ qd
    assert relief @ qd == pytest.approx(wrench[3:] @ turning, rel=1e-11)  # cancels


def test_branches_of_a_tree_do_not_weigh_on_each_other(tree: Witness, state: State) -> None:
    q, _, _ = state
    left, right = [1, 3], [2, 4, 5]  # coordinates beyond the trunk, by branch
    mass = tree.mass_matrix(q)
    np.testing.assert_array_equal(mass[np.ix_(left, right)], 0)
    moved = q.copy()
    moved[right] += 0.5
    np.testing.assert_allclose(tree.gravity(moved)[left], tree.gravity(q)[left], rtol=ROUNDING)


def test_order_in_which_a_tree_is_written_does_not_matter(
    tree_mapping: dict[str, Any], tree: Witness, state: State
) -> None:
    depth_first = copy.deepcopy(tree_mapping)
    entries = depth_first["joints"]
    entries[3]["link"]["name"], entries[3]["name"] = "link4", "joint4"
    depth_first["joints"] = [entries[i] for i in (0, 1, 3, 2, 4, 5, 6)]
    coordinates = [0, 1, 3, 2, 4, 5]
    other = Witness(depth_first)
    reordered = (v[coordinates] for v in state)
    tau = tree.inverse_dynamics(*state)
    found = other.inverse_dynamics(*reordered)
    np.testing.assert_allclose(found, tau[coordinates], rtol=ROUNDING)


def test_robot_and_gravity_turned_together_feel_no_difference(
    tree_mapping: dict[str, Any], tree: Witness, state: State
) -> None:
    yaw = 0.9
    c, s = np.cos(yaw), np.sin(yaw)
    base = {"type": "fixed", "origin": {"rpy": [0, 0, yaw], "xyz": [1, 2, 3]}}
    none = dict.fromkeys(["xx", "xy", "xz", "yy", "yz", "zz"], 0)
    base["link"] = {"name": "floor", "mass": 0, "com": [0, 0, 0], "inertia": none}
    entries = copy.deepcopy(tree_mapping["joints"])
    entries[0]["name"] = "joint1"
    turned = tree_mapping | {
        "joints": [base, *entries],
        "gravity": [c * 1.5 + s * 2.0, s * 1.5 - c * 2.0, -9],
    }
    tau = tree.inverse_dynamics(*state)
    found = Witness(turned).inverse_dynamics(*state)
    np.testing.assert_allclose(found, tau, rtol=ROUNDING)


def test_turning_and_sliding_joints_move_only_what_they_carry(tree: Witness, state: State) -> None:
    q, _, _ = state
    before = tree.forward_kinematics(q)
    moved = q.copy()
    moved[3] += 1.0  # a leaf: the last joint of the left branch
    after = tree.forward_kinematics(moved)
    others = [0, 1, 2, 4, 5]
    np.testing.assert_array_equal(after[others], before[others])
    np.testing.assert_array_equal(after[3, :3, 3], before[3, :3, 3])
    assert np.abs(after[3] - before[3]).max() > 0.1
