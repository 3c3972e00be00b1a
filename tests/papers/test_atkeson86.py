"""Atkeson, An and Hollerbach: the direct drive arm's torques, its fifteen parameters, and Tables 3 to 5."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp
from closed_forms import canonical, symbolic_setting
from ddarm_closed_form import (
    ALONE,
    COMBINATIONS,
    COMBINED,
    COMBINED_DIFFERENTLY,
    ESTIMATED,
    IN_COMBINATION,
    LEFT_OVER,
    MISREAD,
    MODELED,
    NOT_AT_ALL,
    SET_TO_ZERO,
    TEN,
    TORQUES,
)
from exact_settings import Field, compute, matrix, product, random_setting

import symdyn
from symdyn.algebra.elimination import Echelon
from symdyn.algebra.embedding import Embedding
from symdyn.dynamics.newton_euler import joint_wrenches, link_motions
from symdyn.dynamics.regressors.full_regressor import full_regressor
from symdyn.dynamics.setting import Setting
from symdyn.mechanism.geometry_field import geometry_constants
from symdyn.mechanism.rigid_body import inertia_from_ten, net_wrench
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.parameters.regressor_samples import regressor_row_space

ROBOT = symdyn.load("ddarm")
FIFTEEN = (*ALONE, *COMBINATIONS)
LENGTH = Fraction(45, 100)
LAST_DECIMAL = Fraction(1, 10_000)


def our_name(printed: str) -> str:
    """Ixy3 -> link3.Ixy."""
    return f"link{printed[-1]}.{printed[:-1]}"


def column(printed: str) -> int:
    return ROBOT.parameter_names.index(our_name(printed))


def combination(parameter: str) -> Mapping[str, str]:
    return COMBINATIONS.get(parameter, {parameter: "1"})


def letter_values(at: Setting[Any], l2: Any, g: Any) -> dict[str, Any]:
    """What the letters of the closed form stand for."""
    values = {"l2": l2, "g": g, "s1": at.s[0]}
    for i in range(3):
        values |= {f"c{i + 1}": at.c[i], f"s{i + 1}": at.s[i], f"v{i + 1}": at.qd[i], f"a{i + 1}": at.qdd[i]}
    return values


def expanded(row: Mapping[str, Any], values: Mapping[str, Any]) -> list[Any]:
    """Turn coefficients of the fifteen into coefficients of the thirty."""
    full: list[Any] = [0] * 30
    for parameter, coefficient in row.items():
        for part, factor in combination(parameter).items():
            full[column(part)] = full[column(part)] + evaluated(coefficient, values) * evaluated(factor, values)
    return full


def evaluated(polynomial: str, values: Mapping[str, Any]) -> Any:
    return eval(polynomial, {"__builtins__": {}}, dict(values))  # of the data above: letters, integers, + - * **


@pytest.fixture(scope="module")
def symbolic() -> Setting[Any]:
    """The arm at a symbolic state, with the letters l2 and g."""
    source = {**ROBOT.source, "gravity": [0, 0, "-g"], "symbols": {"l2": None, "g": None}}
    return symbolic_setting(symdyn.load(source))


@pytest.fixture(scope="module")
def symbolic_regressor(symbolic: Setting[Any]) -> list[list[sp.Expr]]:
    """Its regressor in canonical form."""
    return [[canonical(entry) for entry in row] for row in matrix(compute("regressor_full", symbolic), 30)]


@pytest.fixture(params=range(5), scope="module")
def at(request: pytest.FixtureRequest) -> Setting[Any]:
    """The arm at random states over a finite field, l2 being any of its elements."""
    embedding = Embedding(geometry_constants(ROBOT), seed=request.param)
    field = Field("finite field", embedding, lambda source: embedding.element(source.randrange(embedding.p)))
    return random_setting(ROBOT, request.param, field)


@pytest.fixture(scope="module")
def symbolic_letters(symbolic: Setting[Any]) -> dict[str, Any]:
    return letter_values(symbolic, *sp.symbols("l2 g"))


def field_letters(at: Setting[Any]) -> dict[str, Any]:
    return letter_values(at, at.lift(ROBOT.joints[2].before.position.z), -at.lift(ROBOT.gravity.z))


# --- 2.2. Link estimation


def test_joint_wrench_is_that_of_all_links_beyond(at: Setting[Any]) -> None:  # (12)-(17)
    motions = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)
    nothing = inertia_from_ten([0] * 10)
    K = full_regressor(at, [motion.acceleration for motion in motions], [at.joint_motion(i) for i in range(3)])
    for j, inertia in enumerate(at.link_inertias):
        bodies = [inertia if i == j else nothing for i in range(3)]
        net = [net_wrench(body, motion.acceleration) for body, motion in zip(bodies, motions, strict=True)]
        torque = [wrench.n.z for wrench in joint_wrenches(at.whole, at.whole_poses, net)]
        psi = at.parameters[10 * j : 10 * j + 10]
        assert torque == list(product([row[10 * j : 10 * j + 10] for row in K], psi))
        assert all(entry == 0 for row in K[j + 1 :] for entry in row[10 * j : 10 * j + 10])  # (16): upper triangular
    assert list(K) == matrix(compute("regressor_full", at), 30)


# --- 4.1, Tables 3 to 5


def table(columns: Mapping[int, tuple[str, ...]]) -> dict[str, Fraction]:
    return {f"{letter}{link}": Fraction(x) for link, ten in columns.items() for letter, x in zip(TEN, ten, strict=True)}


def test_bundled_arm_has_the_values_of_table_3() -> None:
    values = {parameter.name: parameter.value for parameter in ROBOT.full_parameters}
    assert {our_name(name): value for name, value in table(MODELED).items()} == values


@pytest.mark.parametrize(("source", "place"), [("estimated", 0), ("modeled", 1)])
@pytest.mark.parametrize("parameter", COMBINATIONS)
def test_combinations_of_table_5(parameter: str, source: str, place: int) -> None:
    values = table(MODELED if source == "modeled" else ESTIMATED)
    total = sum(values[part] * evaluated(factor, {"l2": LENGTH}) for part, factor in combination(parameter).items())
    printed = Fraction(COMBINED[parameter][place])
    corrected = Fraction(COMBINED_DIFFERENTLY.get((parameter, source), COMBINED[parameter][place]))
    assert abs(total - corrected) <= LAST_DECIMAL  # four decimals are printed; one of them may be rounded either way
    assert (abs(total - printed) > LAST_DECIMAL) == ((parameter, source) in COMBINED_DIFFERENTLY)


def test_labels_of_table_5_as_printed_fail() -> None:
    modeled = table(MODELED)
    for label, parameter in ((("Ixx1",), "SP2"), (("Ixx1", "Ixx2"), "SP5")):  # both end in - Iyy2
        total = sum(modeled[part] for part in label) - modeled["Iyy2"]
        assert abs(total - Fraction(COMBINED[parameter][1])) > 1


# --- 4.2.1. Three groups of parameters


def test_groups_have_nine_ten_and_eleven_parameters() -> None:
    minimal = minimal_parameters(ROBOT)
    assert [len(ALONE), len(IN_COMBINATION), len(NOT_AT_ALL)] == [9, 10, 11]
    assert set(minimal.identifiable) == {our_name(name) for name in ALONE}
    assert set(minimal.combined) == {our_name(name) for name in IN_COMBINATION}
    assert set(minimal.unidentifiable) == {our_name(name) for name in NOT_AT_ALL}


def test_fifteen_parameters_span_the_regressor() -> None:
    space = regressor_row_space(ROBOT)
    minimal = minimal_parameters(ROBOT)
    l2 = space.embedding(ROBOT.joints[2].before.position.z)
    printed = [expanded({parameter: "1"}, {"l2": l2}) for parameter in FIFTEEN]
    as_numbers = [[getattr(entry, "value", entry) for entry in row] for row in printed]
    ours = [[space.embedding(entry).value for entry in row] for row in minimal.matrix]
    assert len(minimal.names) == space.echelon.rank == 15
    for rows in (as_numbers, ours):
        span = Echelon(30, space.embedding.p)
        assert all([span.add(row) for row in rows])
        assert not any(span.add(row) for row in space.echelon.rows())


def test_zeroing_four_leaves_fifteen_independent_columns() -> None:
    space = regressor_row_space(ROBOT)
    kept = [column(name) for name in (*ALONE, *LEFT_OVER)]
    assert len(kept) == 15 and not set(SET_TO_ZERO) & set(LEFT_OVER)
    reduced = Echelon(15, space.embedding.p)
    for row in space.echelon.rows():
        reduced.add([row[i] for i in kept])
    assert reduced.rank == 15
    for name, meaning in LEFT_OVER.items():  # what is left takes the value of its combination
        sign = "-1" if meaning.startswith("-") else "1"
        parts = combination(meaning.removeprefix("-"))
        assert {part: factor for part, factor in parts.items() if part not in SET_TO_ZERO} == {name: sign}


# --- Appendix I


@pytest.mark.parametrize("joint", TORQUES)
def test_torque_is_that_of_appendix_one_coefficient_by_coefficient(
    symbolic_regressor: list[list[sp.Expr]], symbolic_letters: dict[str, Any], joint: int
) -> None:
    printed = [canonical(entry) for entry in expanded(TORQUES[joint], symbolic_letters)]
    assert symbolic_regressor[joint - 1] == printed


def test_torques_of_appendix_one_over_a_finite_field(at: Setting[Any]) -> None:
    printed = [expanded(TORQUES[joint], field_letters(at)) for joint in (1, 2, 3)]
    assert printed == [list(row) for row in matrix(compute("regressor_full", at), 30)]
    assert product(printed, at.parameters) == compute("inverse_dynamics", at)


@pytest.mark.parametrize("misread", MISREAD, ids=[f"n{joint} {name}: {new}" for joint, name, _, new in MISREAD])
def test_printed_coefficient_fails(symbolic_letters: dict[str, Any], misread: tuple[int, str, str, str]) -> None:
    joint, name, right, printed = misread
    coefficient = TORQUES[joint][name]
    assert coefficient.count(right) == 1
    as_printed = evaluated(coefficient.replace(right, printed), symbolic_letters)
    assert canonical(as_printed - evaluated(coefficient, symbolic_letters)) != 0
