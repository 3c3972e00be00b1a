"""The papers' formulations as kernels: every one is proved against the usual kernels, and a wrong one is caught."""

from dataclasses import replace
from typing import Any

import pytest
from lin_chains import random_chain
from random_robots import random_robot

import symdyn
from symdyn.dynamics.setting import Setting
from symdyn.errors import InputError, ProofError
from symdyn.ir.cost import cost
from symdyn.kernels.point import Point
from symdyn.kernels.table import KERNELS
from symdyn.model import NumericRobot, bind_symbols
from symdyn.papers.programs import prove_formulation, trace_formulation
from symdyn.papers.sixteen_parameters import SIXTEEN, sixteen_of_ten
from symdyn.papers.table import FORMULATIONS, formulation
from symdyn.passes import optimise

BUNDLED = ("two_link", "three_link", "ddarm", "stanford", "puma560", "panda", "dual_arm", "scara", "gantry", "ur5")
TREATED = {  # what the papers treat: chains; chains that turn; chains in driving-axis frames; any tree
    "lin": {"two_link", "three_link", "ddarm", "stanford", "puma560", "panda", "scara"},
    "lagrangian": set(BUNDLED) - {"dual_arm"},
    "3x3": {"two_link", "three_link", "ddarm", "puma560", "panda", "ur5"},
    "4x4": set(BUNDLED) - {"dual_arm"},
}


def bundled(name: str) -> NumericRobot:
    return bind_symbols(symdyn.load(name))


@pytest.mark.parametrize("robot", BUNDLED)
@pytest.mark.parametrize("name", FORMULATIONS)
def test_formulation_gives_what_the_usual_kernels_give_or_says_why_not(name: str, robot: str) -> None:
    if robot in TREATED.get(name, BUNDLED):
        trace_formulation(FORMULATIONS[name], bundled(robot))  # proves
        return
    with pytest.raises(InputError):
        trace_formulation(FORMULATIONS[name], bundled(robot))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["lagrangian", "4x4", "lu_meng", "recursive", "walker"])
def test_formulation_holds_for_random_chains_with_rotors_friction_springs_and_load(name: str, seed: int) -> None:
    robot = bind_symbols(symdyn.load(random_robot(seed, entries=4, load=bool(seed % 2))))
    trace_formulation(FORMULATIONS[name], robot)


@pytest.mark.parametrize("seed", range(6))
def test_lins_torque_holds_for_random_chains(seed: int) -> None:
    trace_formulation(FORMULATIONS["lin"], bind_symbols(random_chain(seed)))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["lu_meng", "recursive", "walker"])
def test_formulation_holds_for_random_trees(name: str, seed: int) -> None:
    robot = bind_symbols(symdyn.load(random_robot(seed, entries=5, tree=True)))
    trace_formulation(FORMULATIONS[name], robot)


@pytest.mark.parametrize("name", FORMULATIONS)
def test_optimised_program_is_the_formulation_still(name: str) -> None:
    robot, paper = bundled("ddarm"), FORMULATIONS[name]
    traced = trace_formulation(paper, robot)
    program, _ = optimise(traced, ("pi",))
    prove_formulation(program, paper, robot)
    assert cost(program).total <= cost(traced).total


@pytest.mark.parametrize("name", FORMULATIONS)
def test_a_formulation_that_is_wrong_in_one_entry_is_not_traced(name: str) -> None:
    paper = FORMULATIONS[name]

    def wrong(at: Setting[Any]) -> Any:
        found = paper.compute(at)
        first, *rest = found.outputs
        return replace(found, outputs=((*first[:-1], first[-1] + at.q[0]), *rest))

    with pytest.raises(ProofError, match=f"the formulation {name} differs from "):
        trace_formulation(replace(paper, compute=wrong), bundled("ddarm"))


def test_a_printed_misprint_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the factor 2 that (42) lacks in print."""
    monkeypatch.setattr("symdyn.papers.van_winssen_4x4.by_rate", lambda rates: rates.W_dot)
    with pytest.raises(ProofError, match="4x4 differs from mass_matrix and torque_derivatives"):
        trace_formulation(FORMULATIONS["4x4"], bundled("ddarm"))


def test_sixteen_columns_times_sixteen_parameters_are_the_torque() -> None:
    robot = bundled("ddarm")
    point = Point(robot)
    n, width = robot.n, len(SIXTEEN) * len(robot.joints)
    Y = point.outputs(FORMULATIONS["lu_meng"].kernel(robot))["Y"]
    phi = point.inputs["parameters"]
    bodies = Setting(robot=robot, lift=point.embedding, parameters=phi).link_inertias
    theta = [value for body in bodies for value in sixteen_of_ten(body)]
    tau = point.outputs(KERNELS["inverse_dynamics"])["tau"]
    for i in range(n):
        row = Y[i * width : (i + 1) * width]
        assert sum((y * x for y, x in zip(row, theta, strict=True)), start=0 * tau[i]) == tau[i]


def test_unknown_formulation_is_told_with_the_nearest_name() -> None:
    with pytest.raises(InputError, match="unknown formulation 'walkr'; did you mean walker"):
        formulation("walkr")
