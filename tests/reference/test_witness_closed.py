"""The witness closes loops: known numbers, cuts in other places, couplings by hand, laws of mechanics."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from closed_robots import (
    BUNDLED,
    bundled,
    four_bar,
    four_bar_cut_at_the_ground,
    four_bar_cut_through_its_rocker,
    parallelogram,
    rod,
    rssr,
    slider_crank_cut_at_its_slide,
)
from numpy.typing import NDArray

from symdyn.reference import Witness

Vector = NDArray[np.float64]

REFERENCE = Path(__file__).parents[2].parent / "shared" / "refs" / "fourbar.json"
ROUNDING = 1e-11  # of torques up to 500, through a closure that is solved to 1e-14 and its second derivatives
STEP = 1e-3  # of five-point differences: truncation 1e-12 of the fifth derivative, cancellation 1e-16/1e-3
DIFFERENCE = 1e-8  # of the largest: these derivatives reach some thousands in the cylinder arm

# rad or m away from `closed_at`, where every bundled robot still closes
SPREAD = 0.08


def near_closed(witness: Witness, mapping: dict[str, Any], seed: int = 0) -> tuple[Vector, Vector, Vector]:
    closed = mapping.get("closed_at") or {}
    rng = np.random.default_rng(seed)
    where = [float(closed.get(name, 0)) for name in witness.joint_names]
    q = np.array(where) + rng.uniform(-SPREAD, SPREAD, witness.n)
    return q, rng.normal(size=witness.n), rng.normal(size=witness.n)


def five_point(f: Any) -> Any:
    return (8 * (f(STEP) - f(-STEP)) - (f(2 * STEP) - f(-2 * STEP))) / (12 * STEP)


def test_a_four_bar_has_its_known_numbers() -> None:
    bare, rubbing = Witness(bundled("four_bar")), Witness(four_bar())
    assert bare.inverse_dynamics([1], [2], [3]).round(6).tolist() == [1.819456]
    assert bare.inverse_dynamics([1], [0], [0]).round(6).tolist() == [1.518036]
    assert rubbing.inverse_dynamics([1], [2], [3]).round(6).tolist() == [2.335934]
    # friction takes (.1 + .05 E2^2 + .07 E3^2 + .2 cut^2) qd, with E and the rate of the cut joint as known
    E = np.array([1, -1.245113, 0.354567, 0.59968])
    taken = rubbing.inverse_dynamics([1], [2], [0]) - bare.inverse_dynamics([1], [2], [0])
    assert taken == pytest.approx(2 * np.array([0.1, 0.05, 0.07, 0.2]) @ E**2, abs=1e-5)  # E has six digits


@pytest.mark.parametrize("name", ["four_bar", "five_bar", "delta"])
def test_positions_near_known_ones_are_those_that_the_whole_way_leads_to(name: str) -> None:
    mapping = bundled(name)
    always = Witness(mapping)
    q, rates, _ = near_closed(always, mapping)
    for part in (0.0, 1e-3, 2e-3, 0.05, 1.0):
        at = q + part * 0.1 * rates
        for one, other in zip(always.loop_motion(at, rates), Witness(mapping).loop_motion(at, rates), strict=True):
            assert one == pytest.approx(other, abs=ROUNDING)


def test_a_parallelogram_has_its_known_mass_matrix() -> None:
    witness = Witness(parallelogram())
    # the last one lies beyond the position in which all links are in line, where loops could fold over
    for q in ([0.5, 1.2], [0.1, 2.0], [-0.8, 1.0], [2.0, 0.8]):
        across = -0.027 * np.cos(q[0] - q[1])
        np.testing.assert_allclose(witness.mass_matrix(q), [[0.219, across], [across, 0.0705]], atol=1e-15)


def test_cut_friction_comes_after_that_of_joints_and_before_the_load() -> None:
    mapping = four_bar() | {"load": {"mass": 0}}
    names = Witness(mapping).parameter_names
    assert names[-12:-9] == ("joint3.fv", "loop1.fv", "load.m")


@pytest.mark.skipif(not REFERENCE.exists(), reason="the reference numbers are not beside the project")
def test_a_published_four_bar_is_as_published() -> None:
    published = json.loads(REFERENCE.read_text())
    ground, *lengths = published["l"]
    joints = [{"type": "revolute", "link": rod(published["rho"] * length, length)} for length in lengths]
    for joint, before in zip(joints[1:], lengths, strict=False):
        joint["origin"] = {"xyz": [before, 0, 0]}
    ends = {"parent_origin": {"xyz": [lengths[-1], 0, 0]}, "child_origin": {"xyz": [-ground, 0, 0]}}
    names = ("joint1", "joint2", "joint3")
    witness = Witness(
        {
            "gravity": [0, 0, 0],
            "joints": joints,
            "loops": [{"type": "revolute", "parent": "link3", "child": "base", **ends}],
            "actuated": ["joint1"],
            "closed_at": dict(zip(names, published["q"], strict=True)),
        }
    )
    q, qd = published["q"][:1], published["u"][:1]
    np.testing.assert_allclose(witness.mass_matrix(q), [[published["reduced_inertia_q1"]]], rtol=1e-13)
    np.testing.assert_allclose(
        witness.coriolis(q, qd), [published["reduced_bias_tau1"]], rtol=1e-11
    )  # of forces with 15 decimals


@pytest.mark.parametrize("elsewhere", [four_bar_cut_at_the_ground, four_bar_cut_through_its_rocker])
def test_a_four_bar_is_the_same_wherever_it_is_cut(elsewhere: Any) -> None:
    one, other = Witness(four_bar()), Witness(elsewhere())
    for q, qd, qdd in ([1.0], [2.0], [3.0]), ([2.5], [-1.0], [0.4]), ([-1.3], [0.7], [-2.0]):
        expected = one.inverse_dynamics(q, qd, qdd)
        np.testing.assert_allclose(other.inverse_dynamics(q, qd, qdd), expected, atol=ROUNDING)


def test_a_slider_crank_is_the_same_if_its_slide_is_cut() -> None:
    mapping = bundled("slider_crank")
    mapping["joints"][2]["friction"] = {"viscous": 3, "coulomb": 2, "offset": 0.5}
    one, other = Witness(mapping), Witness(slider_crank_cut_at_its_slide())
    for q, qd, qdd in ([1.0], [2.0], [3.0]), ([2.5], [-1.0], [0.4]):
        expected = one.inverse_dynamics(q, qd, qdd)
        np.testing.assert_allclose(other.inverse_dynamics(q, qd, qdd), expected, atol=ROUNDING)


def test_a_universal_cut_is_two_joints_and_a_spherical_cut_three() -> None:
    one, other = Witness(rssr(cut_at_the_ball=True)), Witness(rssr(cut_at_the_ball=False))
    for q, qd, qdd in ([1.2], [2.0], [3.0]), ([1.4], [-1.0], [0.4]):
        expected = one.inverse_dynamics(q, qd, qdd)
        np.testing.assert_allclose(other.inverse_dynamics(q, qd, qdd), expected, atol=ROUNDING)


def test_a_spherical_cut_rubs_with_the_whole_relative_velocity() -> None:
    mapping = rssr(cut_at_the_ball=True)
    smooth = Witness(mapping)
    mapping["loops"][0]["friction"] = {"viscous": 0.4}
    taken = Witness(mapping).inverse_dynamics([1.3], [2.0], [0]) - smooth.inverse_dynamics([1.3], [2.0], [0])
    rod_spin, rocker_spin = (Witness(mapping | {"tip": tip}).jacobian([1.3])[3:, 0] for tip in ("rod", "rocker"))
    assert taken == pytest.approx(0.4 * 2.0 * np.sum((rod_spin - rocker_spin) ** 2), rel=1e-12)


def test_couplings_and_gears_are_substituted_by_hand(tree_mapping: dict[str, Any]) -> None:
    tree = Witness(tree_mapping)
    couplings = [
        {"joint": "branch", "equals": {"joint7": "2/3", "joint1": -1}, "plus": "pi/2"},
        {"joint": "joint7", "equals": {"joint4": 3, "joint2": 0.5}, "plus": 1},
    ]
    gears = [[2, 0, 0, 0.5], [0, 1, 0, 0], [0, -1, 1, 0], [0, 0, 0, -3]]
    motors = [{"rotor_inertia": 0.3}, {}, {}, {"name": "last", "friction": {"viscous": 2, "coulomb": 3, "offset": 5}}]
    closed = Witness(tree_mapping | {"couplings": couplings, "transmission": gears, "motors": motors})
    assert closed.joint_names == ("motor1", "motor2", "motor3", "last")
    # joints 1, 2, branch, 4, 6, 7 of joints 1, 2, 4, 6
    A = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [-1, 1 / 3, 2, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0.5, 3, 0]])
    E, b = A @ gears, np.array([0, 0, np.pi / 2 + 2 / 3, 0, 0, 1])
    q, qd, qdd = np.random.default_rng(3).normal(size=(3, 4))
    of_motors = np.array([0.3 * qdd[0], 0, 0, 2 * qd[3] + 3 * np.sign(qd[3]) + 5])
    expected = E.T @ tree.inverse_dynamics(E @ q + b, E @ qd, E @ qdd) + of_motors
    np.testing.assert_allclose(closed.inverse_dynamics(q, qd, qdd), expected, atol=ROUNDING)
    np.testing.assert_allclose(closed.jacobian(q), tree.jacobian(E @ q + b) @ E, atol=ROUNDING)
    np.testing.assert_allclose(closed.forward_kinematics(q), tree.forward_kinematics(E @ q + b), atol=ROUNDING)
    with_rotors = E.T @ tree.mass_matrix(E @ q + b) @ E + np.diag([0.3, 0, 0, 0])
    np.testing.assert_allclose(closed.mass_matrix(q), with_rotors, atol=ROUNDING)
    by_hand = E.T @ tree.coriolis_matrix(E @ q + b, E @ qd) @ E
    np.testing.assert_allclose(closed.coriolis_matrix(q, qd), by_hand, atol=ROUNDING)


@pytest.mark.parametrize("name", BUNDLED)
def test_power_is_the_rate_of_the_energies_and_what_friction_takes(name: str) -> None:
    mapping = bundled(name)
    witness = Witness(mapping)
    q, qd, qdd = near_closed(witness, mapping)

    def energy(t: float) -> float:
        where, rates = q + t * qd + t**2 / 2 * qdd, qd + t * qdd
        return witness.kinetic_energy(where, rates) + witness.potential_energy(where)

    friction = np.array([n.rpartition(".")[2] in ("fv", "fc", "fo") for n in witness.parameter_names])
    taken = qd @ witness.regressor_full(q, qd, qdd) @ np.where(friction, witness.parameters, 0)
    power = qd @ witness.inverse_dynamics(q, qd, qdd)
    assert power == pytest.approx(five_point(energy) + taken, abs=DIFFERENCE * (1 + abs(power)))


@pytest.mark.parametrize("name", BUNDLED)
def test_every_quantity_of_a_closed_robot_agrees_with_the_others(name: str) -> None:
    mapping = bundled(name)
    witness = Witness(mapping)
    (q, qd, qdd), phi = near_closed(witness, mapping), witness.parameters
    qd_r = qd[::-1].copy() + 0.3
    tau = witness.inverse_dynamics(q, qd, qdd)
    scale = 1 + np.abs(tau).max()
    close = {"rtol": ROUNDING, "atol": ROUNDING * scale}
    np.testing.assert_allclose(witness.regressor_full(q, qd, qdd) @ phi, tau, **close)
    np.testing.assert_allclose(witness.forward_dynamics(q, qd, tau), qdd, **close)
    M, C, g = witness.mass_matrix(q), witness.coriolis_matrix(q, qd), witness.gravity(q)
    friction = witness.inverse_dynamics(q, qd, 0 * qd) - C @ qd - g
    slotine_li = witness.regressor_slotine_li(q, qd, qd_r, qdd) @ phi
    np.testing.assert_allclose(slotine_li, M @ qdd + C @ qd_r + g + friction, **close)
    walker = witness.regressor_walker(q, qd, qd_r, qdd) @ phi
    np.testing.assert_allclose((qd - qd_r) @ walker, (qd - qd_r) @ slotine_li, **close)
    wrench = np.arange(6.0)
    external = witness.inverse_dynamics_external(q, qd, qdd, wrench)
    np.testing.assert_allclose(external, tau - witness.jacobian(q).T @ wrench, **close)
    momentum, rest = witness.regressor_filtered(q, qd)
    np.testing.assert_allclose(momentum @ phi, M @ qd, **close)
    np.testing.assert_allclose(rest @ phi, g + friction - C.T @ qd, **close)


@pytest.mark.parametrize("name", BUNDLED)
def test_derivatives_of_a_closed_robot_are_those_of_differences(name: str) -> None:
    mapping = bundled(name)
    witness = Witness(mapping)
    q, qd, qdd = near_closed(witness, mapping)
    v = np.random.default_rng(1).normal(size=witness.n) / 4
    tau = witness.inverse_dynamics(q, qd, qdd)
    by_q, by_qd = witness.torque_derivatives(q, qd, qdd)
    mass_rate = five_point(lambda t: witness.mass_matrix(q + t * qd))
    C = witness.coriolis_matrix(q, qd)
    _, J, J_rate = witness.tip_motion(q, qd)
    acceleration_by_q, acceleration_by_qd, _ = witness.forward_dynamics_derivatives(q, qd, tau)
    pairs = [
        (by_q @ v, five_point(lambda t: witness.inverse_dynamics(q + t * v, qd, qdd))),
        (by_qd @ v, five_point(lambda t: witness.inverse_dynamics(q, qd + t * v, qdd))),
        (acceleration_by_q @ v, five_point(lambda t: witness.forward_dynamics(q + t * v, qd, tau))),
        (acceleration_by_qd @ v, five_point(lambda t: witness.forward_dynamics(q, qd + t * v, tau))),
        (C + C.T, mass_rate),
        (J_rate, five_point(lambda t: witness.jacobian(q + t * qd))),
        (J, witness.jacobian(q)),
        (witness.gravity(q) @ v, five_point(lambda t: witness.potential_energy(q + t * v))),
    ]
    for exact, approximate in pairs:
        np.testing.assert_allclose(exact, approximate, atol=1e-6 * (1 + np.abs(exact).max()))


def test_christoffels_matrix_is_that_of_the_closed_mass_matrix() -> None:
    mapping = bundled("five_bar")
    witness = Witness(mapping)
    q, qd, _ = near_closed(witness, mapping)
    d_mass = np.stack([five_point(lambda t, e=e: witness.mass_matrix(q + t * e)) for e in np.eye(2)], axis=-1)
    twice = d_mass + d_mass.swapaxes(1, 2) - d_mass.transpose(2, 0, 1)
    np.testing.assert_allclose(witness.coriolis_matrix(q, qd), twice @ qd / 2, atol=DIFFERENCE)


def test_a_position_that_cannot_close_is_refused_in_one_line() -> None:
    witness = Witness(bundled("five_bar"))
    with pytest.raises(ValueError, match=r"the loops cannot be closed at \[3\.1, 0\.0\], only 0\.\d+ of the way$"):
        witness.gravity([3.1, 0.0])


def test_actuated_joints_that_are_too_few_or_do_not_drive_are_refused() -> None:
    five = bundled("five_bar") | {"actuated": ["joint1"]}
    with pytest.raises(ValueError, match="the loops leave 2 coordinates free here, actuated names 1"):
        Witness(five)
    arm = bundled("sr400") | {"actuated": ["joint1", "joint2", "joint3", "joint8", "joint5", "joint6"]}
    with pytest.raises(ValueError, match=r"closed_at|do not determine"):
        Witness(arm)


def test_a_guess_that_is_closed_elsewhere_is_refused() -> None:
    mapping = bundled("four_bar")
    mapping["closed_at"] |= {"joint3": 1.3}
    with pytest.raises(ValueError, match="the loops are closed elsewhere, at"):
        Witness(mapping)


def test_the_other_way_of_assembling_is_kept_all_the_way() -> None:
    mapping = bundled("four_bar")
    mapping["closed_at"] = {"joint1": 1, "joint2": -2.225, "joint3": -2.325}
    crossed, opened = Witness(mapping), Witness(bundled("four_bar"))
    for q in np.linspace(-5, 7, 7):
        pose, other = (one.forward_kinematics([q])[2] for one in (crossed, opened))
        pin = [0.2 * np.cos(q) - 0.5, 0.2 * np.sin(q)]  # of the crank, seen from the rocker's pivot
        ends = [frame[:2, 0] for frame in (pose, other)]
        assert pin[0] * ends[0][1] - pin[1] * ends[0][0] > 0 > pin[0] * ends[1][1] - pin[1] * ends[1][0]


def test_what_a_coordinate_does_not_move_does_not_rub_when_it_moves_alone() -> None:
    """A four-bar stands on a turntable, whose turning no joint of the linkage feels."""
    rubs = {"friction": {"coulomb": 0.3}}
    mapping = bundled("four_bar")
    names = zip(("crank", "rod", "rocker"), mapping["joints"], strict=True)
    linkage = [{**joint, "name": name, **rubs, "link": {**joint["link"], "name": name}} for name, joint in names]
    for joint, parent in zip(linkage, ("table", "crank", "table"), strict=True):
        joint["parent"] = parent
    table = {"name": "turn", "type": "revolute", "link": rod(1, 0.4, name="table"), **rubs}
    (loop,) = mapping["loops"]
    mapping |= {"joints": [table, *linkage], "loops": [{**loop, "parent": "rod", "child": "rocker", **rubs}]}
    closed = zip(("turn", "crank", "rod", "rocker"), (0, *mapping["closed_at"].values()), strict=True)
    mapping |= {"actuated": ["turn", "crank"], "closed_at": dict(closed)}
    witness, still = Witness(mapping), np.zeros(2)
    for q in np.random.default_rng(1).uniform(0.8, 1.2, (8, 2)):  # what is left of nothing depends on the position
        moving = witness.regressor_full(q, [1, 0], still) - witness.regressor_full(q, still, still)
        rubbing = [name.endswith(".fc") for name in witness.parameter_names]
        assert np.count_nonzero(moving[:, rubbing]) == 1  # the table's own
