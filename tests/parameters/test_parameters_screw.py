"""Minimal parameters behind screws: what a mass on the axis shares with the inertia about it, and certificates."""

import random
from fractions import Fraction
from typing import Any

import pytest
from any_robots import PITCHES, any_robot

import symdyn
from symdyn.algebra.exact import exact
from symdyn.model import bind_symbols
from symdyn.parameters.certificate import recheck
from symdyn.parameters.minimal_parameters import MinimalSet, minimal_parameters
from symdyn.parameters.reasons import reasons

SCREW = {"type": "screw", "pitch": 0.1}
ACROSS, ALONG, NONE = [0, -9.81, 0], [0, 0, -9.81], [0, 0, 0]


def minimal(gravity: list[float], *joints: dict[str, Any]) -> MinimalSet:
    robot = symdyn.load({"symdyn": 1, "name": "arm", "gravity": gravity, "joints": list(joints)})
    found = minimal_parameters(robot)
    assert recheck(robot, found).passed
    return found


def coefficient(found: MinimalSet, name: str, column: int) -> Any:
    return found.matrix[found.names.index(name)][column]


def test_a_mass_on_the_axis_is_felt_as_inertia_about_it_times_the_square_of_the_pitch() -> None:
    found = minimal(ACROSS, SCREW)
    assert found.names == ("link1.mx", "link1.my", "link1.Izz")
    assert coefficient(found, "link1.Izz", 0) == Fraction(1, 100)


def test_a_mass_that_the_screw_lifts_is_felt_by_its_weight_too() -> None:
    assert minimal(ALONG, SCREW).names == ("link1.m", "link1.Izz")


def test_a_spring_that_is_stretched_at_rest_takes_the_weight() -> None:
    found = minimal(ALONG, {**SCREW, "rotor_inertia": None, "spring": {"stiffness": None, "rest": None}})
    assert found.names == ("link1.m", "link1.Izz", "joint1.ks")  # of q̈, of a constant, of q
    assert {"joint1.Ia", "joint1.kr"} <= set(found.combined)


@pytest.mark.parametrize(("pitch", "count"), [(0.1, 2), (0.2, 3)])
def test_screws_of_one_pitch_on_one_line_share_more(pitch: float, count: int) -> None:
    """Energies are forms of two rates: with one pitch, masses have those of the inertias."""
    assert len(minimal(NONE, SCREW, {**SCREW, "pitch": pitch}).names) == count


def test_a_rotor_of_the_second_screw_on_a_line_is_felt_as_mass_and_inertia() -> None:
    found = minimal(NONE, SCREW, {**SCREW, "pitch": 0.2, "rotor_inertia": None})
    assert len(found.names) == 3
    # Ia is that of p(p - p') Ia = M - p p' J, where p is 0.2 and p' is 0.1
    assert coefficient(found, "link2.m", 20) == 1 / (Fraction(2, 10) * Fraction(1, 10))
    assert coefficient(found, "link2.Izz", 20) == -1


def test_without_weight_an_axis_across_a_screw_sees_first_moments_as_products_of_inertia() -> None:
    found = minimal(NONE, SCREW, {"type": "revolute", "axis": [0, 1, 0]})
    assert found.names == ("link1.Izz", "link2.Ixx", "link2.Ixy", "link2.Iyy", "link2.Ixz", "link2.Iyz")
    mx, mz = 11, 13
    assert {coefficient(found, "link2.Iyz", mx), coefficient(found, "link2.Ixy", mz)} == {exact("0.1"), -exact("0.1")}


@pytest.mark.parametrize("seed", range(24))
def test_sets_of_robots_with_screws_anywhere_are_certified(seed: int) -> None:
    mapping, source = any_robot(seed, most=4, plain=True), random.Random(f"pitches {seed}")
    for joint in mapping["joints"]:
        if joint["type"] != "fixed" and source.random() < 0.6:
            joint |= {"type": "screw", "pitch": source.choice(PITCHES)}
    robot = bind_symbols(symdyn.load(mapping))
    found = minimal_parameters(robot)
    assert recheck(robot, found).passed
    assert set(reasons(robot, found)) == {*found.combined, *found.unidentifiable}


def test_the_reason_for_a_mass_on_a_screw_says_that_it_travels() -> None:
    robot = symdyn.load({"symdyn": 1, "name": "arm", "gravity": ACROSS, "joints": [SCREW]})
    told = reasons(robot, minimal_parameters(robot))["link1.m"]
    assert told == "a mass on the axis of joint1 travels as the joint turns, and is felt just as a part of link1.Izz"
