"""A joint kind from outside is one file: with it, robots are generated, proved, compiled, checked and certified."""

import json
from pathlib import Path
from typing import Any

import pytest
from extend.helical import HELICAL
from random_robots import random_robot

import symdyn
from symdyn.check import check_robot
from symdyn.check.report.table import table
from symdyn.errors import InputError
from symdyn.generate import generate
from symdyn.joints.screw import SCREW
from symdyn.kernels.table import KERNELS
from symdyn.model import bind_symbols
from symdyn.options import Options
from symdyn.parameters.certificate import recheck
from symdyn.parameters.forms.lin_parameters import lin_parameters
from symdyn.parameters.minimal_parameters import minimal_parameters

ROOT = Path(__file__).parents[2]


def arm(kind: str) -> dict[str, Any]:
    """A turn, a nut on an oblique spindle, a slide and a turn, in explicit frames, with all effects on the nut."""
    robot = random_robot(73, entries=4, frames="explicit", kinds=("revolute",), load=True)
    turn, nut, slide, wrist = robot["joints"]
    nut |= {"type": kind, "pitch": "0.02/(2*pi)", "rotor_inertia": 0.1, "spring": {"stiffness": 2, "rest": 0.3}}
    nut |= {"friction": {"viscous": 0.2, "coulomb": 0.1, "offset": 0.05}}
    slide |= {"type": "prismatic"}
    return {**robot, "name": "arm", "joints": [turn, nut, slide, wrist]}


def tree(kind: str) -> dict[str, Any]:
    """A nut on the base that carries a turn and another nut, side by side, and a slide on the latter."""
    robot = random_robot(72, entries=4, frames="modified_dh", kinds=("revolute",), load=False)
    nut, turn, other, slide = robot["joints"]
    nut |= {"type": kind, "pitch": -0.3}
    other |= {"type": kind, "pitch": "p", "parent": "link1"}
    slide |= {"type": "prismatic"}
    return {**robot, "name": "tree", "symbols": {"p": 0.25}, "joints": [nut, turn, other, slide]}


ROBOTS = {"arm": arm, "tree": tree}


@pytest.mark.parametrize("robot", ROBOTS)
def test_every_kernel_is_proved_and_its_text_is_read_back(robot: str) -> None:
    package = generate(symdyn.load(ROBOTS[robot]("helical")), Options(only=tuple(KERNELS)))
    proof = json.loads(package.files["manifest.json"])["proof"]
    assert proof["kernels"] == len(KERNELS)
    assert proof["functions_read_back"] >= 2 * len(KERNELS)  # in C and in Python


@pytest.mark.parametrize("robot", [pytest.param("arm", marks=pytest.mark.slow), "tree"])  # both are proved above
def test_compiled_code_passes_the_check(robot: str) -> None:
    result = check_robot(symdyn.load(ROBOTS[robot]("helical")))
    assert result.passed, table(result)
    assert set(result.backends) == {"c", "python"}
    assert result.worst_error < 1e-10


@pytest.mark.parametrize("robot", ROBOTS)
def test_minimal_parameters_are_certified(robot: str) -> None:
    helical = bind_symbols(symdyn.load(ROBOTS[robot]("helical")))
    found = minimal_parameters(helical)
    assert found.certificate.rank == len(found.names)
    assert recheck(helical, found).passed
    assert symdyn.minimal_parameters(helical).names == found.names


@pytest.mark.parametrize("robot", ROBOTS)
def test_a_kind_that_moves_alike_gives_the_same_code(robot: str) -> None:
    few = Options(only=("inverse_dynamics", "forward_dynamics", "torque_derivatives"), languages=("c",))
    ours, theirs = (generate(symdyn.load(ROBOTS[robot](kind)), few).files for kind in (SCREW.name, HELICAL.name))
    assert ours[f"{robot}.c"] == theirs[f"{robot}.c"]


def test_formulations_that_do_not_know_it_say_so() -> None:
    chain = tree("helical")
    chain["joints"] = chain["joints"][:2]
    with pytest.raises(
        InputError, match="Lin and of Gautier and Khalil know joints that turn or slide, and joint1 is a helical"
    ):
        lin_parameters(symdyn.load(chain))


def test_nothing_of_symdyn_knows_the_kind() -> None:
    for file in (ROOT / "symdyn").rglob("*.py"):
        assert '"helical"' not in file.read_text(encoding="utf-8"), file
