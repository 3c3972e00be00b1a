"""The witness understands the robot file: parameters, frames, trees, the load."""

import copy
import math
from itertools import chain
from typing import Any

import numpy as np
import pytest
import yaml

from symdyn.reference import Witness

ROUNDING = 1e-14  # a few dozen products of numbers near 1, at 1e-16 each

TEN = ["m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"]


def one_joint(**keys: Any) -> Witness:
    return Witness({"frames": "explicit", "joints": [{"type": "revolute"} | keys]})


def test_parameters_follow_the_file_fixed_entries_too(tree: Witness) -> None:
    links = ["trunk", "left", "right", "link4", "link5", "link6", "link7", "load"]
    expected = {link: [f"{link}.{name}" for name in TEN] for link in links}
    expected["trunk"] += [f"joint1.{name}" for name in ("Ia", "fv", "fc", "fo")]
    expected["right"] += ["branch.ks", "branch.kr"]
    expected["link4"] += ["joint4.Ia"]
    assert tree.parameter_names == tuple(chain(*expected.values()))
    assert tree.joint_names == (
        "joint1",
        "joint2",
        "branch",
        "joint4",
        "joint6",
        "joint7",
    )
    assert tree.n == 6
    assert tree.parameters.shape == (len(tree.parameter_names),)


def test_file_values_arrive_at_their_names(tree: Witness) -> None:
    value = dict(zip(tree.parameter_names, tree.parameters, strict=True))
    assert value["load.m"] == 1.8
    assert value["joint1.fo"] == -0.1
    assert value["branch.ks"] == 3.0
    assert value["branch.kr"] == pytest.approx(0.9, rel=1e-15)  # 3 * (2 * 0.45) / 3


def test_inertia_at_the_mass_centre_is_carried_to_the_origin() -> None:
    link = {"mass": 2, "com": [1, 2, 3], "inertia_at": "com"}
    link["inertia"] = {"xx": 10, "xy": 20, "xz": 30, "yy": 40, "yz": 50, "zz": 60}
    # Steiner by hand: Ixx + 2*(4+9), Ixy - 2*1*2, Iyy + 2*(1+9), Ixz - 2*1*3, ...
    by_hand = [2, 2, 4, 6, 10 + 26, 20 - 4, 40 + 20, 30 - 6, 50 - 12, 60 + 10]
    assert one_joint(link=link).parameters.tolist() == by_hand


def test_inertia_at_the_origin_is_taken_as_it_is() -> None:
    link = {"mass": 2, "com": [1, 2, 3], "inertia_at": "origin"}
    link["inertia"] = {"xx": 10, "xy": 20, "xz": 30, "yy": 40, "yz": 50, "zz": 60}
    by_hand = [2, 2, 4, 6, 10, 20, 40, 30, 50, 60]
    assert one_joint(link=link).parameters.tolist() == by_hand


def test_absent_and_null_inertials_are_unknown_with_all_that_depends_on_them() -> None:
    inertia = {"xx": 1, "xy": 1, "xz": None, "yy": 1, "zz": 1}
    witness = one_joint(link={"mass": 2, "com": [1, None, 3], "inertia": inertia})
    known = dict(zip(witness.parameter_names, witness.parameters, strict=True))
    unknown = {name for name, value in known.items() if math.isnan(value)}
    # y: my, Ixx = .. + m (y^2 + z^2), Ixy, Iyz, Izz; xz and yz are not written.
    assert unknown == {f"link1.{n}" for n in ("my", "Ixx", "Ixy", "Ixz", "Iyz", "Izz")}


def test_joint_without_a_link_has_ten_unknown_parameters() -> None:
    assert np.isnan(one_joint().parameters).tolist() == [True] * 10


def test_absent_joint_keys_make_no_parameter_and_null_ones_an_unknown() -> None:
    witness = one_joint(
        rotor_inertia=None,
        friction={"coulomb": None},
        spring={"stiffness": 2, "rest": None},
    )
    assert witness.parameter_names[10:] == (
        "joint1.Ia",
        "joint1.fc",
        "joint1.ks",
        "joint1.kr",
    )
    np.testing.assert_array_equal(witness.parameters[10:], [np.nan, np.nan, 2, np.nan])


def test_spring_whose_rest_is_not_written_rests_at_zero() -> None:
    assert one_joint(spring={"stiffness": 2}).parameters[10:].tolist() == [2, 0]


def test_unknown_parameter_is_an_error_that_names_it_where_it_is_used() -> None:
    link = {"mass": 2, "com": [1, 0, 0], "inertia": {"xx": 1}, "inertia_at": "origin"}
    witness = one_joint(axis=[0, 1, 0], link=link, friction={"viscous": None})
    with pytest.raises(ValueError, match=r"link1\.Izz$"):
        witness.mass_matrix([0.1])
    with pytest.raises(ValueError, match=r"joint1\.fv"):
        witness.inverse_dynamics([0.1], [0.2], [0.3])
    given = np.nan_to_num(witness.parameters, nan=1.0)
    assert np.isfinite(witness.inverse_dynamics([0.1], [0.2], [0.3], given)).all()


def test_gravity_asks_for_no_inertia_and_no_friction() -> None:
    link = {"mass": 2, "com": [1, 0, 0]}
    witness = one_joint(axis=[0, 1, 0], link=link, friction={"viscous": None})
    # 2 kg, 1 m out along x, turned about y: x drops as q grows.
    assert witness.gravity([0.0]) == pytest.approx([-2 * 9.80665], rel=ROUNDING)


def test_symbol_without_a_value_is_an_error_that_names_it() -> None:
    mapping = {
        "frames": "modified_dh",
        "symbols": {"d3": None},
        "joints": [{"type": "revolute", "dh": {"d": "d3"}}],
    }
    with pytest.raises(ValueError, match="'d3'"):
        Witness(mapping)


def test_wrong_length_is_an_error_that_names_the_argument(tree: Witness) -> None:
    with pytest.raises(ValueError, match=r"qd must have shape \(6,\), not \(5,\)"):
        tree.coriolis(np.zeros(6), np.zeros(5))


def test_yaml_text_is_read_as_written() -> None:
    text = """
    frames: standard_dh
    symbols: {reach: 5e-1}
    joints:
      - type: revolute
        dh: {a: reach, alpha: pi/2}
        link: {mass: 1e-3, com: [0, 0, 0], inertia_at: origin, inertia:
               {xx: 1e-6, xy: 0, xz: 0, yy: 2e-6, yz: 0, zz: 3.0e-06}}
    """
    witness = Witness(yaml.safe_load(text))
    by_hand = [1e-3, 0, 0, 0, 1e-6, 0, 2e-6, 0, 0, 3e-6]
    assert witness.parameters.tolist() == by_hand
    (pose,) = witness.forward_kinematics([0.0])
    np.testing.assert_allclose(pose[:3, 3], [0.5, 0, 0], atol=ROUNDING)
    np.testing.assert_allclose(pose[:3, 2], [0, -1, 0], atol=ROUNDING)


@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
def test_dh_conventions_place_the_link_as_their_matrices_say(kind: str) -> None:
    a, alpha, d, theta, q = 0.3, 0.7, 0.2, -0.4, 1.1
    turn = theta + q if kind == "revolute" else theta
    rise = d + q if kind == "prismatic" else d
    ct, st, ca, sa = np.cos(turn), np.sin(turn), np.cos(alpha), np.sin(alpha)
    standard = [
        [ct, -st * ca, st * sa, a * ct],
        [st, ct * ca, -ct * sa, a * st],
        [0, sa, ca, rise],
        [0, 0, 0, 1],
    ]
    modified = [
        [ct, -st, 0, a],
        [st * ca, ct * ca, -sa, -rise * sa],
        [st * sa, ct * sa, ca, rise * ca],
        [0, 0, 0, 1],
    ]
    dh = {"a": a, "alpha": alpha, "d": d, "theta": theta}
    for frames, matrix in (("standard_dh", standard), ("modified_dh", modified)):
        witness = Witness({"frames": frames, "joints": [{"type": kind, "dh": dh}]})
        (pose,) = witness.forward_kinematics([q])
        np.testing.assert_allclose(pose, matrix, atol=ROUNDING)


def test_roll_pitch_yaw_turns_about_x_then_y_then_z_of_the_parent() -> None:
    witness = one_joint(origin={"xyz": [1, 2, 3], "rpy": ["pi/2", 0, "pi/2"]})
    (pose,) = witness.forward_kinematics([0.0])
    # z goes to -y by the roll, then to x by the yaw.
    np.testing.assert_allclose(pose[:3, 2], [1, 0, 0], atol=ROUNDING)
    np.testing.assert_allclose(pose[:3, 3], [1, 2, 3], atol=ROUNDING)


def test_axis_is_normalised_and_is_z_by_default() -> None:
    (slid,) = Witness(
        {
            "frames": "explicit",
            "joints": [{"type": "prismatic", "axis": [3, 0, 4]}],
        }
    ).forward_kinematics([10.0])
    np.testing.assert_allclose(slid[:3, 3], [6, 0, 8], rtol=ROUNDING)
    (turned,) = one_joint().forward_kinematics([np.pi / 2])
    np.testing.assert_allclose(turned[:3, 0], [0, 1, 0], atol=ROUNDING)


def test_load_is_a_body_that_the_last_link_would_carry(
    tree_mapping: dict[str, Any],
) -> None:
    fixed = copy.deepcopy(tree_mapping)
    load = fixed.pop("load")
    origin = load.pop("origin")
    fixed["joints"].append({"type": "fixed", "origin": origin, "link": load})
    q, qd, qdd = np.random.default_rng(5).normal(size=(3, 6))
    with_load = Witness(tree_mapping).inverse_dynamics(q, qd, qdd)
    with_link = Witness(fixed).inverse_dynamics(q, qd, qdd)
    np.testing.assert_array_equal(with_load, with_link)


def test_fixed_entry_merges_with_the_link_that_carries_it() -> None:
    rod = {"mass": 2, "com": [0.5, 0, 0], "inertia_at": "origin"}
    rod["inertia"] = dict.fromkeys(["xx", "xy", "xz", "yy", "yz", "zz"], 0)
    first = {"type": "revolute", "axis": [0, 1, 0], "link": rod}
    tip = {"type": "fixed", "origin": {"xyz": [1, 0, 0]}}
    tip["link"] = {"mass": 3, "com": [0, 0, 0], "inertia": rod["inertia"]}
    witness = Witness({"frames": "explicit", "joints": [first, tip]})
    assert witness.n == 1
    assert witness.jacobian([0.0])[:, 0] == pytest.approx([0, 0, -1, 0, 1, 0])
    assert witness.mass_matrix([0.3]) == pytest.approx(np.array([[3.0]]), rel=ROUNDING)
    # 2 kg at 0.5 m and 3 kg at 1 m, horizontal at q = 0, falling as q grows.
    assert witness.gravity([0.0]) == pytest.approx([-4 * 9.80665], rel=ROUNDING)
