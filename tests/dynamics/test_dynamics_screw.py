"""A screw is a turn and a slide along one axis that are coupled: all that follows from that holds with `==`."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from exact_settings import FRACTIONS, compute, matrix, random_setting
from random_robots import random_robot

import symdyn
from symdyn.dynamics.setting import Setting

PITCH = Fraction(3, 10)
NOTHING = {"mass": 0, "com": [0, 0, 0], "inertia": dict.fromkeys(("xx", "xy", "xz", "yy", "yz", "zz"), 0)}
PER_JOINT = ("q", "c", "s", "qd", "sign", "qdd", "qd_r", "qdd_r", "qd_f", "sign_f")


def with_screw(frames: str, tree: bool) -> dict[str, Any]:
    """A robot whose second joint is a screw; its effects stay away, for they belong to one coordinate."""
    kinds = ("revolute", "prismatic", "revolute")
    robot = random_robot(31, entries=4, tree=tree, frames=frames, kinds=kinds, rational=True, effects=False, load=True)
    robot["joints"][1] |= {"type": "screw", "pitch": float(PITCH)}
    return robot


def with_turn_and_slide(robot: dict[str, Any]) -> dict[str, Any]:
    """The same robot with the screw in two: a slide that carries nothing but a turn."""
    screw = {key: value for key, value in robot["joints"][1].items() if key != "pitch"}
    parents = {"parent": screw["parent"]} if "parent" in screw else {}
    if robot["frames"] == "explicit":
        places = {"origin": screw["origin"], "axis": screw["axis"]}, {"axis": screw["axis"]}
    else:  # what stands before the joint's motion, and what stands behind
        a, alpha, d, theta = (screw["dh"][key] for key in ("a", "alpha", "d", "theta"))
        before, after = {"a": a, "alpha": alpha}, {"d": d, "theta": theta}
        if robot["frames"] == "standard_dh":
            before, after = {"d": 0}, screw["dh"]
        places = {"dh": before}, {"dh": after}
    slide = {"type": "prismatic", **places[0], **parents, "link": {**NOTHING, "name": "sleeve"}}
    turn = {"type": "revolute", **places[1], "parent": "sleeve", "link": {**screw["link"], "name": "link2"}}
    first, _, *others = robot["joints"]
    named = [{"name": f"after{i}", **joint} for i, joint in enumerate(others)]
    for i, joint in enumerate(named, start=3):
        joint["link"] = {**joint["link"], "name": f"link{i}"}
    return {**robot, "joints": [first, slide, turn, *named]}


def coupled(at: Setting[Any], robot: dict[str, Any]) -> Setting[Any]:
    """The robot with the screw in two at the state that the screw's angle makes of both."""

    def doubled(name: str) -> tuple[Any, ...]:
        first, screw, *others = getattr(at, name)
        return (first, screw if name in ("c", "s", "sign") else PITCH * screw, screw, *others)

    ten = at.parameters[:10], (0,) * 10, at.parameters[10:]
    return Setting(
        robot=symdyn.load(with_turn_and_slide(robot)),
        lift=at.lift,
        parameters=tuple(entry for part in ten for entry in part),
        wrench=at.wrench,
        **{name: doubled(name) for name in PER_JOINT},
    )


def projected(rows: tuple[Any, ...]) -> tuple[Any, ...]:
    """Add the slide's row, times the pitch, to the turn's."""
    first, slide, turn, *others = rows
    return (first, turn + PITCH * slide, *others)


CASES = [("explicit", False), ("explicit", True), ("modified_dh", False), ("standard_dh", True)]


@pytest.fixture(params=CASES, ids=[f"{frames}, {'tree' if tree else 'chain'}" for frames, tree in CASES])
def both(request: pytest.FixtureRequest) -> tuple[Setting[Any], Setting[Any]]:
    robot = with_screw(*request.param)
    at = random_setting(symdyn.load(robot), 5, FRACTIONS)
    return at, coupled(at, robot)


@pytest.mark.parametrize("kernel", ["inverse_dynamics", "inverse_dynamics_external", "gravity", "coriolis"])
def test_torques_of_a_screw_are_those_of_its_turn_and_its_slide(kernel: str, both: Any) -> None:
    at, apart = both
    assert compute(kernel, at) == projected(compute(kernel, apart))


@pytest.mark.parametrize("kernel", ["mass_matrix", "coriolis_matrix"])
def test_matrices_of_a_screw_are_those_of_its_turn_and_its_slide(kernel: str, both: Any) -> None:
    at, apart = both
    n = at.robot.n
    rows = [projected(row) for row in matrix(compute(kernel, apart), n + 1)]
    columns = [projected(column) for column in zip(*rows, strict=True)]
    assert [tuple(row) for row in zip(*columns, strict=True)] == matrix(compute(kernel, at), n)


@pytest.mark.parametrize("kernel", ["kinetic_energy", "potential_energy"])
def test_energies_do_not_know_that_a_screw_is_one_joint(kernel: str, both: Any) -> None:
    at, apart = both
    assert compute(kernel, at) == compute(kernel, apart)


def test_the_tip_moves_as_turn_and_slide_move_it(both: Any) -> None:
    at, apart = both
    n = at.robot.n
    assert matrix(compute("jacobian", at), n) == [projected(row) for row in matrix(compute("jacobian", apart), n + 1)]
    T, J, J_dot = (slice(0, 16), slice(16, 16 + 6 * n), slice(16 + 6 * n, None))
    found, expected = compute("tip_motion", at), compute("tip_motion", apart)
    assert found[T] == expected[T]
    for one, two in ((J, slice(16, 22 + 6 * n)), (J_dot, slice(22 + 6 * n, None))):
        assert matrix(found[one], n) == [projected(row) for row in matrix(expected[two], n + 1)]


def test_walkers_torque_of_a_screw_is_that_of_its_turn_and_its_slide(both: Any) -> None:
    at, apart = (replace(setting, virtual=setting.qd) for setting in both)
    n = at.robot.n
    assert compute("adaptive_walker", at)[:n] == projected(compute("adaptive_walker", apart)[: n + 1])
