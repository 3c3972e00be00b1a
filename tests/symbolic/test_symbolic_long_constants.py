"""Geometry whose constants are long: equations name them, or are refused before they are derived."""

import re
from fractions import Fraction
from typing import Any

import pytest

import symdyn
from symdyn.algebra.exact import Exact, exact, symbol
from symdyn.algebra.roots import square_root
from symdyn.algebra.substitution import substitute
from symdyn.closed_form.arrange import arranged
from symdyn.closed_form.constant_names import ConstantNames
from symdyn.closed_form.derivation import derivation
from symdyn.closed_form.letters import letter_ring
from symdyn.closed_form.polynomial import PolynomialRing, TooLargeError, TooMuchWorkError
from symdyn.closed_form.terms import ONE
from symdyn.kernels import KERNELS
from symdyn.model.robot import Robot
from symdyn.symbolic.equations import constant_definitions, equations
from symdyn.symbolic.layout import FORMATS, laid_out
from symdyn.symbolic.model import derive
from symdyn.symbolic.readable import Reader

NESTED = "sqrt(2+sqrt(2))"


def robot(*joints: tuple[str, str, str], symbols: dict[str, float] | None = None) -> Robot:
    """Return a chain of turning joints, each given by xyz, rpy and axis, separated by blanks."""
    fields = [[text.split() for text in joint] for joint in joints]
    entries = [{"type": "revolute", "origin": {"xyz": xyz, "rpy": rpy}, "axis": axis} for xyz, rpy, axis in fields]
    source: dict[str, Any] = {"symdyn": 1, "name": "arm", "frames": "explicit", "joints": entries}
    return symdyn.load({**source, "symbols": symbols} if symbols else source)


SHORT_ENOUGH = {
    "angles": robot(
        ("0 0 0.3", "pi/7 pi/5 pi/8", "0 0 1"),
        ("0.1 0.2 0.3", "pi/7 pi/5 pi/8", "0 0 1"),
        ("0.2 0 0.3", "pi/5 pi/7 pi/9", "0 1 0"),
    ),
    "roots in angles": robot(
        ("0 0 0.3", "0.3+sqrt(2) 0 pi/7", "1 1 1"), ("0.1 0.2 0.3", "pi/7 0.3+sqrt(2) 0", "1 2 3")
    ),
    "angles of symbols": robot(
        ("0 0 l", "a b 0", "0 0 1"),
        ("l 0 0", "0 a b", "0 0 1"),
        ("0 l 0", "b 0 a+b", "1 0 0"),
        symbols={"a": 0.3, "b": 0.5, "l": 0.4},
    ),
    "nested roots": robot(
        ("0 0 0.3", "0 0 0", f"{NESTED} 1 0"), (f"0.1 {NESTED} 0.3", "pi/8 0 0", f"1 {NESTED} sqrt(2-sqrt(2))")
    ),
}
TOO_LONG = {
    "axes of symbols": robot(
        ("0 0 l", "0 0 0", "a b c"),
        ("l 0 0", "0 0 0", "b c a"),
        ("0 l 0", "0 0 0", "1 a c"),
        symbols={"a": 0.3, "b": 0.5, "c": 0.7, "l": 0.4},
    ),
    "axes with nested roots": robot(
        ("0 0 0.3", "0 0 0", f"{NESTED} 1 0"),
        (f"0.1 {NESTED} 0.3", "0 0 0", f"1 {NESTED} sqrt(2-sqrt(2))"),
        ("0.3 0.1 0.2", "0 0 0", "1 1 sqrt(3+sqrt(5))"),
    ),
    "everything": robot(
        (f"0 0 {NESTED}", "pi/7 0.3+sqrt(2) pi/5", f"a 1 {NESTED}"),
        ("l 0.2 0.3", "pi/7 pi/5 0", "1 1 1"),
        ("0.1 l 0.3", "pi/7 pi/5 0.3+sqrt(2)", "1 2 3"),
        symbols={"a": 0.3, "l": 0.5},
    ),
}
LONG = sum((square_root(exact(k)) * symbol("l") ** k for k in (2, 3, 5, 7, 11)), start=exact(0))


# --- names


def test_constants_that_differ_by_a_rational_factor_share_a_name() -> None:
    names = ConstantNames(taken=())
    short = [names.shortened({ONE: LONG * x})[ONE] for x in (1, -2, Fraction(3, 7))]
    assert short == [symbol("k1"), symbol("k1") * -2, symbol("k1") * Fraction(3, 7)]
    assert names.constants == {"k1": LONG}


def test_names_of_the_robot_are_not_given_again() -> None:
    names = ConstantNames(taken={"k1", "k3"})
    for constant in (LONG, LONG + 1, LONG + 2):
        names.shortened({ONE: constant})
    assert list(names.constants) == ["k2", "k4", "k5"]


def test_short_constants_have_no_name() -> None:
    names = ConstantNames(taken=())
    terms = {ONE: square_root(exact(2)) * symbol("l") + 1}
    assert names.shortened(terms) == terms and not names.constants


@pytest.mark.parametrize("kind", SHORT_ENOUGH)
@pytest.mark.parametrize("kernel", ["gravity", "mass_matrix", "regressor"])
def test_what_names_stand_for_gives_back_the_closed_form_exactly(kind: str, kernel: str) -> None:
    one = SHORT_ENOUGH[kind]
    names = ConstantNames(taken=())
    for polynomial in derivation(one, KERNELS[kernel]).polynomials(range(one.n), letter_ring(one)):
        for terms in arranged(polynomial, []).values():
            short = names.shortened(terms)
            assert {monomial: substitute(exact_of(x), names.constants) for monomial, x in short.items()} == terms


def exact_of(x: Any) -> Exact:
    return x if isinstance(x, Exact) else exact(x)


# --- equations


@pytest.mark.parametrize("kind", SHORT_ENOUGH)
@pytest.mark.parametrize("quantity", ["gravity", "mass", "energy"])
def test_every_constant_that_equations_name_is_defined_once(kind: str, quantity: str) -> None:
    model = derive(SHORT_ENOUGH[kind], name_constants=True)
    found = equations(model, quantity)
    constants = constant_definitions(model, found)
    names = [one.name for one in constants]
    used = {x.name for one in found for x in one.right.free_symbols if re.fullmatch(r"k\d+", x.name)}
    assert names and len(names) == len(set(names)) and set(names) == used
    assert not any(symbol.name in used for one in constants for symbol in one.right.free_symbols)


LEFT_SIDES = {"text": "\n{} = ", "latex": "k_{{{1}}} &= ", "mathml": "<msub><mi>k</mi><mn>{1}</mn></msub><mo>=</mo>"}


@pytest.mark.parametrize("form", FORMATS)
def test_constants_are_written_below_the_equations(form: str) -> None:
    model = derive(SHORT_ENOUGH["angles"], name_constants=True)
    found = equations(model, "gravity", [3])
    constants = constant_definitions(model, found)
    page = laid_out([*found, *constants], Reader(model.letters, constants=[one.name for one in constants]), form)
    places = [page.find(LEFT_SIDES[form].format(one.name, one.name[1:])) for one in constants]
    assert places[0] > 0 and places == sorted(places)


def test_equations_written_out_name_no_constants() -> None:
    model = derive(SHORT_ENOUGH["angles"])
    assert equations(model, "gravity") and not model.constants


def test_torques_of_general_angles_are_shown() -> None:
    model = derive(SHORT_ENOUGH["angles"], name_constants=True)
    found = equations(model, "torque")
    assert [one.name for one in found] == ["tau1", "tau2", "tau3"] and constant_definitions(model, found)


@pytest.mark.parametrize("kind", TOO_LONG)
@pytest.mark.parametrize("quantity", ["torque", "mass"])
def test_equations_whose_constants_are_too_long_are_refused_in_one_line(kind: str, quantity: str) -> None:
    with pytest.raises(
        TooLargeError, match=r"constants.*; see the recursive form: symdyn show ROBOT program"
    ) as refused:
        equations(derive(TOO_LONG[kind], name_constants=True), quantity)
    assert "\n" not in str(refused.value)


def test_the_recursive_form_is_not_advised_where_a_symbol_has_no_value() -> None:
    mapping = {**TOO_LONG["everything"].source, "symbols": {"a": 0.3, "l": None}}
    with pytest.raises(TooLargeError, match=r"constants.*; give symbols\.l a value to see the recursive form: symdyn"):
        equations(derive(symdyn.load(mapping), name_constants=True), "torque")


def test_multiplying_constants_out_ends_where_it_may_take_no_longer() -> None:
    one = TOO_LONG["everything"]
    with pytest.raises(TooMuchWorkError):
        derivation(one, KERNELS["regressor"]).polynomials(range(5), ring_with(one, constants_left=1000))


def test_plain_numbers_take_no_such_work() -> None:
    one = symdyn.load("scara")
    assert derivation(one, KERNELS["regressor"]).polynomials(range(5), ring_with(one, constants_left=0))


def ring_with(robot: Robot, constants_left: int) -> PolynomialRing:
    ring = letter_ring(robot)
    ring.constants_left = constants_left
    return ring
