"""Derivatives of roots, arctangents, sines and cosines by duals: exact in any field that has the roots."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from symdyn.algebra.decimals import mp_context
from symdyn.algebra.dual import Dual
from symdyn.algebra.dual_functions import over_duals
from symdyn.algebra.exact import exact
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.modulus import square_root_mod
from symdyn.algebra.primes import LARGE_PRIME as P
from symdyn.algebra.scalar import Ring, UnknownRootError, with_roots
from symdyn.ir.evaluate import MANY_DIGITS
from symdyn.ir.op import FUNCTIONS, OPERATIONS

FIELD: Ring[Any] = Ring(lambda x: FieldElement(x.rational.numerator, P))


def element(value: int) -> FieldElement:
    return FieldElement(value, P)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_derivative_is_what_differences_come_to(name: str) -> None:
    at, rate, step = (
        [mp_context.mpf("0.7"), mp_context.mpf("1.3")],
        [mp_context.mpf("0.3"), mp_context.mpf("-1.1")],
        mp_context.mpf("1e-12"),
    )
    arity = OPERATIONS[name].arity  # type: ignore[index]
    found = over_duals(MANY_DIGITS).function(name, *map(Dual, at[:arity], rate[:arity]))
    ahead, behind = (
        MANY_DIGITS.function(name, *(x + sign * step * v for x, v in zip(at[:arity], rate, strict=False)))
        for sign in (1, -1)
    )
    assert found.value == MANY_DIGITS.function(name, *at[:arity])
    assert abs(found.derivative - (ahead - behind) / (2 * step)) < 1e-20  # step², and digits far beyond


def with_root_of(square: FieldElement) -> Ring[Any]:
    root = square_root_mod(square.value, P)
    assert root is not None
    return with_roots(FIELD, {square: element(root)})


def test_the_square_of_a_root_has_the_derivative_of_what_it_is_the_root_of() -> None:
    x = Dual(element(12345) * element(12345), element(678))
    root = over_duals(with_root_of(x.value)).function("sqrt", x)
    assert root * root == x


def test_a_closure_moves_with_its_equation() -> None:
    """With a c + b s = k at all times, c² + s² = 1 stays and the equation's derivative is 0, in the field with ==."""
    a, b = Dual(element(6), element(31)), Dual(element(7), element(-5))
    k = Dual(element(2), element(17))
    h = a * a + b * b
    r = over_duals(with_roots(FIELD, {element(81): element(9)})).function("sqrt", h - k * k)
    c, s = (a * k - b * r) / h, (b * k + a * r) / h
    assert c * c + s * s == Dual(element(1), element(0))
    assert a * c + b * s == k


def test_an_angle_turns_as_its_cosine_and_sine_do() -> None:
    c, s = Dual(Fraction(3, 5), Fraction(-4, 5) * 7), Dual(Fraction(4, 5), Fraction(3, 5) * 7)  # turning at 7
    ring: Ring[Any] = Ring(lambda x: x.rational, {"atan2": lambda y, x: None})
    assert over_duals(ring).function("atan2", s, c).derivative == 7
    assert over_duals(ring).function("atan2", 3 * s, 3 * c).derivative == 7


def test_constants_are_at_rest_and_functions_that_a_ring_lacks_stay_missing() -> None:
    duals = over_duals(MANY_DIGITS)
    assert duals.lift(exact(3)) == Dual(3, 0)
    assert duals.function("sqrt", mp_context.mpf(4)) == Dual(2, 0)
    with pytest.raises(TypeError, match="no sqrt"):
        over_duals(FIELD).function("sqrt", Dual(element(4), element(1)))


def test_a_root_that_is_not_in_the_table_is_unknown() -> None:
    with pytest.raises(UnknownRootError, match="no square root is known of 5"):
        with_roots(FIELD, {element(4): element(2)}).function("sqrt", element(5))


def test_a_table_says_which_root_is_meant() -> None:
    roots: list[Callable[[Any], Any]] = [
        with_roots(FIELD, {element(4): r}).functions["sqrt"] for r in (element(2), element(-2))
    ]
    assert [root(element(4)) for root in roots] == [element(2), element(-2)]
