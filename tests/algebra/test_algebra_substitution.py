"""Substitution is a homomorphism that reaches into functions and powers."""

import time
from fractions import Fraction

import pytest

from symdyn.algebra.atom import LET, Atom
from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import EXACT_PI, exact, from_atom, reciprocal, symbol
from symdyn.algebra.roots import square_root
from symdyn.algebra.substitution import rational_power, substitute
from symdyn.algebra.trigonometry import cos_sin

A, B = symbol("a"), symbol("b")


def test_substitution_respects_sums_and_products():
    x, y, values = A * B + 1, A - EXACT_PI, {"a": exact("0.5"), "b": EXACT_PI}
    assert substitute(x * y, values) == substitute(x, values) * substitute(y, values)
    assert substitute(x + y, values) == substitute(x, values) + substitute(y, values)


def test_a_right_angle_put_into_a_cosine_vanishes():
    assert substitute(cos_sin(A)[0], {"a": EXACT_PI / 2}) == 0
    assert substitute(cos_sin(A + B)[1], {"a": EXACT_PI / 3, "b": EXACT_PI / 6}) == 1


def test_values_put_under_a_root_or_a_quotient_are_evaluated():
    assert substitute(square_root(A * A + B * B), {"a": exact(3), "b": exact(4)}) == 5
    assert substitute(reciprocal(A + B), {"a": exact(3), "b": exact(1)}) == Fraction(1, 4)
    assert substitute(reciprocal(square_root(A + B)), {"a": exact(3), "b": exact(6)}) == Fraction(1, 3)


def test_symbols_without_a_value_stay():
    assert substitute(A * B, {"a": exact(2)}) == 2 * B


def test_a_division_by_zero_shows_itself_on_substitution():
    with pytest.raises(ZeroDivisionError):
        substitute(reciprocal(A - B), {"a": exact(1), "b": exact(1)})


def test_whole_and_half_powers_are_exact_and_others_refused():
    assert rational_power(exact(4), Fraction(3, 2)) == 8
    assert rational_power(exact(4), Fraction(-1, 2)) == Fraction(1, 2)
    assert rational_power(A, Fraction(-2)) * A * A == 1
    with pytest.raises(ValueError, match="only whole and half powers"):
        rational_power(A, Fraction(1, 3))


def test_a_long_constant_that_is_part_of_many_others_is_replaced_and_evaluated_once():
    roots = [square_root(exact(k)) for k in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31)]
    chain = sum(roots, start=A)
    for i in range(60):  # without memory, 11^60 visits
        named = from_atom(Atom(LET, chain))
        chain = sum((named * root for root in roots), start=exact(Fraction(i, 100)))
    begin = time.perf_counter()
    bound = substitute(chain, {"a": exact("0.25")})
    assert not bound.symbols() and chain.symbols() == {"a"}
    assert to_float(bound) == to_float(chain, {"a": Fraction(1, 4)})
    assert time.perf_counter() - begin < 60  # milliseconds; without that it would take longer than anybody waits
