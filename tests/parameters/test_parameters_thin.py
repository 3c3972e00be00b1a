"""Hair-thin axes, angles and offsets: as accurate as others, with minimal sets of exact rank and of ordinary size."""

from typing import Any

import numpy as np
import pytest
from thin_robots import as_urdf, humanoid, thin_arm, thin_dh

import symdyn
from symdyn.algebra import divisors
from symdyn.algebra.decimals import to_float
from symdyn.model import Robot, load, load_text
from symdyn.parameters.certificate import recheck
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.parameters.pi import pi_values
from symdyn.reference import Witness

HAIRS = ("1e-6", "1e-9", "1e-12")
COMPARED = {"inverse_dynamics": ("q", "qd", "qdd"), "mass_matrix": ("q",)}
TOLERANCE = 1e-10  # of the largest entry; seen is 1e-15, and 1e-5 to 1e6 where a hair is divided by
LARGEST = 20.0  # masses of some ten kilograms at most, an arm's length from the joints: pi is no larger


def worst_error(robot: Robot) -> float:
    """How far torques and mass matrix are from the witness's, in parts of their largest entry."""
    kernels = symdyn.build(robot, symdyn.Options(only=tuple(COMPARED)), backend="numpy")
    witness, pi = Witness(robot.source), np.array([to_float(value) for value in pi_values(robot) if value is not None])
    source, worst = np.random.default_rng(3), 0.0
    for _ in range(4):
        state = dict(zip(("q", "qd", "qdd"), source.uniform(-2, 2, (3, robot.n)), strict=True))
        for name, ports in COMPARED.items():
            at = [state[port] for port in ports]
            found, truth = getattr(kernels, name)(*at, pi), getattr(witness, name)(*at)
            worst = max(worst, float(np.abs(found - truth).max() / np.abs(truth).max()))
    return worst


def assert_sound(robot: Robot) -> None:
    minimal = minimal_parameters(robot)
    assert max(abs(to_float(value)) for value in pi_values(robot) if value is not None) < LARGEST
    assert recheck(robot, minimal).passed
    assert worst_error(robot) < TOLERANCE


@pytest.mark.parametrize("hair", HAIRS)
@pytest.mark.parametrize(
    ("joints", "pair"), [(2, (0, 1)), (3, (0, 1)), (3, (1, 2)), (3, (0, 2)), (6, (1, 2)), (6, (0, 5))]
)
def test_thin_axes_on_two_joints_cost_no_accuracy(joints: int, pair: tuple[int, int], hair: str) -> None:
    assert_sound(load(thin_arm(joints, axes=dict.fromkeys(pair, (hair, hair, "1")))))


@pytest.mark.parametrize("hair", HAIRS)
def test_thin_axes_of_a_urdf_cost_no_accuracy(hair: str) -> None:
    axes = {0: (hair, "0", "1"), 1: (hair, "-1", f"-{hair}"), 2: ("5e-12", "-1e-22", "1")}
    assert_sound(load_text(as_urdf(thin_arm(3, axes=axes, rpy={1: (hair, "0", f"-{hair}")})), "thin.urdf"))


@pytest.mark.parametrize("hair", HAIRS)
@pytest.mark.parametrize("what", ["rpy", "xyz", "com"])
def test_thin_angles_offsets_and_centres_of_mass_cost_no_accuracy(what: str, hair: str) -> None:
    thin: Any = {what: {1: (hair, "0", hair), 2: ("0", hair, f"-{hair}")}}
    assert_sound(load(thin_arm(3, **thin)))


@pytest.mark.parametrize("hair", HAIRS)
@pytest.mark.parametrize("joints", [3, 6])
def test_thin_dh_tables_cost_no_accuracy(joints: int, hair: str) -> None:
    assert_sound(load(thin_dh(joints, "modified_dh", hair)))


@pytest.mark.parametrize("hair", HAIRS)
def test_thin_axes_with_structural_zeros_cost_no_accuracy(hair: str) -> None:
    axes = {0: (hair, hair, "1"), 1: (hair, "1", "0"), 2: (hair, f"-{hair}", "1")}
    mapping = thin_arm(3, axes=axes, com={1: ("0", "0", "0.2"), 2: ("0.1", "0", "0")}) | {"zeros": "structural"}
    for entry in mapping["joints"]:
        entry["link"]["inertia"] |= {"xy": "0", "xz": "0", "yz": "0"}
    assert_sound(load(mapping))


def test_axes_that_meet_far_away_because_they_are_nearly_parallel_cost_no_accuracy() -> None:
    axes = {0: ("0", "0", "1"), 1: ("1e-6", "0", "1"), 2: ("0", "1", "0")}
    assert_sound(load(thin_arm(3, axes=axes, xyz={0: ("0", "0", "0"), 1: ("0.3", "0", "0.2"), 2: ("0.2", "0", "0")})))


def test_the_count_does_not_depend_on_how_thin_a_hair_is() -> None:
    counts = {
        len(minimal_parameters(load(thin_arm(3, axes=dict.fromkeys((0, 2), (hair, hair, "1"))))).names)
        for hair in ("0.3", *HAIRS)
    }
    assert counts == {17}


def test_dividing_by_the_hair_would_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(divisors, "THIN", 0.0)
    robot = load(thin_arm(3, axes=dict.fromkeys((0, 2), ("1e-6", "1e-6", "1"))))
    assert max(abs(to_float(value)) for value in pi_values(robot) if value is not None) > 1e10


def test_symbols_are_generic_and_never_thin() -> None:
    mapping = thin_arm(2, axes={0: ("0", "e", "1")}) | {"symbols": {"e": "1e-9"}}
    named, valued = (
        minimal_parameters(load(mapping)),
        minimal_parameters(load(thin_arm(2, axes={0: ("0", "1e-9", "1")}))),
    )
    assert len(named.names) == len(valued.names)
    assert divisors.relative_size(load(mapping).joints[0].axis.y, load(mapping).joints[0].axis) == 1.0


@pytest.mark.slow
def test_a_humanoid_of_hairs_costs_no_accuracy() -> None:
    assert_sound(load(humanoid()))
