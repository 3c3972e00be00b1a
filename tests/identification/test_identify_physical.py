"""Bodies behind parameters: verdicts, physical vectors found, and proofs that there are none."""

from importlib.util import find_spec

import numpy as np
import pytest

import symdyn
from symdyn.errors import InputError
from symdyn.identification import physical
from symdyn.identification.cones import pseudo_inertia
from symdyn.identification.physical import find_physical_parameters, physical_bodies
from symdyn.identification.vectors import minimal_matrix, minimal_set

clarabel = pytest.mark.skipif(find_spec("clarabel") is None, reason="Clarabel is not installed")

JOINT = {
    "type": "revolute",
    "origin": {"xyz": [0, 0, 0.3], "rpy": ["pi/2", 0, 0]},
    "rotor_inertia": 0.1,
    "friction": {"viscous": 0.1, "coulomb": 0.2, "offset": 0.3},
    "spring": {"stiffness": 2, "rest": 0.1},
    "link": {
        "mass": 1,
        "com": [0.1, 0, 0],
        "inertia": {"xx": 0.01, "xy": 0, "xz": 0, "yy": 0.01, "yz": 0, "zz": 0.01},
    },
}


def arm(zeros="values", first="revolute"):
    joints = [{**JOINT, "type": first, "axis": [0, 1, 0]}, {**JOINT, "axis": [1, 2, 2]}]
    gravity = [0, 0, -9.81]
    return symdyn.load(
        {"symdyn": 1, "name": "arm", "gravity": gravity, "frames": "explicit", "zeros": zeros, "joints": joints}
    )


def own_pi(robot, **changed):
    pi = minimal_matrix(robot) @ robot.parameters
    names = minimal_set(robot).names
    for name, value in changed.items():
        pi[names.index(name.replace("__", "."))] = value
    return pi


def bodies_and_joint_parameters(robot, full):
    """Pseudo-inertias, and entries that may not be negative, found again by name."""
    value = dict(zip(robot.parameter_names, full, strict=True))
    links = [joint.link for joint in robot.joints] + ([robot.load.body] if robot.load else [])
    matrices = [pseudo_inertia(np.array([value[p.name] for p in link.parameters])) for link in links]
    return matrices, [x for name, x in value.items() if name.endswith((".Ia", ".fv", ".fc"))]


def assert_feasible(robot, pi, search):
    assert search.outcome == "feasible"
    assert search.separation is None
    assert np.abs(minimal_matrix(robot) @ search.parameters - pi).max() <= 1e-12 * max(1, np.abs(pi).max())
    matrices, entries = bodies_and_joint_parameters(robot, search.parameters)
    assert min(np.linalg.eigvalsh(J)[0] / np.trace(J) for J in matrices if J.any()) > -1e-9
    assert min(entries, default=0) >= -1e-9
    assert all(verdict.physical for verdict in search.verdicts)


def assert_proved_infeasible(robot, pi, search):
    """Check the certificate by its definition, on random bodies of all shapes and sizes."""
    assert search.outcome == "infeasible"
    proof = search.separation
    assert proof.weights @ pi == pytest.approx(proof.value)
    assert proof.value < 0
    assert proof.excluded_size > 1e5
    vanishing = np.array([parameter.vanishes for parameter in robot.full_parameters])
    np.testing.assert_allclose((minimal_matrix(robot).T @ proof.weights - proof.functional)[~vanishing], 0, atol=1e-12)
    source = np.random.default_rng(7)
    for _ in range(300):
        full = random_real_vector(robot, source)
        assert proof.functional @ full > -1e-6 * np.abs(proof.functional * full).sum()


def random_real_vector(robot, source):
    """Point masses for every link, most of them few and far out; any sign where it is free."""
    values = {}
    for name in robot.parameter_names:
        letter = name.rpartition(".")[2]
        values[name] = source.normal() if letter in ("fo", "ks", "kr") else abs(source.normal())
    for link in [joint.link for joint in robot.joints] + ([robot.load.body] if robot.load else []):
        total = np.zeros(10)
        for _ in range(source.integers(1, 4)):
            x, y, z = source.normal(size=3) * 10 ** source.uniform(-2, 1)
            moments = [y * y + z * z, -x * y, x * x + z * z, -x * z, -y * z, x * x + y * y]
            total += source.exponential() * np.array([1, x, y, z, *moments])
        values |= {p.name: entry for p, entry in zip(link.parameters, total, strict=True)}
    return np.array([values[name] for name in robot.parameter_names])


@pytest.mark.parametrize("name", ["panda", "two_link", "iiwa", "dual_arm"])
def test_robots_with_real_bodies_are_found_physical_as_they_stand(name):
    robot = symdyn.load(name)
    assert all(verdict.physical for verdict in physical_bodies(robot, robot.parameters))
    search = find_physical_parameters(robot, own_pi(robot))
    assert_feasible(robot, own_pi(robot), search)
    np.testing.assert_allclose(search.parameters, robot.parameters, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ["panda", "two_link", "iiwa", "ur5", "puma560", "ddarm"])
def test_real_bodies_are_found_from_nothing_but_minimal_parameters(name):
    robot = symdyn.load(name)
    pi = own_pi(robot)
    assert_feasible(robot, pi, find_physical_parameters(robot, pi, np.zeros(len(robot.parameter_names))))


@clarabel
def test_the_solver_finds_real_bodies_where_projections_do_not():
    robot = symdyn.load("panda")
    pi = own_pi(robot)
    nothing = np.zeros(len(robot.parameter_names))
    assert_feasible(robot, pi, find_physical_parameters(robot, pi, nothing, iterations=3))


def test_without_a_solver_projections_find_bodies_and_prove_nothing(monkeypatch):
    monkeypatch.setattr(physical, "available", lambda: False)
    robot = symdyn.load("two_link")
    pi = own_pi(robot)
    assert_feasible(robot, pi, find_physical_parameters(robot, pi, np.zeros(len(robot.parameter_names))))
    assert find_physical_parameters(robot, own_pi(robot, link2__mx=3.0), iterations=50).outcome == "undecided"


def test_unreal_bodies_of_the_file_are_replaced_by_real_ones_with_the_same_torques():
    robot = symdyn.load("puma560_std")  # link 1 has inertia without mass, link 3 breaks the triangle inequality
    verdicts = {verdict.name: verdict for verdict in physical_bodies(robot, robot.parameters)}
    assert [name for name, verdict in verdicts.items() if not verdict.physical] == ["link1", "link3"]
    assert "mass is zero" in verdicts["link1"].reason
    assert "triangle inequality" in verdicts["link3"].reason
    assert_feasible(robot, own_pi(robot), find_physical_parameters(robot, own_pi(robot)))


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("panda", {"link7__Izz": -0.01}),
        ("panda", {"link7__Izz": -1e-5}),
        ("panda", {"link1__Izz": -0.01}),
        ("two_link", {"link2__mx": 3.0}),
        ("puma560", {"joint3__Ia": -0.1}),
    ],
)
@clarabel
def test_where_no_bodies_exist_a_certificate_proves_it(name, changed):
    robot = symdyn.load(name)
    pi = own_pi(robot, **changed)
    assert_proved_infeasible(robot, pi, find_physical_parameters(robot, pi, iterations=300))


@clarabel
@pytest.mark.parametrize("zeros", ["values", "structural"])
@pytest.mark.parametrize("first", ["revolute", "prismatic"])
def test_friction_may_not_be_negative_but_offsets_and_springs_may(zeros, first):
    robot = arm(zeros, first)
    free = own_pi(robot, joint1__fo=-5.0, joint2__ks=-3.0)
    assert_feasible(robot, free, find_physical_parameters(robot, free))
    bad = own_pi(robot, joint2__fc=-0.1)
    search = find_physical_parameters(robot, bad, iterations=50)
    assert search.outcome == "infeasible"
    if zeros == "values":
        assert_proved_infeasible(robot, bad, search)
    assert [verdict.name for verdict in search.verdicts if not verdict.physical] == ["joint2.fc"]


def test_structural_zeros_are_kept_in_the_search():
    robot = arm("structural")
    vanishing = np.array([parameter.vanishes for parameter in robot.full_parameters])
    search = find_physical_parameters(robot, own_pi(robot), np.zeros(len(vanishing)))
    assert_feasible(robot, own_pi(robot), search)
    assert not search.parameters[vanishing].any()


@clarabel
def test_what_no_finite_body_has_stays_undecided():
    # one joint about z, across gravity: pi is mx, my and Izz; moments without inertia need an unbounded mass
    joint = {"type": "revolute", "origin": {"xyz": [0, 0, 0], "rpy": ["pi/2", 0, 0]}}
    robot = symdyn.load(
        {"symdyn": 1, "name": "pendulum", "gravity": [0, 0, -9.81], "frames": "explicit", "joints": [joint]}
    )
    assert minimal_set(robot).names == ("link1.mx", "link1.my", "link1.Izz")
    assert find_physical_parameters(robot, [1.0, 0.0, 0.0], iterations=50).outcome == "undecided"
    assert find_physical_parameters(robot, [1.0, 0.0, 0.1], iterations=50).outcome == "feasible"
    assert find_physical_parameters(robot, [1.0, 0.0, -0.1], iterations=50).outcome == "infeasible"


@pytest.mark.parametrize(
    ("ten", "reason"),
    [
        ([2, 0, 0, 0, 1, 0, 1, 0, 0, 1], ""),
        ([1, 1, 0, 0, 0, 0, 1, 0, 0, 1], ""),  # a point mass: on the border
        ([1, 0, 0, 0, 0, 0, 0, 0, 0, 0], ""),  # the same at the origin
        ([0] * 10, ""),  # nothing
        ([-1, 0, 0, 0, 1, 0, 1, 0, 0, 1], "negative"),
        ([0, 1, 0, 0, 1, 0, 1, 0, 0, 1], "mass is zero"),
        ([1, 0, 0, 0, 1, 0, 1, 0, 0, 2.1], "triangle inequality"),
        ([1, 1.1, 0, 0, 1, 0, 1, 0, 0, 1], "negative"),  # further out than its inertia allows
        ([1, 0, 0, 0, -1, 0, -1, 0, 0, -1], "trace of its inertia is negative"),
    ],
)
def test_a_body_is_judged_by_its_pseudo_inertia(ten, reason):
    robot = symdyn.load("two_link")
    verdict = physical_bodies(robot, [*ten, *robot.parameters[10:]])[0]
    assert verdict.name == "link1"
    assert verdict.physical == (not reason)
    assert reason in verdict.reason


def test_wrong_lengths_are_told():
    robot = symdyn.load("two_link")
    with pytest.raises(InputError, match="expected 20 numbers"):
        physical_bodies(robot, [1.0] * 19)
    with pytest.raises(InputError, match="expected 6 numbers"):
        find_physical_parameters(robot, [1.0] * 7)
