"""Atkeson, An and Hollerbach, Appendix I: our closed form, written in the paper's fifteen parameters."""

import pytest
import sympy as sp
from ddarm_closed_form import ALONE, COMBINATIONS, TORQUES
from symbolic_values import equal

import symdyn
from symdyn.errors import InputError
from symdyn.symbolic.model import Model
from symdyn.symbolic.regroup import regressor_in


@pytest.fixture(scope="module")
def ddarm() -> Model:
    source = {**symdyn.load("ddarm").source, "gravity": [0, 0, "-g"], "symbols": {"l2": None, "g": None}}
    return symdyn.derive(source)


def printed_parameters() -> dict[str, sp.Expr]:
    alone = {name: sp.Symbol(name) for name in ALONE}
    return alone | {
        name: sp.Add(*(sp.sympify(factor) * sp.Symbol(part) for part, factor in parts.items()))
        for name, parts in COMBINATIONS.items()
    }


def test_direct_drive_arm_has_the_fifteen_coefficients_of_the_paper(ddarm: Model) -> None:
    definitions = printed_parameters()
    Y = regressor_in(ddarm, definitions)
    letters: dict[str, sp.Expr] = {"l2": sp.Symbol("l2"), "g": sp.Symbol("g")}
    for i, q in enumerate(ddarm.q, start=1):
        letters |= {f"c{i}": sp.cos(q), f"s{i}": sp.sin(q), f"v{i}": ddarm.qd[i - 1], f"a{i}": ddarm.qdd[i - 1]}
    for row, printed in TORQUES.items():
        for column, name in enumerate(definitions):
            expected = sp.sympify(printed.get(name, "0"), locals=letters)
            assert equal(Y[row - 1, column], expected, ddarm), (row, name)


def test_parameters_that_are_no_minimal_set_are_refused(ddarm: Model) -> None:
    definitions = printed_parameters()
    with pytest.raises(InputError, match="14 parameters are defined; a minimal set has 15"):
        regressor_in(ddarm, dict(list(definitions.items())[1:]))
    with pytest.raises(InputError, match="no minimal set"):
        regressor_in(ddarm, {**definitions, "SP1": definitions["SP2"]})
