"""The builder's identities, its sharing, and where it keeps signs."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from random_programs import random_program

from symdyn.algebra.exact import EXACT_PI, Exact, exact
from symdyn.algebra.roots import square_root
from symdyn.ir.builder import Builder
from symdyn.ir.op import Op
from symdyn.ir.program import NEGATIVE_LABEL, Port, Ref
from symdyn.ir.value import Value
from symdyn.ir.verify import verify


@pytest.fixture
def builder() -> Builder:
    return Builder("f", [Port("x", (2,))], [Port("y", ())])


@pytest.fixture
def x(builder: Builder) -> Value:
    return Value(builder, builder.input("x", 0))


@pytest.fixture
def y(builder: Builder) -> Value:
    return Value(builder, builder.input("x", 1))


IDENTITIES: dict[str, tuple[Callable[[Value, Value], Value], Callable[[Value, Value], Value]]] = {
    "x + 0 = x": (lambda x, y: x + 0, lambda x, y: x),
    "0 + x = x": (lambda x, y: 0 + x, lambda x, y: x),
    "x - 0 = x": (lambda x, y: x - 0, lambda x, y: x),
    "0 - x = -x": (lambda x, y: 0 - x, lambda x, y: -x),
    "x - x = 0": (lambda x, y: x - x, lambda x, y: x * 0),
    "-x + x = 0": (lambda x, y: -x + x, lambda x, y: x * 0),
    "x + x = 2x": (lambda x, y: x + x, lambda x, y: 2 * x),
    "-x - x = -2x": (lambda x, y: -x - x, lambda x, y: -(2 * x)),
    "x * 1 = x": (lambda x, y: x * 1, lambda x, y: x),
    "x * -1 = -x": (lambda x, y: x * -1, lambda x, y: -x),
    "-x * -1 = x": (lambda x, y: -x * -1, lambda x, y: x),
    "2 * (3 * x) = 6x": (lambda x, y: 2 * (3 * x), lambda x, y: 6 * x),
    "-2 * -(3 * x) = 6x": (lambda x, y: -2 * -(3 * x), lambda x, y: 6 * x),
    "2 * (x/2) = x": (lambda x, y: 2 * (x * Fraction(1, 2)), lambda x, y: x),
    "x / 4 = x * 1/4": (lambda x, y: x / 4, lambda x, y: x * Fraction(1, 4)),
    "x / -4 = -(x * 1/4)": (lambda x, y: x / -4, lambda x, y: -(x * Fraction(1, 4))),
    "0 / x = 0": (lambda x, y: 0 / x, lambda x, y: x * 0),
    "x + y = y + x": (lambda x, y: x + y, lambda x, y: y + x),
    "x * y = y * x": (lambda x, y: x * y, lambda x, y: y * x),
    "x - y = -(y - x)": (lambda x, y: x - y, lambda x, y: -(y - x)),
    "-x - y = -(x + y)": (lambda x, y: -x - y, lambda x, y: -(x + y)),
    "-x + y = -(x - y)": (lambda x, y: -x + y, lambda x, y: -(x - y)),
    "-x * y = -(x * y)": (lambda x, y: -x * y, lambda x, y: -(x * y)),
    "x * -y = -(x * y)": (lambda x, y: x * -y, lambda x, y: -(x * y)),
    "-x * -y = x * y": (lambda x, y: -x * -y, lambda x, y: x * y),
    "-x / y = -(x / y)": (lambda x, y: -x / y, lambda x, y: -(x / y)),
    "x / -y = -(x / y)": (lambda x, y: x / -y, lambda x, y: -(x / y)),
    "sin(-x) = -sin(x)": (lambda x, y: (-x).function(Op.SIN), lambda x, y: -x.function(Op.SIN)),
    "cos(-x) = cos(x)": (lambda x, y: (-x).function(Op.COS), lambda x, y: x.function(Op.COS)),
    "sign(-x) = -sign(x)": (lambda x, y: (-x).function(Op.SIGN), lambda x, y: -x.function(Op.SIGN)),
    "0 = atan2(0, 3)": (lambda x, y: x * 0, lambda x, y: (x * 0).function(Op.ATAN2, 3)),
    "sqrt(-(x - y)) = sqrt(y - x)": (lambda x, y: (-(x - y)).function(Op.SQRT), lambda x, y: (y - x).function(Op.SQRT)),
    "1 / x is no x / 1": (lambda x, y: (1 / x) * 1, lambda x, y: 1 / x),
}


@pytest.mark.parametrize("identity", IDENTITIES)
def test_identity_holds_as_instructions_are_made(identity: str, x: Value, y: Value) -> None:
    left, right = IDENTITIES[identity]
    assert left(x, y).ref == right(x, y).ref


DIFFERENT: dict[str, tuple[Callable[[Value, Value], Value], Callable[[Value, Value], Value]]] = {
    "x - y and x + y": (lambda x, y: x - y, lambda x, y: x + y),
    "x / y and y / x": (lambda x, y: x / y, lambda x, y: y / x),
    "x and -x": (lambda x, y: x, lambda x, y: -x),
    "2x and -2x": (lambda x, y: 2 * x, lambda x, y: -2 * x),
    "cos and sin": (lambda x, y: x.function(Op.COS), lambda x, y: x.function(Op.SIN)),
    "x - y and y - x": (lambda x, y: x - y, lambda x, y: y - x),
    "sqrt(x) and sqrt(-x)": (lambda x, y: x.function(Op.SQRT), lambda x, y: (-x).function(Op.SQRT)),
    "sqrt(-x) and -sqrt(x)": (lambda x, y: (-x).function(Op.SQRT), lambda x, y: -x.function(Op.SQRT)),
    "sqrt(x²) and x": (lambda x, y: (x * x).function(Op.SQRT), lambda x, y: x),
    "atan2(y, x) and atan2(x, y)": (lambda x, y: y.function(Op.ATAN2, x), lambda x, y: x.function(Op.ATAN2, y)),
    "atan2(y, x) and atan2(y, -x)": (lambda x, y: y.function(Op.ATAN2, x), lambda x, y: y.function(Op.ATAN2, -x)),
    "atan2(-y, x) and -atan2(y, x), which are not where y is 0": (
        lambda x, y: (-y).function(Op.ATAN2, x),
        lambda x, y: -y.function(Op.ATAN2, x),
    ),
    "atan2(0, x) and 0, which it is not where x is negative": (
        lambda x, y: (x * 0).function(Op.ATAN2, x),
        lambda x, y: x * 0,
    ),
}


@pytest.mark.parametrize("pair", DIFFERENT)
def test_different_values_stay_different(pair: str, x: Value, y: Value) -> None:
    left, right = DIFFERENT[pair]
    assert left(x, y).ref != right(x, y).ref


CONSTANTS: list[tuple[Callable[[Value, Value], Value], Exact]] = [
    (lambda a, b: a + b, exact(Fraction(7, 2))),
    (lambda a, b: a - b, exact(Fraction(5, 2))),
    (lambda a, b: b - a, exact(Fraction(-5, 2))),
    (lambda a, b: a * b, exact(Fraction(3, 2))),
    (lambda a, b: a / b, exact(6)),
    (lambda a, b: (a * EXACT_PI / 12).function(Op.SIN), square_root(exact(2)) / 2),
    (lambda a, b: (a * EXACT_PI / 12).function(Op.COS), square_root(exact(2)) / 2),
    (lambda a, b: (b - a).function(Op.SIGN), exact(-1)),
    (lambda a, b: (a - a).function(Op.SIGN), exact(0)),
    (lambda a, b: (b * b).function(Op.SQRT), exact(Fraction(1, 2))),
    (lambda a, b: a.function(Op.SQRT), square_root(exact(3))),
    (lambda a, b: (2 * square_root(exact(2)) + a).function(Op.SQRT), 1 + square_root(exact(2))),
    (lambda a, b: (a - a).function(Op.SQRT), exact(0)),
]


@pytest.mark.parametrize(("function", "expected"), CONSTANTS)
def test_constants_fold_to_their_exact_value(
    function: Callable[[Value, Value], Value], expected: Exact, builder: Builder
) -> None:
    a, b = (Value(builder, builder.constant(c)) for c in (3, Fraction(1, 2)))
    assert builder.value_of(function(a, b).ref) == expected


@pytest.mark.parametrize("square", [exact(-3), 1 - square_root(exact(2)), 1 + square_root(exact(3)), EXACT_PI])
def test_a_root_that_is_no_short_constant_stays_an_instruction(square: Exact, builder: Builder) -> None:
    root = Value(builder, builder.constant(square)).function(Op.SQRT)
    assert builder.instructions[root.ref.index].op is Op.SQRT


def test_the_sign_of_an_operand_without_parity_is_an_instruction_and_no_other_sign_is(
    builder: Builder, x: Value, y: Value
) -> None:
    (-x).function(Op.SQRT)
    (-x).function(Op.ATAN2, -y)
    (-x) * y - (-x).function(Op.SIN)
    negations = [one.operands[0] for one in builder.instructions if one.op is Op.NEG]
    assert negations == [x.ref.index, y.ref.index]


def test_equal_instructions_are_made_once(builder: Builder, x: Value, y: Value) -> None:
    first = (x + y) * (x - y)
    count = len(builder.instructions)
    assert ((y + x) * -(y - x)).ref == first.ref
    assert len(builder.instructions) == count


def test_a_negation_is_no_instruction(builder: Builder, x: Value) -> None:
    count = len(builder.instructions)
    negative = -x
    assert negative.ref == Ref(x.ref.index, True)
    assert (-negative).ref == x.ref
    assert len(builder.instructions) == count


def test_a_constant_is_stored_positive_and_stands_first(builder: Builder, x: Value) -> None:
    product = x * -3
    instruction = builder.instructions[product.ref.index]
    assert product.ref.negative
    assert builder.value_of(Ref(instruction.operands[0])) == 3


def test_a_label_of_a_negative_use_says_so(builder: Builder, x: Value, y: Value) -> None:
    difference = x - y
    builder.label((-difference).ref, "force")
    assert builder.labels[difference.ref.index] == NEGATIVE_LABEL + "force"
    builder.label((-(x * y)).ref, NEGATIVE_LABEL + "moment")
    assert builder.labels[(x * y).ref.index] == "moment"


def test_the_first_label_stays(builder: Builder, x: Value, y: Value) -> None:
    builder.label((x + y).ref, "first")
    builder.label((x + y).ref, "second")
    assert builder.labels[(x + y).ref.index] == "first"


def test_a_float_is_refused(x: Value) -> None:
    with pytest.raises(TypeError, match="float"):
        x + 0.5  # type: ignore[operator]


@pytest.mark.parametrize("seed", range(10))
def test_whatever_is_built_is_valid(seed: int) -> None:
    verify(random_program(seed))
