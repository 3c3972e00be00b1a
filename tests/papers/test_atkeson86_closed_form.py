"""Atkeson, An and Hollerbach, Appendix I: our closed form, written in the paper's fifteen parameters."""

import pytest
import sympy as sp
from ddarm_closed_form import ALONE, COMBINATIONS, TORQUES
from symbolic_values import equal

import symdyn
from symdyn.symbolic.model import Model


def arm() -> symdyn.Robot:
    """The arm with letters for its length and for gravity, as the paper has it."""
    return symdyn.load({**symdyn.load("ddarm").source, "gravity": [0, 0, "-g"], "symbols": {"l2": None, "g": None}})


@pytest.fixture(scope="module")
def ddarm() -> Model:
    return symdyn.derive(arm(), set="atkeson86")


def printed_parameters() -> dict[str, sp.Expr]:
    alone = {name: sp.Symbol(name) for name in ALONE}
    return alone | {
        name: sp.Add(*(sp.sympify(factor) * sp.Symbol(part) for part, factor in parts.items()))
        for name, parts in COMBINATIONS.items()
    }


def test_the_bundled_set_is_the_papers(ddarm: Model) -> None:
    found = {pi.name: definition for pi, definition in ddarm.pi_expressions.items()}
    assert found == printed_parameters()


def test_direct_drive_arm_has_the_fifteen_coefficients_of_the_paper(ddarm: Model) -> None:
    letters: dict[str, sp.Expr] = {"l2": sp.Symbol("l2"), "g": sp.Symbol("g")}
    for i, q in enumerate(ddarm.q, start=1):
        letters |= {f"c{i}": sp.cos(q), f"s{i}": sp.sin(q), f"v{i}": ddarm.qd[i - 1], f"a{i}": ddarm.qdd[i - 1]}
    for row, printed in TORQUES.items():
        for column, pi in enumerate(ddarm.pi):
            expected = sp.sympify(printed.get(pi.name, "0"), locals=letters)
            assert equal(ddarm.regressor[row - 1, column], expected, ddarm), (row, pi)


def test_the_parameters_of_every_torque_stand_in_the_papers_order(ddarm: Model) -> None:
    for row, printed in TORQUES.items():
        used = [pi.name for pi, entry in zip(ddarm.pi, ddarm.regressor.row(row - 1), strict=True) if entry != 0]
        assert used == list(printed)
