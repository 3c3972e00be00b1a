"""Robots that others have identified: as many parameters as they found, and the same space."""

import csv
import re
from pathlib import Path

import numpy as np
import pytest

import symdyn
from symdyn.algebra.decimals import to_float
from symdyn.parameters.minimal_parameters import minimal_parameters

DATA = Path(__file__).parents[2].parent / "shared" / "data"
PUBLISHED = DATA / "dvrk_psm" / "base_parameters_ols.csv"
TENSOR = {"xx": "Ixx", "xy": "Ixy", "xz": "Ixz", "yy": "Iyy", "yz": "Iyz", "zz": "Izz"}
OWNERS = {1: "yaw", 2: "pitch", 8: "insertion", 10: "roll", 11: "wrist", 12: "jaw1", 13: "jaw2", 16: "opening"}
MOTORS = {10: "motor4", 11: "motor5", 14: "motor6", 15: "motor7"}


def ours(theirs):
    """Our name of a parameter of the published table, and the factor between them."""
    letters, number, rest = re.fullmatch(r"([A-Za-z]+)(\d+)([xyz]*)", theirs).groups()
    at = int(number)
    match letters:
        case "m":
            return f"link{at}.m", 1
        case "l":
            return f"link{at}.m{rest}", 1
        case "L":
            return f"link{at}.{TENSOR[rest]}", 1
        case "Ia":
            return f"{MOTORS[at]}.Ia", 1
        case "K":
            return f"{OWNERS[at]}.ks", 1
        case "Fo" if at == 10:
            return "roll.kr", -1  # the spring's rest is its offset
        case _:
            return f"{OWNERS.get(at) or MOTORS[at]}.{letters.lower()}", 1


def published_rows(names):
    index = {name: i for i, name in enumerate(names)}
    rows = []
    with PUBLISHED.open(encoding="utf-8") as file:
        for line in list(csv.reader(file, delimiter=";"))[1:]:
            row = np.zeros(len(names))
            for sign, factor, theirs in re.findall(r"([-+]?)\s*([\d.]+)\*(\w+)", line[0]):
                name, scale = ours(theirs)
                row[index[name]] = scale * float(factor) * (-1 if sign == "-" else 1)
            rows.append(row)
    return np.array(rows)


def test_the_surgical_arm_has_49_parameters_17_of_them_of_bodies():
    robot = symdyn.load("dvrk_psm")
    names = minimal_parameters(robot).names
    assert len(names) == 49
    assert sum(name.startswith("link") for name in names) == 17


@pytest.mark.skipif(not PUBLISHED.exists(), reason="the published parameters are not beside the project")
def test_the_published_parameters_of_the_surgical_arm_span_the_same_space():
    robot = symdyn.load("dvrk_psm")
    bodies = [not name.startswith("link3.") for name in robot.parameter_names]  # they have no body on that frame
    W = np.array([[to_float(x) for x in row] for row in minimal_parameters(robot).matrix])[:, bodies]
    theirs = published_rows(robot.parameter_names)[:, bodies]
    assert theirs.shape[0] == W.shape[0] == 49
    basis = np.linalg.qr(W.T)[0]
    beside = theirs - (theirs @ basis) @ basis.T
    # their coefficients are printed with eight decimals, of sums of up to twenty terms of metres and squares of metres
    assert np.abs(beside).max() < 1e-7
    assert np.linalg.matrix_rank(theirs, tol=1e-3) == 49


def geared_arm():
    """An arm with the frames of a Stäubli TX40, whose motor 6 turns with joint 5 as well; nothing of it is known."""
    frames = [
        ([0, 0, 0.320], [0, 0, 0]),
        ([0, 0, 0], ["-pi/2", 0, 0]),
        ([0.225, 0, 0.035], [0, 0, 0]),
        ([0, -0.225, 0], ["pi/2", 0, 0]),
        ([0, 0, 0], ["-pi/2", 0, 0]),
        ([0, 0, 0], ["pi/2", "pi", 0]),
    ]
    rubs = {"viscous": None, "coulomb": None}
    joints = [
        {
            "type": "revolute",
            "origin": {"xyz": xyz, "rpy": rpy},
            "friction": rubs | {"offset": None},
            "rotor_inertia": None,
        }
        for xyz, rpy in frames
    ]
    gears = [[int(i == j) for j in range(6)] for i in range(6)]
    gears[5][4] = -1
    motors = [*[{}] * 5, {"rotor_inertia": None, "friction": rubs}]
    return {"symdyn": 1, "name": "geared", "joints": joints, "transmission": gears, "motors": motors}


def test_an_arm_whose_sixth_motor_turns_with_the_fifth_joint_has_61_parameters():
    names = minimal_parameters(symdyn.load(geared_arm())).names
    assert len(names) == 61
    assert [name for name in names if name.startswith("motor")] == ["motor6.Ia", "motor6.fv", "motor6.fc"]
