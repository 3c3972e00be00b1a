"""What the minimal set keeps apart and torques alone do not: offsets beside a constant weight, or a spring's rest."""

from fractions import Fraction
from typing import Any

import pytest

import symdyn
from symdyn.algebra.elimination import Echelon
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.parameters.regressor_samples import regressor_row_space
from symdyn.parameters.ties import torque_ties

OFFSET: dict[str, Any] = {"friction": {"viscous": 1, "coulomb": 1, "offset": 1}}
SPRING: dict[str, Any] = {"spring": {"stiffness": 3, "rest": 1}}
ROTOR: dict[str, Any] = {"rotor_inertia": 1}
SLIDES: dict[str, Any] = {"type": "prismatic", "link": {}}
SCREW: dict[str, Any] = {"type": "screw", "pitch": 0.1, "link": {}}
TURNS: dict[str, Any] = {"type": "revolute", "axis": [1, 0, 0], "link": {}}


def robot(*joints: dict[str, Any], gravity: tuple[float, ...] = (0, 0, -10)) -> symdyn.Robot:
    return symdyn.load({"symdyn": 1, "name": "r", "gravity": list(gravity), "joints": list(joints)})


@pytest.mark.parametrize(
    ("joints", "ties"),
    [
        ([SLIDES | OFFSET | ROTOR], {"joint1.fo": ("link1.m", "joint1.Ia")}),
        ([SLIDES | OFFSET], {}),  # m shows in the acceleration, and the rest of the force is the offset
        ([SLIDES | OFFSET | ROTOR | {"axis": [1, 2, 3]}], {"joint1.fo": ("link1.m", "joint1.Ia")}),
        ([SLIDES | OFFSET | ROTOR | {"axis": [1, 2, 0]}], {}),  # horizontally nothing weighs
        ([TURNS | OFFSET | SPRING], {"joint1.fo": ("joint1.kr",)}),
        ([TURNS | OFFSET | ROTOR], {}),
        ([TURNS | OFFSET | ROTOR, SLIDES | OFFSET | ROTOR], {}),  # the weight turns
        ([SCREW | OFFSET], {"joint1.fo": ("link1.m", "link1.Izz")}),  # whose inertia acts as a rotor's does
        (
            [TURNS | {"axis": [0, 0, 1]} | OFFSET, SLIDES | OFFSET | ROTOR | {"origin": {"xyz": [1, 0, 0]}}],
            {"joint2.fo": ("link1.Izz", "link2.m", "joint2.Ia")},
        ),
    ],
)
def test_an_offset_is_tied_where_it_acts_as_a_weight_or_a_spring_s_rest(
    joints: list[dict[str, Any]], ties: dict[str, tuple[str, ...]]
) -> None:
    found = torque_ties(robot(*joints))
    assert {tie.name: tie.others for tie in found} == ties


def test_without_gravity_nothing_weighs() -> None:
    assert torque_ties(robot(SLIDES | OFFSET | ROTOR, gravity=(0, 0, 0))) == ()


def test_what_is_left_of_the_set_torques_alone_tell_apart() -> None:
    """The columns of torque have as many independent ones as there are parameters without ties."""
    lift = robot(TURNS | {"axis": [0, 0, 1]} | OFFSET, SLIDES | OFFSET | ROTOR, TURNS | OFFSET | SPRING)
    pivots, ties = minimal_parameters(lift).pivots, torque_ties(lift)
    kept = [pivot for place, pivot in enumerate(pivots) if place not in {tie.place for tie in ties}]
    space = regressor_row_space(lift, seed=5, apart=False)  # other states than those that ties were found from
    ranks = []
    for columns in (pivots, kept):
        rank = Echelon(len(columns), space.embedding.modulus)
        for row in space.rows:
            rank.add([row[i] for i in columns])
        ranks.append(rank.rank)
    assert ranks == [len(kept), len(kept)] and len(ties) == 2


def test_ties_are_those_at_the_file_s_gravity() -> None:
    """An axis of (3, 4, 0)/5 that gravity crosses at a right angle carries no weight; a hair off, it does."""
    across = SLIDES | OFFSET | ROTOR | {"axis": [3, 4, 0]}
    assert torque_ties(robot(across, gravity=(4, -3, 0))) == ()
    assert torque_ties(robot(across, gravity=(4, float(Fraction(-299, 100)), 0)))


def test_a_tie_says_what_it_is_about() -> None:
    (tie,) = torque_ties(robot(SLIDES | OFFSET | ROTOR))
    assert str(tie) == "no torque tells joint1.fo from link1.m and joint1.Ia"
