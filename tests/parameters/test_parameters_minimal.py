"""Minimal sets: known counts, the certificate, and agreement with Lin's theorem where both apply."""

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from lin_chains import random_chain
from random_robots import random_robot

import symdyn
from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import exact
from symdyn.mechanism.geometry_field import geometry_constants
from symdyn.model import Robot, bind_symbols
from symdyn.parameters.certificate import recheck
from symdyn.parameters.forms.lin_parameters import lin_parameters
from symdyn.parameters.minimal_parameters import MinimalSet, minimal_parameters
from symdyn.parameters.pi import freed_vector, full_vector, pi_over
from symdyn.parameters.regressor_samples import annihilates, regressor_row_space

KNOWN_COUNTS = {  # from geometry alone, and with a rotor inertia on every joint
    "puma560_std": (36, 40),
    "rx90": (36, 40),
    "ur5": (36, 40),
    "panda": (43, 48),
    "iiwa": (43, 48),
    "stanford": (33, 37),
    "scara": (8, 11),
    "two_link": (6, 7),
    "ddarm": (15, None),
}


def geometry_alone(name: str, rotors: bool) -> Robot:
    source = dict(symdyn.load(name).source)
    joints = []
    for joint in source["joints"]:
        kept = {key: joint[key] for key in ("name", "type", "parent", "dh", "origin", "axis") if key in joint}
        joints.append(kept | ({"rotor_inertia": None} if rotors else {}))
    return symdyn.load({**source, "joints": joints})


@pytest.mark.parametrize("name", KNOWN_COUNTS)
def test_number_of_minimal_parameters_is_the_known_one(name: str) -> None:
    bare, with_rotors = KNOWN_COUNTS[name]
    assert len(minimal_parameters(geometry_alone(name, rotors=False)).names) == bare
    if with_rotors is not None:
        assert len(minimal_parameters(geometry_alone(name, rotors=True)).names) == with_rotors


@pytest.mark.parametrize(("name", "with_gravity", "without"), [("puma560_std", 36, 34), ("panda", 43, 39)])
def test_without_gravity_fewer_parameters_show(name: str, with_gravity: int, without: int) -> None:
    source = symdyn.load(name).source
    weightless = symdyn.load({**source, "gravity": [0, 0, 0]})
    assert len(minimal_parameters(symdyn.load(name)).names) == with_gravity
    assert len(minimal_parameters(weightless).names) == without


@pytest.mark.parametrize("fixed_between", [False, True])
@pytest.mark.parametrize(("gravity", "count"), [([0, 0, 0], 6), ([1, 2, -9], 10)])
def test_axes_that_meet_away_from_their_origins_hide_first_moments_without_weight(
    gravity: list[float], count: int, fixed_between: bool
) -> None:
    """Link 2 turns about a point that rests: weightless, its tensor about that point is all that shows."""
    shoulder = [{"type": "revolute"}, {"type": "revolute", "origin": {"xyz": [0, 0.2, 0.5]}, "axis": [0, 1, 0]}]
    if fixed_between:
        shoulder.insert(1, {"type": "fixed", "origin": {"xyz": [0.1, 0, 0.2], "rpy": [0, 0, "pi/2"]}})
        shoulder[2] = {"type": "revolute", "origin": {"xyz": [0.3, 0.1, 0.3]}, "axis": [1, 0, 0]}
    found = minimal_parameters(symdyn.load({"symdyn": 1, "name": "arm", "gravity": gravity, "joints": shoulder}))
    assert len(found.names) == count
    assert found.certificate.rank == count


@pytest.mark.parametrize(("gravity", "count"), [([0, 0, 0], 7), ([1, 2, -9], 13)])
def test_an_axis_that_two_joints_share_may_be_met_by_a_third(gravity: list[float], count: int) -> None:
    """Joints 1 and 2 turn about one line, which rests, and joint 3 meets it away from all origins."""
    joints = [
        {"type": "revolute"},
        {"type": "revolute", "origin": {"xyz": [0, 0, 0.2], "rpy": [0, 0, 0.7]}},
        {"type": "revolute", "origin": {"xyz": [0, 0.2, 0.5]}, "axis": [0, 1, 0]},
    ]
    found = minimal_parameters(symdyn.load({"symdyn": 1, "name": "arm", "gravity": gravity, "joints": joints}))
    assert len(found.names) == found.certificate.rank == count


@pytest.mark.parametrize("name", ["ddarm", "stanford", "dual_arm", "gantry", "panda"])
def test_certificate_holds_again_with_other_numbers(name: str) -> None:
    robot = symdyn.load(name)
    again = recheck(robot, minimal_parameters(robot), seed=7)
    assert again.passed
    assert again.rank == len(minimal_parameters(robot).names)


def spoiled(minimal: MinimalSet, robot: Robot) -> MinimalSet:
    """Change the sign of the last coefficient that is not a pivot's."""
    rows = [list(row) for row in minimal.matrix]
    places = [(i, j) for i, row in enumerate(rows) for j, w in enumerate(row) if w and j not in minimal.pivots]
    i, j = places[-1]
    rows[i][j] = -rows[i][j]
    return replace(minimal, matrix=tuple(tuple(row) for row in rows))


@pytest.mark.parametrize("name", ["two_link", "stanford"])
def test_certificate_of_a_wrong_set_is_refused(name: str) -> None:
    robot = symdyn.load(name)
    assert not recheck(robot, spoiled(minimal_parameters(robot), robot)).passed


@pytest.mark.parametrize("seed", range(200))
def test_the_exact_method_agrees_with_lins_theorem_on_serial_chains(seed: int) -> None:
    robot = random_chain(seed)
    minimal, lin = minimal_parameters(robot), lin_parameters(robot)
    assert len(minimal.names) == len(lin.names)
    # Lin's combinations are ours recombined: their columns, too, follow from those of the pivots
    embedding = Embedding(geometry_constants(robot), seed=3)
    W = [[embedding(weight) for weight in row] for row in minimal.matrix]
    for row in lin.matrix:
        image = [embedding(weight) for weight in row]
        for column, entry in enumerate(image):
            assert entry == sum((image[pivot] * w[column] for pivot, w in zip(minimal.pivots, W, strict=True)), 0)


@pytest.mark.parametrize("seed", range(50))
def test_sets_of_random_trees_are_certified(seed: int) -> None:
    robot = symdyn.load(random_robot(seed, tree=True, entries=5))
    assert recheck(robot, minimal_parameters(robot), seed=11).passed


def with_structural_zeros(seed: int) -> dict[str, Any]:
    source = random_robot(seed, entries=4, rational=True)
    draw = random.Random(seed)
    for joint in source["joints"]:
        zero = {key: 0 for key in ("xx", "xy", "xz", "yy", "yz", "zz") if draw.random() < 0.5}
        com = [0 if draw.random() < 0.5 else None for _ in range(3)]
        joint["link"] = {"com": com, "inertia": zero, "inertia_at": "origin"}
    return {**source, "zeros": "structural"}


@pytest.mark.parametrize("seed", range(25))
def test_structural_zeros_take_no_part_and_the_set_stays_certified(seed: int) -> None:
    robot = symdyn.load(with_structural_zeros(seed))
    minimal = minimal_parameters(robot)
    gone = [i for i, parameter in enumerate(robot.full_parameters) if parameter.vanishes]
    assert not any(row[i] for row in minimal.matrix for i in gone)
    assert recheck(robot, minimal, seed=5).passed


@pytest.mark.parametrize("seed", range(10))
def test_both_full_vectors_of_pi_have_the_same_torques(seed: int) -> None:
    robot = bind_symbols(symdyn.load(with_structural_zeros(seed)))
    space = regressor_row_space(robot, seed=9)
    pi = [exact(Fraction(k + 2, k + 5)) for k in range(len(minimal_parameters(robot).names))]
    plain, freed = full_vector(robot, pi), freed_vector(robot, pi, lambda constant: constant)
    difference = [exact(a) - exact(b) for a, b in zip(plain, freed, strict=True)]
    assert annihilates(space, {i: space.embedding(x).value for i, x in enumerate(difference)})


def test_pi_of_the_sparse_vector_is_pi() -> None:
    robot = bind_symbols(symdyn.load("stanford"))
    pi = [exact(k) for k in range(len(minimal_parameters(robot).names))]
    assert pi_over(robot, [exact(x) for x in full_vector(robot, pi)], lambda constant: constant) == tuple(pi)


def test_every_step_of_a_set_is_told_once() -> None:
    source = {**symdyn.load("ddarm").source, "name": "another"}  # of which nobody has asked before
    robot, told = symdyn.load(source), list[str]()
    found = minimal_parameters(robot, told.append)
    states, relations = found.certificate.states, found.certificate.relations
    assert told == [
        "minimal parameters",
        *(f"minimal parameters, state {i + 1}" for i in range(states)),
        *(f"minimal parameters, relation {i + 1} of {relations}" for i in range(relations)),
    ]
    assert minimal_parameters(robot, told.append) is found and len(told) == 1 + states + relations
