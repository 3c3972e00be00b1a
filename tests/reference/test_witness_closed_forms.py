"""Robots small enough to be solved on paper."""

from typing import Any

import numpy as np
import pytest

from symdyn.reference import Witness

G = 9.80665
ROUNDING = 1e-14  # the closed form and the witness round a few dozen times each

ZERO_INERTIA = dict.fromkeys(["xx", "xy", "xz", "yy", "yz", "zz"], 0)


def link(mass: float, com: list[float], izz: float = 0.0) -> dict[str, Any]:
    return {"mass": mass, "com": com, "inertia": ZERO_INERTIA | {"zz": izz}}


@pytest.fixture
def pendulum() -> Witness:
    """Return 2 kg on a 0.5 m rod with 0.1 kg m2, turning about a horizontal axis.

    The link frame's x points along gravity at q = 0.
    """
    return Witness(
        {
            "frames": "explicit",
            "gravity": [G, 0, 0],
            "joints": [
                {
                    "type": "revolute",
                    "link": link(2, [0.5, 0, 0], 0.1),
                    "friction": {"viscous": 0.3, "coulomb": 0.2, "offset": 0.05},
                    "rotor_inertia": 0.7,
                    "spring": {"stiffness": 3.0, "rest": 0.25},
                }
            ],
        }
    )


def test_pendulum_with_rotor_friction_and_spring(pendulum: Witness) -> None:
    q, qd, qdd = 0.8, -1.5, 2.5
    inertia = 2 * 0.5**2 + 0.1 + 0.7
    restoring = 2 * G * 0.5 * np.sin(q) + 3.0 * (q - 0.25)
    friction = 0.3 * qd - 0.2 + 0.05
    assert pendulum.mass_matrix([q]) == pytest.approx(np.array([[inertia]]))
    assert pendulum.gravity([q]) == pytest.approx([restoring], rel=ROUNDING)
    assert pendulum.coriolis([q], [qd]) == pytest.approx([0], abs=ROUNDING)
    assert pendulum.inverse_dynamics([q], [qd], [qdd]) == pytest.approx(
        [inertia * qdd + restoring + friction], rel=ROUNDING
    )
    assert pendulum.kinetic_energy([q], [qd]) == pytest.approx(inertia * qd**2 / 2, rel=ROUNDING)
    potential = -2 * G * 0.5 * np.cos(q) + 3.0 * (q**2 / 2 - 0.25 * q)
    assert pendulum.potential_energy([q]) == pytest.approx(potential, rel=ROUNDING)


def test_coulomb_friction_is_nothing_at_rest(pendulum: Witness) -> None:
    at_rest = pendulum.inverse_dynamics([0.25], [0.0], [0.0])
    assert at_rest == pytest.approx([2 * G * 0.5 * np.sin(0.25) + 0.05], rel=ROUNDING)


def test_pendulum_derivatives_hold_the_sign_of_the_velocity(pendulum: Witness) -> None:
    by_q, by_qd = pendulum.torque_derivatives([0.8], [0.0], [2.5])
    stiffness = 2 * G * 0.5 * np.cos(0.8) + 3.0
    assert by_q == pytest.approx(np.array([[stiffness]]), rel=ROUNDING)
    assert by_qd == pytest.approx(np.array([[0.3]]), rel=ROUNDING)


def test_pendulum_regressor_is_what_multiplies_each_parameter(
    pendulum: Witness,
) -> None:
    q, qd, qdd = 0.8, -1.5, 2.5
    row = dict.fromkeys(pendulum.parameter_names, 0.0)
    row |= {"link1.mx": G * np.sin(q), "link1.my": G * np.cos(q), "link1.Izz": qdd}
    row |= {"joint1.Ia": qdd, "joint1.fv": qd, "joint1.fc": -1.0, "joint1.fo": 1.0}
    row |= {"joint1.ks": q, "joint1.kr": -1.0}
    found = pendulum.regressor_full([q], [qd], [qdd])
    np.testing.assert_allclose(found, [list(row.values())], atol=ROUNDING)


def test_planar_two_link_arm_as_in_every_textbook() -> None:
    m1, m2, l1, c1, c2, i1, i2 = 3.0, 2.0, 0.7, 0.3, 0.4, 0.11, 0.07
    arm = Witness(
        {
            "frames": "modified_dh",
            "gravity": [0, -G, 0],
            "joints": [
                {"type": "revolute", "link": link(m1, [c1, 0, 0], i1)},
                {
                    "type": "revolute",
                    "dh": {"a": l1},
                    "link": link(m2, [c2, 0, 0], i2),
                },
            ],
        }
    )
    q1, q2 = q = np.array([0.4, -1.1])
    qd1, qd2 = qd = np.array([1.3, 0.6])

    m11 = m1 * c1**2 + i1 + m2 * (l1**2 + c2**2 + 2 * l1 * c2 * np.cos(q2)) + i2
    m12 = m2 * (c2**2 + l1 * c2 * np.cos(q2)) + i2
    mass = [[m11, m12], [m12, m2 * c2**2 + i2]]
    h = -m2 * l1 * c2 * np.sin(q2)
    coriolis = [[h * qd2, h * (qd1 + qd2)], [-h * qd1, 0]]
    weight2 = m2 * c2 * G * np.cos(q1 + q2)
    weight = [(m1 * c1 + m2 * l1) * G * np.cos(q1) + weight2, weight2]

    np.testing.assert_allclose(arm.mass_matrix(q), mass, atol=ROUNDING)
    np.testing.assert_allclose(arm.coriolis_matrix(q, qd), coriolis, atol=ROUNDING)
    np.testing.assert_allclose(arm.coriolis(q, qd), coriolis @ qd, atol=ROUNDING)
    np.testing.assert_allclose(arm.gravity(q), weight, rtol=ROUNDING)

    elbow = [l1 * np.cos(q1), l1 * np.sin(q1), 0]
    second = arm.forward_kinematics(q)[1]
    np.testing.assert_allclose(second[:3, 3], elbow, atol=ROUNDING)
    column = [-elbow[1], elbow[0], 0, 0, 0, 1]
    expected = np.array([column, [0, 0, 0, 0, 0, 1]]).T
    np.testing.assert_allclose(arm.jacobian(q), expected, atol=ROUNDING)


def test_mass_on_a_turning_slide_feels_centrifugal_and_coriolis_forces() -> None:
    m, i1, i2 = 2.0, 0.5, 0.3
    polar = Witness(
        {
            "frames": "explicit",
            "gravity": [0, 0, 0],
            "joints": [
                {"type": "revolute", "link": link(1, [0, 0, 0], i1)},
                {
                    "type": "prismatic",
                    "axis": [1, 0, 0],
                    "link": link(m, [0, 0, 0], i2),
                },
            ],
        }
    )
    theta, r, spin, speed = 0.3, 0.8, 1.7, -0.9
    q, qd = [theta, r], [spin, speed]
    mass = np.diag([i1 + i2 + m * r**2, m])
    np.testing.assert_allclose(polar.mass_matrix(q), mass, atol=ROUNDING)
    forces = [2 * m * r * speed * spin, -m * r * spin**2]
    np.testing.assert_allclose(polar.coriolis(q, qd), forces, rtol=ROUNDING)
    matrix = m * r * np.array([[speed, spin], [-spin, 0]])
    np.testing.assert_allclose(polar.coriolis_matrix(q, qd), matrix, atol=ROUNDING)


def test_lift_carries_its_weight_and_stores_it_as_height() -> None:
    lift = Witness(
        {
            "frames": "explicit",
            "joints": [{"type": "prismatic", "link": link(5, [0.1, 0.2, 0.3])}],
        }
    )
    assert lift.inverse_dynamics([2.0], [1.0], [0.5]) == pytest.approx([5 * (G + 0.5)])
    assert lift.potential_energy([2.0]) == pytest.approx(5 * G * 2.3, rel=ROUNDING)
    assert lift.kinetic_energy([2.0], [3.0]) == pytest.approx(22.5, rel=ROUNDING)
    assert lift.forward_dynamics([2.0], [1.0], [0.0]) == pytest.approx([-G])


def test_hand_that_holds_a_lift_takes_weight_off_it() -> None:
    lift = Witness(
        {
            "frames": "explicit",
            "joints": [{"type": "prismatic", "link": link(5, [0.1, 0.2, 0.3])}],
        }
    )
    upwards = [7.0, 8.0, 20.0, 1.0, 2.0, 3.0]
    tau = lift.inverse_dynamics_external([2.0], [0.0], [0.0], upwards)
    assert tau == pytest.approx([5 * G - 20], rel=ROUNDING)


def test_body_turning_about_a_skew_axis_has_the_inertia_of_that_axis() -> None:
    axis = np.array([1.0, 2.0, 2.0]) / 3
    tensor = np.array([[3, 0.2, -0.1], [0.2, 4, 0.3], [-0.1, 0.3, 5]])
    written = {"xx": 3, "xy": 0.2, "xz": -0.1, "yy": 4, "yz": 0.3, "zz": 5}
    body = {"mass": 2, "com": [1, 0, 0], "inertia": written}
    top = Witness(
        {
            "frames": "explicit",
            "joints": [{"type": "revolute", "axis": [1, 2, 2], "link": body}],
        }
    )
    # The mass centre is sqrt(1 - 1/9) m from the axis.
    expected = axis @ tensor @ axis + 2 * 8 / 9
    for angle in (0.0, 0.7, 2.0):
        found = top.mass_matrix([angle])
        assert found == pytest.approx(np.array([[expected]]), rel=ROUNDING)
