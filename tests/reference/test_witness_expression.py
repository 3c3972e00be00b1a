"""A number in a robot file is read by a whitelist."""

import math

import pytest

from symdyn.reference.expression import evaluate


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (3, 3.0),
        (0.4318, 0.4318),
        ("1e-3", 1e-3),
        ("-2.5E+2", -250.0),
        (" pi / 2 ", math.pi / 2),
        ("-pi", -math.pi),
        ("2**3 - 7", 1.0),
        ("-2**2", -4.0),
        ("2**3**2", 512.0),
        ("(1 + 2)*3/4", 2.25),
        ("1/4", 0.25),
        ("sqrt(2)", math.sqrt(2)),
        ("sin(pi/6) + cos(l)", math.sin(math.pi / 6) + math.cos(0.5)),
        ("l*width", 1.0),
    ],
)
def test_expression_has_the_value_one_would_compute_by_hand(written: int | float | str, value: float) -> None:
    assert evaluate(written, {"l": 0.5, "width": "4*l"}) == value


@pytest.mark.parametrize(
    "written",
    [
        "__import__('os')",
        "exec(1)",
        "(1).real",
        "[1]",
        "'text'",
        "True",
        "1j",
        "1 if 1 else 2",
        "5 // 2",
        "5 % 2",
        "~1",
        "sin",
        "sin(1, 2)",
        "sin(x=1)",
        "tan(1)",
        "lambda: 1",
        "l := 3",
        "1 +",
        "",
        "1/0",
        "9**9**9",
        "sqrt(-1)",
        "(-1)**0.5",
    ],
)
def test_what_is_no_number_is_refused(written: str) -> None:
    with pytest.raises(ValueError):
        evaluate(written, {"l": 0.5})


def test_symbol_without_a_value_is_named() -> None:
    with pytest.raises(ValueError, match="'d3' has no value"):
        evaluate("2*d3", {"d3": None})


def test_name_that_is_no_symbol_is_named() -> None:
    with pytest.raises(ValueError, match="'elbow'"):
        evaluate("elbow", {})


def test_symbol_written_in_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="'a'"):
        evaluate("a", {"a": "b + 1", "b": "2*a"})
