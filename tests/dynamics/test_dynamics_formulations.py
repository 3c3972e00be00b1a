"""Formulations differ in work, never in value: torques, matrices and energies agree with `==`."""

from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from exact_settings import compute, prime_field, random_setting
from random_robots import random_robot

import symdyn
from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import exact
from symdyn.algebra.scalar import EXACTS
from symdyn.algebra.spatial import Vec3
from symdyn.dynamics.newton_euler import inverse_dynamics, link_motions
from symdyn.dynamics.outermost import inverse_dynamics_held
from symdyn.dynamics.setting import Setting, setting_over
from symdyn.mechanism.reformulate.formulation import USUAL_FORMULATION, Formulation, changed, changes
from symdyn.mechanism.reformulate.resting_points import resting_points
from symdyn.mechanism.rigid_body import Wrench
from symdyn.model import Robot, bind_symbols

GENERAL_TWISTS = str(Path(__file__).parents[2] / "bench" / "robots" / "general_6r.yaml")


def arm(frames: str, *joints: dict[str, Any]) -> dict[str, Any]:
    revolute = [{"type": "revolute", **joint, "link": {}} for joint in joints]
    return {"symdyn": 1, "name": "arm", "gravity": [1, 2, -9], "frames": frames, "joints": revolute}


def dh(a: str, alpha: str, d: str) -> dict[str, Any]:
    return {"dh": {"a": a, "alpha": alpha, "d": d, "theta": 0}}


def at_point(xyz: list[str], axis: list[int]) -> dict[str, Any]:
    return {"origin": {"xyz": xyz, "rpy": [0, 0, 0]}, "axis": axis}


SOURCES: dict[str, Any] = {
    "panda": "panda",
    "stanford": "stanford",
    "iiwa": "iiwa",  # joints away from where their axes meet
    "dual_arm": "dual_arm",  # two outermost links, one behind an oblique axis
    "standard twists": "puma560_std",
    "general twists": GENERAL_TWISTS,
    "tree": random_robot(41, entries=6, tree=True, frames="explicit", load=True),
    "standard DH": random_robot(42, entries=4, frames="standard_dh"),
    "origins off their axes": arm(
        "standard_dh", dh("0.1", "pi/2", "0.2"), *[dh("0.3", "-pi/2", "0.4")] * 2, dh("0.2", "0", "0.1")
    ),
    "outermost link at rest": arm("standard_dh", dh("0", "pi/2", "0"), dh("0.3", "0", "0")),
    "root links at rest": arm("standard_dh", dh("0.2", "pi/3", "0.1")),
    "oblique shoulder": arm("standard_dh", dh("0", "0.6", "0.4"), dh("0.2", "0.7", "0.3"), dh("0.1", "pi/2", "0.2")),
    "joints beside the shoulder": arm(
        "explicit",
        at_point(["0", "0", "0.1"], [0, 0, 1]),
        at_point(["0", "0.2", "0.5"], [0, 1, 0]),
        at_point(["0.3", "-0.2", "0"], [1, 0, 0]),
        at_point(["0.4", "0.1", "0.2"], [0, 1, 0]),
    ),
}
KERNELS = ("inverse_dynamics", "inverse_dynamics_external", "gravity", "coriolis", "mass_matrix", "forward_dynamics")
CHOICES = [
    Formulation(about_rest=rest, held_outermost=held, composite_bias=composite)
    for rest, held, composite in product((True, False), repeat=3)
]


@cache
def robot_of(name: str) -> Robot:
    return bind_symbols(symdyn.load(SOURCES[name]))


@cache
def setting(name: str) -> Setting[Any]:
    return random_setting(robot_of(name), 7, prime_field(robot_of(name)))


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("name", SOURCES)
def test_every_formulation_gives_the_same(name: str, kernel: str) -> None:
    results = {compute(kernel, replace(setting(name), formulation=choice)) for choice in CHOICES}
    assert len(results) == 1


@pytest.mark.parametrize("name", SOURCES)
def test_eased_turns_are_the_turns(name: str) -> None:
    at = setting(name)
    v = Vec3(*(at.lift(exact(number)) for number in (2, 3, 5)))
    for eased, plain in zip(at.poses, at.plain_poses, strict=True):
        assert eased.R == plain.R
        assert eased.to_link(v) == plain.to_link(v) == plain.R.T @ v
        assert eased.to_parent(v) == plain.to_parent(v) == plain.R @ v


def test_twists_of_a_general_arm_are_eased_and_right_angles_are_not() -> None:
    assert setting("general twists").poses[-1].split != setting("general twists").plain_poses[-1].split
    assert all(pose.split == () for pose in setting("panda").poses)


def test_eased_constants_are_at_most_one() -> None:
    robot = robot_of("general twists")
    at = setting_over(robot, EXACTS, {"cos": [exact(1)] * 6, "sin": [exact(0)] * 6})
    splits = [joint.shortcuts.split for joint in at.moving.joints]
    entries = [entry for split in splits if split for row in split.first.rows for entry in row]
    assert all(abs(to_float(entry)) <= 1 for entry in entries)


@pytest.mark.parametrize("name", SOURCES)
def test_links_with_a_resting_point_have_their_origin_there(name: str) -> None:
    """Gravity apart, the origin has no acceleration: as long as the vector of gravity, whatever the motion."""
    at = setting(name)
    motions = link_motions(at.moving, at.poses, at.qd, at.qdd)
    g = at.moving.gravity
    for joint, motion in zip(at.moving.joints, motions, strict=True):
        if joint.shortcuts.resting_point is not None:
            a = motion.acceleration.v_dot
            assert a.dot(a) == g.dot(g)


def test_axes_that_meet_on_the_first_axis_have_a_resting_point() -> None:
    expected = {
        "panda": [None, (0, 0, 0), (0, 0, exact("-0.316")), None, None, None, None],
        "stanford": [None, (0, 0, exact("-0.154")), None, None, None, None],
        "general twists": [None] * 6,
        "joints beside the shoulder": [None, (0, exact("-0.2"), 0), (exact("-0.3"), 0, 0), None],
    }
    for name, points in expected.items():
        found = [None if point is None else tuple(point) for point in resting_points(robot_of(name))]
        assert found == points, name


@pytest.mark.parametrize(("tilt", "distance"), [("0.75", "0.4"), ("0.001", None), ("1e-9", None)])
def test_axes_that_meet_far_away_have_no_resting_point(tilt: str, distance: str | None) -> None:
    first, second = (
        at_point(["0", "0", "0"], [0, 0, 1]),
        at_point(["0.3", "0", "0"], [0, 0, 1]) | {"axis": [tilt, 0, 1]},
    )
    points = resting_points(bind_symbols(symdyn.load(arm("explicit", first, second))))
    assert points[0] is None
    if distance is None:  # 300 m and more: inertias about such a point would lose digits
        assert points[1] is None
    else:
        assert points[1] == Vec3(exact("-0.3"), exact(0), -exact(distance))


def held(at: Setting[Any], external: Wrench[Any] | None = None) -> Any:
    turns = list(zip(at.c, at.s, strict=True))
    return inverse_dynamics_held(at.moving, at.poses, at.qd, at.qdd, at.inertias, turns, external)


def test_outermost_links_are_held_and_their_quantities_are_not_named_as_if_in_their_own_frame() -> None:
    panda, tree = held(setting("panda")), held(setting("dual_arm"))
    assert [motion is None for motion in panda.motions] == [False] * 6 + [True]
    assert sum(motion is None for motion in tree.motions) == 2
    assert [wrench is None for wrench in tree.wrenches] == [motion is None for motion in tree.motions]


def test_a_planar_arm_has_nothing_to_hold() -> None:
    robot = bind_symbols(symdyn.load("two_link"))
    at = random_setting(robot, 3, prime_field(robot))
    assert None not in held(at).motions


@pytest.mark.parametrize("name", SOURCES)
def test_held_links_feel_a_wrench_at_the_tip_that_is_off_the_axis(name: str) -> None:
    at = setting(name)
    tip = Vec3(*(at.lift(exact(number)) for number in (2, -3, 5)))
    mechanism = replace(at.moving, tip=tip)
    wrench = Wrench(Vec3(*at.wrench[:3]), Vec3(*at.wrench[3:]))
    turns = list(zip(at.c, at.s, strict=True))
    expected = inverse_dynamics(mechanism, at.poses, at.qd, at.qdd, at.inertias, wrench).tau
    assert inverse_dynamics_held(mechanism, at.poses, at.qd, at.qdd, at.inertias, turns, wrench).tau == expected


def test_changes_are_reversed_choices() -> None:
    robot = bind_symbols(symdyn.load(str(Path(GENERAL_TWISTS).with_name("stanford_simplified.yaml"))))
    groups = changes(robot, ("q", "qd", "qdd", "pi"))
    assert {choice for group in groups for choice in group} == {
        "held_outermost",
        "free_gauge",
        "about_rest",
        "shared_diagonal",
    }
    for group in groups:
        assert changed(changed(USUAL_FORMULATION, group), group) == USUAL_FORMULATION
        assert changed(USUAL_FORMULATION, group) != USUAL_FORMULATION
    assert changes(robot_of("panda"), ("q", "qd", "qdd", "pi")) == ()
