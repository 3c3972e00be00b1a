"""Parameter conventions of other tools: exact round trips, published numbers, and moves that keep the energy."""

import json
import random
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from minimal_robot import BODY, chain

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import exact, symbol
from symdyn.algebra.spatial import Mat3, Sym3, Vec3
from symdyn.algebra.trigonometry import cos_sin
from symdyn.errors import InputError
from symdyn.model import load
from symdyn.model.conventions import CONVENTIONS, about_com, about_origin, in_frame, reorder
from symdyn.model.convert import convert_parameters, parameter_labels
from symdyn.reference import Witness

REFERENCE = Path(__file__).parents[2].parent / "shared" / "refs" / "puma560.json"
NAMES = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
R = (
    (Fraction(2, 3), Fraction(-1, 3), Fraction(2, 3)),
    (Fraction(2, 3), Fraction(2, 3), Fraction(-1, 3)),
    (Fraction(-1, 3), Fraction(2, 3), Fraction(2, 3)),
)
P = (Fraction(1, 2), Fraction(-3, 4), Fraction(2, 5))


def random_fractions(seed, count):
    source = random.Random(seed)
    return tuple(Fraction(source.randint(1, 99), source.randint(1, 9)) for _ in range(count))


@pytest.mark.parametrize(("source", "target"), list(product(CONVENTIONS, CONVENTIONS)))
def test_round_trips_between_any_two_conventions_are_exact(source, target):
    values = random_fractions(f"{source} {target}", 30)
    assert reorder(reorder(values, source, target), target, source) == values


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("pinocchio", "m mx my mz Ixx Ixy Iyy Ixz Iyz Izz"),
        ("idyntree", "m mx my mz Ixx Ixy Ixz Iyy Iyz Izz"),
        ("sympybotics", "Ixx Ixy Ixz Iyy Iyz Izz mx my mz m"),
        ("symoro", "Ixx Ixy Ixz Iyy Iyz Izz mx my mz m"),
    ],
)
def test_conventions_about_the_origin_are_permutations(target, expected):
    assert reorder([symbol(name) for name in NAMES], "symdyn", target) == tuple(map(symbol, expected.split()))


def test_inertia_about_the_centre_of_mass_is_listed_as_each_tool_lists_it():
    tensor = dict(zip(("xx", "xy", "yy", "xz", "yz", "zz"), random_fractions("tensor", 6), strict=True))
    mass, com = Fraction(3, 2), (Fraction(1, 10), Fraction(-2, 10), Fraction(3, 10))
    ten = about_origin(mass, com, tuple(tensor.values()))
    listed = {"urdf": ("xx", "xy", "xz", "yy", "yz", "zz"), "robotics_toolbox": ("xx", "yy", "zz", "xy", "yz", "xz")}
    for target, order in listed.items():
        assert reorder(ten, "symdyn", target) == (mass, *com, *(tensor[entry] for entry in order))


def test_a_point_mass_has_the_moments_of_a_point():
    m, x, y, z = 3, 1, 2, 5
    ten = about_origin(m, (x, y, z), (0,) * 6)
    moments = (y * y + z * z, -x * y, x * x + z * z, -x * z, -y * z, x * x + y * y)
    assert ten == (m, m * x, m * y, m * z, *(m * moment for moment in moments))
    assert about_com(ten) == (m, (x, y, z), (0,) * 6)


def test_integers_divide_exactly_and_a_robot_file_is_read_alike():
    robot = load(chain({"link": {"mass": 2, "com": [0.1, 0.2, 0.3], "inertia": BODY["inertia"]}}))
    ours = [parameter.value for parameter in robot.full_parameters]
    mass, com, inertia = about_com(ours)
    assert (mass, com) == (2, (exact("0.1"), exact("0.2"), exact("0.3")))
    assert about_origin(mass, com, inertia) == tuple(ours)
    assert about_com((3, 1, 1, 1, 1, 0, 1, 0, 0, 1))[1] == (Fraction(1, 3),) * 3


def test_symbols_pass_through():
    m, a = symbol("m"), symbol("a")
    ten = about_origin(m, (a, exact(0), exact(0)), [symbol(name) for name in NAMES[4:]])
    assert ten[6] == symbol("Iyy") + m * a * a


def energy(ten, v, omega):
    """Twice the kinetic energy of a body whose frame's origin moves with v."""
    m, h, I = ten[0], Vec3(*ten[1:4]), Sym3(*ten[4:])
    return m * v.dot(v) + 2 * v.dot(omega.cross(h)) + omega.dot(I @ omega)


def test_moving_the_frame_keeps_the_kinetic_energy():
    ten = random_fractions("body", 10)
    v, omega = Vec3(*random_fractions("v", 3)), Vec3(*random_fractions("omega", 3))
    new_R_old, p = Mat3(*(Vec3(*row) for row in R)), Vec3(*P)
    seen_omega = new_R_old @ omega
    seen_v = new_R_old @ v - seen_omega.cross(p)
    assert energy(in_frame(ten, R, P), seen_v, seen_omega) == energy(ten, v, omega)


def test_moving_there_and_back_changes_nothing():
    ten = random_fractions("body", 10)
    rotation = Mat3(*(Vec3(*row) for row in R))
    back = -(rotation.T @ Vec3(*P))
    assert in_frame(in_frame(ten, rotation, Vec3(*P)), rotation.T, back) == ten


def test_exact_angles_turn_exactly():
    c, s = cos_sin(exact("0.3"))
    turn = Mat3(Vec3(c, -s, exact(0)), Vec3(s, c, exact(0)), Vec3(exact(0), exact(0), exact(1)))
    ten = [exact(value) for value in random_fractions("body", 10)]
    assert in_frame(in_frame(ten, turn, (0, 0, 0)), turn.T, (0, 0, 0)) == tuple(ten)


def test_standard_dh_links_moved_to_their_joints_have_the_same_torques():
    rows = [(0.1, 90, 0.3), (0.4, 0, -0.1), (0.05, -90, 0.2)]  # a, alpha in degrees, d
    standard = [{"dh": {"a": a, "alpha": f"{alpha}*pi/180", "d": d, "theta": 0}} for a, alpha, d in rows]
    moved = [{"xyz": [a, 0, d], "rpy": [f"{alpha}*pi/180", 0, 0]} for a, alpha, d in rows]
    near = [{"origin": origin} for origin in ({"xyz": [0, 0, 0]}, *moved)][:3]
    far_robot, near_robot = load(chain(*standard, frames="standard_dh")), load(chain(*near, frames="explicit"))
    tens = np.array([float(x) for x in random_fractions("arm", 30)]).reshape(3, 10)
    at_joint = []
    for joint, ten in zip(far_robot.joints, tens, strict=True):
        rotation = joint.after.rotation.map(to_float)
        at_joint += in_frame(ten, rotation, joint.after.position.map(to_float))
    q, qd, qdd = ([0.3, -0.5, 0.8], [1.0, 0.2, -0.4], [0.1, 0.7, -0.6])
    expected = Witness(far_robot.source).inverse_dynamics(q, qd, qdd, tens.ravel())
    found = Witness(near_robot.source).inverse_dynamics(q, qd, qdd, at_joint)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@pytest.mark.skipif(not REFERENCE.exists(), reason="the reference numbers are not beside the project")
def test_the_published_puma_in_sympybotics_order_is_the_bundled_one():
    dynparm = json.loads(REFERENCE.read_text())["sympybotics_std"]["physical"]["dynparm"]
    robot = load("puma560_std")
    np.testing.assert_allclose(reorder(dynparm, "sympybotics", "symdyn"), robot.parameters, rtol=0, atol=1e-14)
    converted = convert_parameters(robot, robot.parameters, "sympybotics")
    np.testing.assert_allclose(converted.values, dynparm, rtol=0, atol=1e-14)
    second_link = reorder(dynparm[10:20], "sympybotics", "robotics_toolbox")
    np.testing.assert_allclose(second_link, [17.4, -0.3638, 0.006, 0.2275, 0.13, 0.524, 0.539, 0, 0, 0], atol=1e-14)


def test_joint_parameters_stay_in_place_between_links():
    robot = load(chain({"rotor_inertia": 1, "friction": {"viscous": 2}}, {}, load={"mass": 1}))
    full = random_fractions("full", 32)
    converted = convert_parameters(robot, full, "symoro")
    assert converted.names == parameter_labels(robot, "symoro")
    assert converted.names[9:14] == ("link1.M", "joint1.Ia", "joint1.fv", "link2.XX", "link2.XY")
    assert converted.names[-1] == "load.M"
    assert dict(zip(converted.names, converted.values, strict=True))["joint1.fv"] == full[11]
    assert convert_parameters(robot, converted.values, "symdyn", source="symoro").values == full


def test_a_massless_link_passes_if_nothing_is_there():
    assert reorder([0] * 10, "symdyn", "urdf") == (0,) * 10
    with pytest.raises(InputError, match="no centre of mass"):
        reorder([0, 1, *[0] * 8], "symdyn", "urdf")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: reorder([1] * 10, "pinochio", "urdf"), "did you mean pinocchio.*idyntree.*sympybotics"),
        (lambda: reorder([1] * 10, "urdf", "mujoco"), "unknown parameter convention 'mujoco'"),
        (lambda: reorder([1] * 13, "sympybotics", "urdf"), "13 numbers.*Lxx Lxy Lxz"),
        (lambda: reorder([], "urdf", "symdyn"), "0 numbers"),
        (lambda: about_com([1] * 9), "ten parameters.*there are 9"),
        (lambda: in_frame([1] * 10, [[1, 0, 0], [0, 1, 0], [0, 0, -1]], [0, 0, 0]), "no rotation"),
        (lambda: in_frame([1] * 10, [[1, 0, 0], [0, 1, 0]], [0, 0, 0]), "three rows"),
        (lambda: in_frame([1] * 10, R, [0, 0]), "three entries"),
        (lambda: convert_parameters(load("two_link"), [1] * 19, "urdf"), r"20 parameters \(link1.m, .*19"),
    ],
)
def test_wrong_input_is_told_with_what_would_be_right(call, message):
    with pytest.raises(InputError, match=message):
        call()
