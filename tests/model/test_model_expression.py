"""Expressions are exact, follow Python's precedence, and never run away."""

import re
import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symdyn.algebra.exact import EXACT_PI, symbol
from symdyn.algebra.roots import square_root
from symdyn.algebra.trigonometry import cos_sin
from symdyn.model.expressions.expression import parse
from symdyn.model.expressions.guarded import FUNCTIONS
from symdyn.model.expressions.tokens import ExpressionError

NAMES = ("a", "l2")
A = symbol("a")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.4318", Fraction(4318, 10000)),
        ("1e-3", Fraction(1, 1000)),
        (".5", Fraction(1, 2)),
        ("1.", 1),
        ("2E+2", 200),
        ("-9.80665", Fraction(-980665, 100000)),
        ("1/3", Fraction(1, 3)),
        ("2 - 3 - 4", -5),
        ("2/3/4", Fraction(1, 6)),
        ("2 + 3*4", 14),
        ("(2 + 3)*4", 20),
        ("-2**2", -4),
        ("2**-1", Fraction(1, 2)),
        ("2**3**2", 512),
        ("4**(3/2)", 8),
        ("4**0.5", 2),
        ("--+-1", -1),
        ("sqrt(9/25)", Fraction(3, 5)),
        ("cos(pi/3)", Fraction(1, 2)),
        ("sin(pi/2) + cos(pi)", 0),
        ("cos(1.5707963267948966)", 0),
        ("sqrt(2)*sqrt(3) - sqrt(6)", 0),
        ("a - a", 0),
        (" 1\n+\t2 ", 3),
    ],
)
def test_an_expression_has_its_exact_value(text, value):
    assert parse(text, NAMES) == value


def test_names_and_pi_stay_symbolic():
    assert parse("2*a + pi/2", NAMES) == 2 * A + EXACT_PI / 2
    assert parse("sqrt(a)", NAMES) == square_root(A)
    assert parse("sin(a)*cos(a)", NAMES) == cos_sin(A)[0] * cos_sin(A)[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1: expected a number, a name or '(', found the end"),
        ("1 +", "column 4: expected a number, a name or '(', found the end"),
        ("1 2", "column 3: expected an operator or the end, found '2'"),
        ("(1", "column 3: expected an operator or ')' for the '(' of column 1, found the end"),
        ("1)", "column 2: expected an operator or the end, found ')'"),
        ("*1", "column 1: expected a number"),
        ("__import__(1)", "function '__import__' is not allowed; valid: sqrt, sin, cos"),
        ("exp(1)", "function 'exp' is not allowed; valid: sqrt, sin, cos"),
        ("l3", "column 1: unknown name 'l3'; valid: pi, a, l2"),
        ("sin", "expected '(' after the function 'sin'"),
        ("sin 1", "expected '(' after the function 'sin'"),
        ("a.real", "column 2: '.' has no meaning here"),
        ("2^3", "powers are written **"),
        ("nan", "'nan' is not a finite number"),
        ("-inf", "column 2: 'inf' is not a finite number"),
        (".nan", "column 1: '.' has no meaning here; infinite numbers and NaN are refused"),
        ("1/0", "column 2: division by zero"),
        ("1/(a - a)", "column 2: division by zero"),
        ("0**-1", "column 2: division by zero"),
        ("sqrt(-2)", "column 1: square root of the negative number -2"),
        ("sqrt(1 - pi)", "column 1: square root of the negative number 1-pi"),
        ("2**(1/3)", "the exponent 1/3 is not a whole number or a half"),
        ("2**a", "the exponent a is not a whole number or a half"),
        ("9**9**9", "column 2: the exponent 387420489 is beyond 64"),
        ("2**65", "the exponent 65 is beyond 64"),
        ("1e999999999", "the exponent of '1e999999999' is beyond 330"),
        ("1e99", "the result is beyond 1e60"),
        ("1" * 61, "the number has more than 60 digits"),
        ("((((2**64)**64)**64)**64)", "the result is beyond 1e60"),
        ("((((1/3)**64)**64)**64)", "the result has too many digits"),
        ("(a + l2)**29*(a + 2*l2)", "the result has more than 30 terms"),
        ("(" * 200 + "1" + ")" * 200, "column 65: nested deeper than 64 levels; simplify it"),
        ("-" * 200 + "1", "nested deeper than 64 levels"),
        ("2**" * 200 + "1", "nested deeper than 64 levels"),
        ("sin(" * 9 + "1" + ")" * 9, "functions are nested deeper than 8 levels"),
        ("1+" * 2000 + "1", "longer than 2000 characters"),
        ("010", "the number '010' starts with 0"),
        ("0x1F", "a number cannot go on with 'x'"),
        ("1_000", "a number cannot go on with '_'"),
        ("1e", "a number cannot go on with 'e'"),
        ("ä", "'ä' has no meaning here"),
        ("a;b", "';' has no meaning here; expressions are made of numbers, names, + - * / ** and parentheses"),
    ],
)
def test_a_wrong_expression_is_refused_with_column_and_reason(text, message):
    with pytest.raises(ExpressionError) as caught:
        parse(text, NAMES)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_text_of_a_constant_parses_to_the_same_constant():
    texts = ("sqrt(2)/3 - pi**2", "1/(a + l2)", "a**-2", "sqrt(a + 1)**3", "1/sqrt(a + l2)**3", "cos(a + pi/5)*sin(a)")
    for text in texts:
        value = parse(text, NAMES)
        assert parse(str(value), NAMES) == value, text


def test_hostile_expressions_end_soon():
    start = time.perf_counter()
    roots = "*".join(f"(1+sqrt({k}))" for k in range(2, 99))
    for text in ("(a+l2+pi+sqrt(2)+sqrt(3))**64", roots, "7**64" + "*7**64" * 99):
        with pytest.raises(ExpressionError):
            parse(text, NAMES)
    assert time.perf_counter() - start < 3  # far beyond what is needed, and far short of running away


words = st.sampled_from([*"+-*/() (", "**", "pi", "a", "l2", "0", "1", "2.5", "1e3", ".5", "nan", "x", *FUNCTIONS])


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.lists(words, max_size=25).map("".join))
def test_any_sequence_of_words_is_read_or_refused(text):
    try:
        value = parse(text, NAMES)
    except ExpressionError as error:
        assert "\n" not in str(error)
    else:
        assert value.symbols() <= set(NAMES)


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    try:
        parse(text)
    except ExpressionError as error:
        assert "\n" not in str(error)


expressions = st.recursive(
    st.sampled_from(["1", "2", "0.5", "3.25"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), inner).map("".join),
        inner.map(lambda text: f"({text})"),
        inner.map(lambda text: f"-{text}"),
    ),
    max_leaves=12,
)


@settings(derandomize=True, max_examples=150, deadline=None)
@given(expressions)
def test_arithmetic_agrees_with_python_on_fractions(text):
    as_fractions = re.sub(r"[0-9.]+", lambda number: f"Fraction('{number.group()}')", text)
    try:
        value = eval(as_fractions, {"Fraction": Fraction})  # the test's own text, not a user's
    except ZeroDivisionError:
        with pytest.raises(ExpressionError, match="division by zero"):
            parse(text)
    else:
        assert parse(text) == value


def test_a_divisor_of_many_roots_is_refused_at_once() -> None:
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97)
    with pytest.raises(ExpressionError, match="more than 6 square roots"):
        parse(f"1/({'+'.join(f'sqrt({prime})' for prime in primes)})")
