"""Exact constants are a commutative ring in which zero is recognised."""

import copy
import pickle
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import EXACT_PI, Exact, exact, reciprocal, symbol
from symdyn.algebra.roots import square_root
from symdyn.algebra.trigonometry import cos_sin

A, B = symbol("a"), symbol("b")
ATOMS = (A, B, EXACT_PI, square_root(exact(2)), square_root(exact(3)), *cos_sin(A), *cos_sin(exact("0.3")))

fractions = st.fractions(min_value=-5, max_value=5, max_denominator=20)
terms = st.tuples(fractions, st.lists(st.sampled_from(ATOMS), max_size=3))


def _constant(parts: list[tuple[Fraction, list[Exact]]]) -> Exact:
    total = exact(0)
    for coefficient, factors in parts:
        term = exact(coefficient)
        for factor in factors:
            term = term * factor
        total = total + term
    return total


constants = st.lists(terms, max_size=3).map(_constant)


def test_a_decimal_text_is_the_decimal_that_is_written():
    assert exact("0.4318") == Fraction(4318, 10000)


@settings(derandomize=True, max_examples=60, deadline=None)
@given(constants, constants, constants)
def test_ring_laws_hold_exactly(x, y, z):
    assert x + y == y + x
    assert x * y == y * x
    assert x * (y + z) == x * y + x * z
    assert (x * y) * z == x * (y * z)
    assert x - x == 0
    assert not x - x


@settings(derandomize=True, max_examples=60, deadline=None)
@given(constants, constants)
def test_equal_constants_have_equal_hashes(x, y):
    assert hash((x + y) * (x + y)) == hash(x * x + 2 * x * y + y * y)


def test_rationals_hash_and_compare_as_fractions():
    assert {exact("0.5"): "half"}[Fraction(1, 2)] == "half"
    assert exact(3) == 3


def test_the_square_of_a_sine_becomes_one_minus_the_square_of_the_cosine():
    c, s = cos_sin(A)
    assert c * c + s * s == 1
    assert s**5 == s * (1 - c * c) ** 2


def test_the_square_of_a_root_is_its_radicand():
    assert square_root(A + 1) ** 2 == A + 1
    assert square_root(A + 1) ** 3 == (A + 1) * square_root(A + 1)


@pytest.mark.parametrize("x", [A, EXACT_PI * 2, square_root(exact(2)) * 3, A**3 * B, square_root(exact(6)) / A])
def test_a_single_term_times_its_reciprocal_is_one(x):
    assert x * reciprocal(x) == 1


@pytest.mark.parametrize("x", [A + B, square_root(A + 1), A * square_root(A + B), (A + B) * EXACT_PI])
def test_the_reciprocal_of_a_reciprocal_is_the_constant_itself(x):
    assert reciprocal(reciprocal(x)) == x


def test_division_by_zero_is_refused():
    with pytest.raises(ZeroDivisionError):
        reciprocal(A - A)


def test_symbols_are_found_inside_functions_and_powers():
    x = cos_sin(A + 1)[0] + square_root(B + 2)
    assert x.symbols() == {"a", "b"}


def test_only_constants_without_atoms_are_rational():
    assert exact("1.5").is_rational
    assert exact(0).rational == 0
    assert not EXACT_PI.is_rational
    with pytest.raises(ValueError, match="not rational"):
        _ = EXACT_PI.rational


def test_x_and_minus_x_have_opposite_leading_signs():
    x = A - 2 * B + EXACT_PI
    assert {x.leading_sign(), (-x).leading_sign()} == {1, -1}
    assert exact(0).leading_sign() == 0


def test_map_carries_a_constant_into_another_ring():
    x = 3 * A**2 * B - Fraction(1, 2)
    values = {"a": 2.0, "b": 5.0}
    assert x.map(float, lambda atom, exponent: values[atom.argument] ** exponent) == 59.5


def test_text_does_not_depend_on_the_order_of_building():
    assert str(A + B + EXACT_PI) == str(EXACT_PI + B + A) == "a+b+pi"


@settings(derandomize=True, max_examples=40, deadline=None)
@given(constants, constants)
def test_the_double_of_a_product_is_the_product_of_the_doubles(x, y):
    values = {"a": Fraction(3, 10), "b": Fraction(-7, 10)}
    product = to_float(x, values) * to_float(y, values)
    assert to_float(x * y, values) == pytest.approx(product, rel=1e-12, abs=1e-12)  # three roundings of doubles


def test_equal_atoms_are_one_object_however_they_come_about():
    angle = symbol("long") + Fraction(1, 3)
    ((((atom, _),), _),) = cos_sin(angle)[0].terms.items()
    ((((again, _),), _),) = cos_sin(Fraction(1, 3) + symbol("long"))[0].terms.items()
    assert again is atom
    assert pickle.loads(pickle.dumps(atom)) is copy.deepcopy(atom) is atom
