"""What must hold of scalars, in every ring that the dynamics run over; and what a ring makes of an angle."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
import sympy as sp

from symdyn.algebra.dual import Dual
from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import EXACT_PI, Exact, exact
from symdyn.algebra.roots import square_root
from symdyn.algebra.scalar import EXACTS, Ring
from symdyn.ir.builder import Builder
from symdyn.ir.evaluate import FLOATS, evaluate
from symdyn.ir.program import Port
from symdyn.ir.value import Value
from symdyn.symbolic.lift import EXPRESSIONS

ROOTS = (exact(3), square_root(exact(2)), 1 - square_root(exact(3)), exact("0.7"))
FIELD = Embedding(ROOTS)


def programs() -> Callable[[Any], Any]:
    """Return a function from constants to values of a program: their sum with an input that is zero."""
    builder = Builder("laws", [Port("x", (1,))], [Port("y", ())])
    zero = Value(builder, builder.input("x", 0))
    return lambda constant: zero + constant


def value_in_field(x: Value | Any) -> Any:
    program = x.builder.finish([x.ref])
    return evaluate(program, {"x": [FIELD.element(0)]}, Ring(FIELD))[0]


RINGS: dict[str, tuple[Callable[[Exact], Any], Callable[[Any], Any]]] = {  # how constants enter, and how they compare
    "exact": (EXACTS.lift, lambda x: x),
    "field": (FIELD, lambda x: x),
    "duals": (lambda x: Dual(FIELD(x), FIELD(x * x)), lambda x: x),
    "programs": (programs(), value_in_field),
    "expressions": (EXPRESSIONS.lift, sp.expand),
}


@pytest.mark.parametrize("name", RINGS)
def test_scalars_obey_the_laws_of_a_commutative_ring(name: str) -> None:
    lift, seen = RINGS[name]
    values = [lift(root) for root in ROOTS]
    for x, y, z in product(values, repeat=3):
        assert seen(x + y) == seen(y + x) and seen(x * y) == seen(y * x)
        assert seen((x + y) + z) == seen(x + (y + z)) and seen((x * y) * z) == seen(x * (y * z))
        assert seen(x * (y + z)) == seen(x * y + x * z)
        assert seen(x - y) == seen(x + (-y))


@pytest.mark.parametrize("name", RINGS)
def test_whole_numbers_stand_for_their_images(name: str) -> None:
    lift, seen = RINGS[name]
    zero = seen(lift(exact(3)) * 0)
    for x in [lift(root) for root in ROOTS]:
        assert seen(x + 0) == seen(0 + x) == seen(x * 1) == seen(1 * x) == seen(x - 0) == seen(x)
        assert seen(0 - x) == seen(-x) and seen(x - x) == seen(x * 0) == seen(0 * x) == zero
        assert seen(2 * x) == seen(x * 2) == seen(x + x)


@pytest.mark.parametrize("offset", [exact(0), EXACT_PI * Fraction(1, 2), -EXACT_PI, exact("0.3"), EXACT_PI / 3])
def test_a_turn_is_the_cosine_and_sine_of_the_sum(offset: Exact) -> None:
    q = random.Random(3).uniform(-3, 3)
    c, s = FLOATS.turn(q, offset)
    angle = q + FLOATS.lift(offset)
    assert abs(c - np.cos(angle)) < 1e-15 and abs(s - np.sin(angle)) < 1e-15  # a rounding of the angle, of the result
    symbol = sp.Symbol("q")
    turned = symbol + EXPRESSIONS.lift(offset)
    assert EXPRESSIONS.turn(symbol, offset) == (sp.cos(turned), sp.sin(turned))


def test_a_ring_without_functions_says_what_to_supply() -> None:
    with pytest.raises(TypeError, match="has no cos: give its values with the state"):
        EXACTS.turn(exact(1), exact(0))
