"""Robots whose joints follow others: kernels are the tree's, projected, and code is proved by another derivation."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.algebra.exact import exact
from symdyn.algebra.scalar import Ring
from symdyn.cli.main import main
from symdyn.closure.door import closure_of
from symdyn.closure.told import closure_facts
from symdyn.errors import InputError
from symdyn.generate import generate
from symdyn.kernels.door import run
from symdyn.kernels.point import Point
from symdyn.kernels.table import KERNELS
from symdyn.options import Options
from symdyn.parameters.certificate import recheck
from symdyn.parameters.minimal_parameters import minimal_parameters


def body(scale: int = 1) -> dict[str, Any]:
    inertia = {"xx": 0.02, "xy": 0.001, "xz": 0.002, "yy": 0.03, "yz": -0.001, "zz": 0.04}
    return {"mass": scale, "com": [0.1, 0.02, 0.03], "inertia": inertia}


def fingers(**changes: Any) -> Any:
    """A wrist and three joints, two of which follow: one turns backwards twice as fast, one slides with both."""
    joints = [
        {"type": "revolute", "link": body(2), "friction": {"viscous": 0.1, "coulomb": 0.2}},
        {
            "type": "revolute",
            "origin": {"xyz": [0.3, 0, 0]},
            "link": body(),
            "friction": {"coulomb": 0.1},
            "spring": {"stiffness": 3, "rest": 0.1},
        },
        {"type": "revolute", "origin": {"xyz": [0.2, 0, 0], "rpy": ["pi/2", 0, 0]}, "link": body()},
        {
            "type": "prismatic",
            "parent": "link2",
            "axis": [0, 1, 0],
            "link": body(),
            "rotor_inertia": 0.01,
            "friction": {"coulomb": 0.3},
        },
    ]
    couplings = [
        {"joint": "joint2", "equals": {"joint1": -2}, "plus": "pi/2"},
        {"joint": "joint4", "equals": {"joint3": 0.05, "joint1": 1}, "plus": 0.1},
    ]
    whole = {"symdyn": 1, "name": "fingers", "gravity": [0, -9.81, 0], "joints": joints, "couplings": couplings}
    return whole | {"actuated": ["joint1", "joint3"]} | changes


HALVES = [
    {"joint": "joint2", "equals": {"joint1": "1/2"}, "plus": 0.3},
    {"joint": "joint4", "equals": {"joint1": 0.02}},
]
SUMS = [{"joint": "joint3", "equals": {"joint1": 1, "joint2": -1}, "plus": "pi/12"}]
ROBOTS = {
    "multiples": fingers(),
    "parts": fingers(couplings=HALVES),
    "sums": fingers(couplings=SUMS, actuated=["joint1", "joint2", "joint4"]),
}


def test_the_closure_of_couplings_is_what_they_say():
    closure = closure_of(symdyn.load(fingers()))
    assert closure.A[1] == ((0, exact(-2)),)
    assert closure.A[3] == ((0, exact(1)), (1, exact(Fraction(1, 20))))
    assert symdyn.load(fingers()).n == 2
    assert symdyn.load(fingers()).tree_joint_names == ("joint1", "joint2", "joint3", "joint4")


@pytest.mark.parametrize("name", ["inverse_dynamics", "regressor_full", "mass_matrix"])
def test_kernels_are_those_of_the_tree_projected(name):
    robot = symdyn.load(ROBOTS["multiples"])
    point = Point(robot)
    number = point.embedding.element
    A = [[1, 0], [-2, 0], [0, 1], [1, Fraction(1, 20)]]
    spread = {
        key: [sum((number(a) * x for a, x in zip(row, point.inputs[key], strict=True)), start=number(0)) for row in A]
        for key in ("q", "qd", "qdd")
    }
    b = [exact(0), symdyn.load(fingers()).closing.couplings[0].plus, exact(0), exact("0.1")]
    spread["q"] = [x + point.embedding(y) for x, y in zip(spread["q"], b, strict=True)]
    c, s = ([point.ring.function(of, x) for x in point.inputs["q"]] for of in ("cos", "sin"))
    twice = c[0] * c[0] - s[0] * s[0], 2 * s[0] * c[0]
    # cos(pi/2 - 2 Q) = sin(2 Q), and the sine of it is the cosine
    tree = {"cos": [c[0], twice[1], c[1], c[0]], "sin": [s[0], twice[0], s[1], s[0]], **spread}
    signs = [point.ring.function("sign", x) for x in spread["qd"]]
    signs[1] = -point.ring.function("sign", point.inputs["qd"][0])
    tree |= {"sign": signs, "parameters": point.inputs["parameters"]}
    whole = run(KERNELS[name], robot.tree, Ring(point.embedding), tree).outputs
    found = point.outputs(KERNELS[name])
    ((flat,), (mine,)) = (list(one.values()) for one in (whole, found))
    width = len(flat) // 4
    rows = [flat[i * width : (i + 1) * width] for i in range(4)]

    def felt(column: list[Any]) -> list[Any]:
        return [sum((number(A[i][j]) * column[i] for i in range(4)), start=number(0)) for j in range(2)]

    projected = list(zip(*(felt([row[k] for row in rows]) for k in range(width)), strict=True))
    if name == "mass_matrix":
        projected = [felt(list(row)) for row in projected]
    assert [x for row in projected for x in row] == list(mine)


@pytest.mark.parametrize("name", ROBOTS)
def test_code_of_coupled_robots_is_proved_before_it_is_printed(name):
    package = generate(symdyn.load(ROBOTS[name]), Options(laws=("slotine_li", "walker")))  # a ProofError, or proved
    assert any(path.endswith("fingers.h") for path in package.files)


@pytest.mark.parametrize("name", ROBOTS)
def test_the_minimal_set_of_a_coupled_robot_is_minimal(name):
    robot = symdyn.load(ROBOTS[name])
    assert recheck(robot, minimal_parameters(robot)).passed
    assert len(minimal_parameters(robot).names) <= len(minimal_parameters(robot.tree).names)


def test_power_is_the_rate_of_energy_along_a_motion():
    robot = symdyn.load(ROBOTS["multiples"])
    kernels = symdyn.build(robot)
    q, qd, qdd = (np.array(x) for x in ([0.3, -0.4], [0.7, 0.2], [0.1, -0.6]))
    h = 1e-5

    def energy(t: float) -> float:
        at, rate = q + t * qd + t * t / 2 * qdd, qd + t * qdd
        return float(kernels.kinetic_energy(at, rate) + kernels.potential_energy(at))

    rubbing = kernels.inverse_dynamics(q, qd, 0 * qd) - kernels.coriolis(q, qd) - kernels.gravity(q)
    power = qd @ (kernels.inverse_dynamics(q, qd, qdd) - rubbing)
    # central differences of step h err by h² times a third derivative of the order of the power, and by rounding / h
    assert abs((energy(h) - energy(-h)) / (2 * h) - power) < 1e-7 * max(1.0, abs(power))


def test_poses_of_followers_are_given_too():
    robot = symdyn.load(ROBOTS["multiples"])
    kernels = symdyn.build(robot)
    assert kernels.forward_kinematics([0.1, 0.2]).shape == (4, 4, 4)
    assert kernels.jacobian([0.1, 0.2]).shape == (6, 2)


MIMIC = """<robot name="gripper">
  <link name="base"/>
  <link name="left"><inertial><origin xyz="0.02 0 0"/><mass value="0.1"/>
    <inertia ixx="1e-4" ixy="0" ixz="0" iyy="2e-4" iyz="0" izz="2e-4"/></inertial></link>
  <link name="right"><inertial><origin xyz="0.02 0 0"/><mass value="0.1"/>
    <inertia ixx="1e-4" ixy="0" ixz="0" iyy="2e-4" iyz="0" izz="2e-4"/></inertial></link>
  <joint name="grip" type="revolute"><parent link="base"/><child link="left"/><axis xyz="0 1 0"/>
    <origin xyz="0 0.03 0"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>
  <joint name="other" type="revolute"><parent link="base"/><child link="right"/><axis xyz="0 1 0"/>
    <origin xyz="0 -0.03 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/>
    <mimic joint="grip" multiplier="-1"/></joint>
</robot>
"""


def test_a_urdf_whose_gripper_mimics_is_generated(tmp_path):
    path = tmp_path / "gripper.urdf"
    path.write_text(MIMIC, encoding="utf-8")
    robot = symdyn.load(path)
    assert robot.n == 1
    kernels = symdyn.build(robot)
    # both fingers turn about y: twice the moment of one about its joint, 2e-4 + 0.1 * 0.02²
    assert kernels.mass_matrix([0.3])[0, 0] == pytest.approx(2 * (2e-4 + 0.1 * 0.02**2), rel=1e-12)  # rounding alone


def test_a_factor_of_an_angle_that_is_no_rational_is_refused():
    couplings = [{"joint": "joint2", "equals": {"joint1": "sqrt(2)"}}, HALVES[1]]
    with pytest.raises(symdyn.InputError, match="write a rational number"):
        minimal_parameters(symdyn.load(fingers(couplings=couplings)))


def test_equations_hold_the_sign_of_a_rate_made_of_several(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """They are proved equal to the dynamics before they are printed; factors stand in the sign as they are given."""
    joints = [{"name": name, "type": "revolute", "link": body()} for name in "abc"]
    joints[2] |= {"parent": "base", "friction": {"coulomb": 0.2}}
    couplings = [{"joint": "c", "equals": {"a": 2, "b": -1}}]
    robot = {"symdyn": 1, "name": "differential", "joints": joints, "couplings": couplings}
    path = tmp_path / "differential.yaml"
    path.write_text(json.dumps(robot), encoding="utf-8")
    assert main(["show", str(path), "torque", "2"]) == 0
    assert "fc_c*sign(2*qd1 - qd2)" in capsys.readouterr().out
    assert main(["show", str(path), "regressor", "1"]) == 0
    assert "= 2*sign(2*qd1 - qd2)" in capsys.readouterr().out


@pytest.mark.parametrize("quantity", ["mass", "torque", "regressor", "energy", "frames"])
def test_equations_of_a_part_of_an_angle_are_refused_in_one_line(
    quantity: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "parts.yaml"
    path.write_text(json.dumps(fingers(couplings=HALVES)), encoding="utf-8")
    assert main(["show", str(path), quantity]) == 2
    told = capsys.readouterr()
    assert not told.out
    (line,) = told.err.splitlines()
    assert "joint2: follows a part of an angle" in line


def test_fingers_on_a_hand_that_is_turned_on_its_arm_have_a_minimal_set() -> None:
    """Relations between the fingers are rational in the frame of the hand, not in that of the arm it is fixed to."""
    body = {
        "mass": 1,
        "com": [0.1, 0.02, 0.03],
        "inertia": {"xx": 1, "xy": 0.1, "xz": 0.2, "yy": 1, "yz": 0.1, "zz": 1},
    }
    mapping = {
        "symdyn": 1,
        "name": "hand",
        "joints": [
            {"name": "a", "type": "revolute", "link": body},
            {"name": "b", "type": "revolute", "origin": {"xyz": [0.3, 0, 0], "rpy": ["pi/2", 0, 0]}, "link": body},
            {"name": "c", "type": "revolute", "origin": {"xyz": [0.3, 0, 0], "rpy": ["pi/2", 0, 0]}, "link": body},
            {"name": "d", "type": "fixed", "origin": {"rpy": [0, 0, "-pi/4"]}, "link": {"name": "palm", **body}},
            {"name": "e", "type": "prismatic", "parent": "palm", "axis": [0, 1, 0], "link": body},
            {"name": "f", "type": "prismatic", "parent": "palm", "axis": [0, -1, 0], "link": body},
        ],
        "couplings": [{"joint": "f", "equals": {"e": 1}}],
    }
    found = minimal_parameters(symdyn.load(mapping))
    assert found.certificate.rank == len(found.names)


def gripper(plus: Any, rpy: Any = (0, 0, 0)) -> dict[str, Any]:
    """Two fingers on a wrist, of which one follows the other."""
    body = {
        "mass": 1,
        "com": [0.1, 0.02, 0],
        "inertia": {"xx": 0.1, "xy": 0.01, "xz": 0, "yy": 0.2, "yz": 0, "zz": 0.2},
    }
    return {
        "symdyn": 1,
        "name": "gripper",
        "joints": [
            {"name": "wrist", "type": "revolute", "axis": [1, 0, 0], "link": body},
            {"name": "left", "type": "revolute", "link": body},
            {
                "name": "right",
                "type": "revolute",
                "parent": "link1",
                "origin": {"xyz": [0, -0.1, 0], "rpy": list(rpy)},
                "link": body,
            },
        ],
        "couplings": [{"joint": "right", "equals": {"left": -1}, "plus": plus}],
        "load": {"origin": {"rpy": [0, 0, 0.1]}, **body},
    }


@pytest.mark.parametrize("plus", ["pi/3", 0.3])
def test_relations_between_links_whose_angles_differ_by_any_constant_are_found(plus: Any) -> None:
    robot = symdyn.load(gripper(plus))
    found = minimal_parameters(robot)
    assert len(found.names) == found.certificate.rank == 12  # as with no constant at all
    assert recheck(robot, found).passed
    assert len(generate(robot, Options(only=("inverse_dynamics", "mass_matrix"))).kernels) == 2


def test_relations_that_are_not_found_are_told_in_one_line() -> None:
    with pytest.raises(InputError, match="gripper: 2 of 25 relations between its parameters have coefficients"):
        symdyn.minimal_parameters(symdyn.load(gripper(0, rpy=(0.1, 0.2, 0))))


@pytest.mark.parametrize("k", ["1/20", "-1/20", 0])
def test_a_symbol_in_a_coupling_is_worth_its_value(k: Any) -> None:
    """Signs of rates, and relations between parameters, are those of the same robot written without a symbol."""
    named, written = (
        symdyn.load(fingers(couplings=[HALVES[0], {"joint": "joint4", "equals": {"joint1": one}}], **more))
        for one, more in (("k", {"symbols": {"k": k}}), (k, {}))
    )
    sets = [list(map(str, symdyn.minimal_parameters(robot).expressions)) for robot in (named, written)]
    assert sets[0] == sets[1]
    assert closure_of(named).A == closure_of(written).A


def test_a_symbol_without_a_value_in_a_coupling_is_refused_in_one_line() -> None:
    couplings = [HALVES[0], {"joint": "joint4", "equals": {"joint1": "k"}}]
    robot = symdyn.load(fingers(couplings=couplings, symbols={"k": None}))
    with pytest.raises(symdyn.InputError, match=r"symbols\.k: the symbol has no value"):
        minimal_parameters(robot)


def test_what_is_told_of_a_closure_keeps_the_symbols_of_constants() -> None:
    couplings = [HALVES[0] | {"plus": "1 - k"}, HALVES[1] | {"plus": "-k"}]
    facts = closure_facts(symdyn.load(fingers(couplings=couplings, symbols={"k": 0.5})))
    assert facts is not None
    assert facts.joints["joint2"] == "0.5*joint1 + (1-k)"
    assert facts.joints["joint4"] == "0.02*joint1 - k"
