"""A joint kind from outside is one file: with it, robots are generated, proved, compiled, checked and certified."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from extend.helical import HELICAL
from extend.left_handed import BACKWARDS, LEFT_HANDED
from random_robots import random_robot

import symdyn
from symdyn.check import check_robot
from symdyn.check.report.table import table
from symdyn.errors import InputError, ProofError
from symdyn.generate import generate
from symdyn.joints.kind import Kind
from symdyn.joints.registry import register
from symdyn.joints.screw import SCREW
from symdyn.kernels.table import KERNELS
from symdyn.model import bind_symbols
from symdyn.options import Options
from symdyn.parameters.certificate import recheck
from symdyn.parameters.forms.lin_parameters import lin_parameters
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.reference import Witness
from symdyn.reference import joints as witnesses

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


def with_left_hand(frames: str, kind: Kind = LEFT_HANDED) -> dict[str, Any]:
    """A joint that turns back between two turns, with a number of its own if its kind has one."""
    robot = random_robot(73, entries=3, frames=frames, kinds=("revolute",), load=False)
    robot["joints"][1] |= {"type": kind.name, "rotor_inertia": 0.1, **dict.fromkeys(kind.keys, 0.02)}
    return {**robot, "name": "threaded"}


@pytest.mark.parametrize("frames", ["explicit", "modified_dh", "standard_dh"])
def test_a_kind_that_turns_back_by_a_number_of_its_own_is_proved(frames: str) -> None:
    few = ("inverse_dynamics", "coriolis_matrix", "regressor", "jacobian", "forward_dynamics")
    package = generate(symdyn.load(with_left_hand(frames)), Options(only=few, languages=("python",)))
    assert json.loads(package.files["manifest.json"])["proof"]["kernels"] == len(few)


@pytest.mark.parametrize("frames", ["explicit", "modified_dh", "standard_dh"])
def test_what_turns_back_is_held_where_it_would_turn_to(frames: str) -> None:
    moving = with_left_hand(frames, BACKWARDS)
    robot, held = symdyn.load(moving), symdyn.load(moving, fix=["joint2=0.7"])
    weights = Witness(robot.source).gravity([0.3, 0.7, -0.4]), Witness(held.source).gravity([0.3, -0.4])
    assert np.abs(weights[0][[0, 2]] - weights[1]).max() < 1e-12 * np.abs(weights[1]).max()  # a hundred roundings


def test_a_kind_that_the_witness_has_not_been_told_of_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(witnesses.MOVES, LEFT_HANDED.name)
    with pytest.raises(InputError, match="nobody has told the witness how a left_handed joint moves: "):
        generate(symdyn.load(with_left_hand("explicit")), Options(only=("gravity",)))


def test_a_kind_that_moves_otherwise_than_was_said_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(witnesses.MOVES, LEFT_HANDED.name, lambda entry, number: (1, number(entry["lead"])))
    with pytest.raises(ProofError, match="differs from the independent derivation"):
        generate(symdyn.load(with_left_hand("explicit")), Options(only=("gravity",)))


def test_a_kind_is_registered_once() -> None:
    with pytest.raises(InputError, match="there is a kind of joint called helical already"):
        register(replace(HELICAL, letter="X"))
    with pytest.raises(ValueError, match="it is known already how a left_handed joint moves"):
        witnesses.register(LEFT_HANDED.name, lambda entry, number: (1, 0))


def test_what_is_built_with_a_kind_of_others_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache would not see that their file was changed; robots without the kind are kept as ever."""
    monkeypatch.setenv("SYMDYN_CACHE", str(tmp_path))
    few = Options(only=("gravity",), languages=("python",))
    symdyn.build(symdyn.load(with_left_hand("explicit")), few, backend="numpy")
    assert not list(tmp_path.glob("packages/*"))
    symdyn.build("two_link", few, backend="numpy")
    assert len(list(tmp_path.glob("packages/*"))) == 1


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
