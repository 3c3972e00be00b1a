"""Values that stand where others should: of every type, and of sizes that nothing has."""

import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np


def nested(depth: int, kind: str = "list") -> Any:
    """Return containers inside each other."""
    value: Any = 0
    for _ in range(depth):
        value = [value] if kind == "list" else {"a": value}
    return value


NUMBERS = (
    *(0, -1, 1, 2, 1.5, -0.0, 1e-320, 5e-324, 1e-300, 1e-60, 1e-12, 1e12, 1e39, 1e55, 1e60, 1.1e60, 1e61, 1e300),
    *(1.7976931348623157e308, float("nan"), float("inf"), -float("inf"), 10**80, -(10**400), 2**64),
    *(1.5708, 1.5707963267948966, 90, 3.14159, 0.1234567890123456, 1000000007, -1e60, 1e-9),
)
TEXTS = (
    *(
        "",
        " ",
        "\n",
        "\t",
        "\0",
        "\ufeff",
        "\x1b[2J",
        "\u202e",
        "é",
        "😀",
        "名前",
        "\x85",
        "\u2028",
        "a\rb",
        "\\",
        "'",
        '"',
    ),
    *(
        "nan",
        "inf",
        "-.inf",
        ".nan",
        "1e330",
        "1e400",
        "1e-400",
        "1e999999999",
        "0x1F",
        "010",
        "1_000",
        "1e",
        "--1",
        "+",
    ),
    *(
        "pi",
        "pi/2",
        "pi/0",
        "sqrt(-1)",
        "sqrt(2)",
        "1/3",
        "sin(pi/7)",
        "9**9**9",
        "2**(1/3)",
        "0**0",
        "0**-1",
        "1/1e-60",
    ),
    *("(" * 70 + "1" + ")" * 70, "-" * 70 + "1", "1+" * 500 + "1", "sqrt(" * 9 + "2" + ")" * 9, "9" * 70, "1" * 3000),
    *(
        "q1",
        "tau1",
        "while",
        "class",
        "base",
        "load",
        "link1",
        "joint1",
        "_x",
        "2x",
        "a b",
        "../../x",
        "/dev/zero",
        "~",
    ),
    *(
        "__import__('os').system('touch hacked')",
        "().__class__",
        "${x}",
        "{{x}}",
        "%s%n",
        "None",
        "true",
        "yes",
        "null",
    ),
    *("x" * 64, "x" * 300, "y" * 5000, "名" * 400, "a\nb: c", "!!python/object/apply:os.getcwd []", "*a", "&a", "<<"),
    *(
        "revolute",
        "prismatic",
        "fixed",
        "explicit",
        "standard_dh",
        "modified_dh",
        "structural",
        "values",
        "com",
        "origin",
    ),
    *("continuous", "file", "path", "waypoints", "sinusoids", "minimum_jerk", "smooth", "none", "panda", "slotine_li"),
)
CONTAINERS = (
    *([], {}, [[]], [None], [0, 0, 0], [1, 2], [1, 2, 3, 4], ["x"] * 3, {"": 0}, {"x": 1}, {"<<": 1}, {"xyz": [0, 0]}),
    *([[0, 0, 0]], [None, None, None], [[], [], []], {"a": {"b": {}}}, nested(30), nested(60), nested(45, "mapping")),
)
PLAIN = (None, True, False, *NUMBERS, *TEXTS, *CONTAINERS)  # what YAML and JSON can hold
OF_PYTHON = (  # what a caller of the library can hand over beside
    *(b"bytes", {1, 2}, (1, 2, 3), 1j, object(), object, len, range(3), iter([1]), datetime.date(2020, 1, 1)),
    *(Decimal("NaN"), Decimal("Infinity"), Decimal("0.1"), Decimal("1e400"), Fraction(1, 3), Fraction(1, 10**90)),
    *(np.float64("nan"), np.float32(0.1), np.int64(3), np.array([0.0, 0.0, 1.0]), np.array(1.0), np.zeros((2, 2))),
    *(
        np.array(["x"]),
        np.array([object()]),
        np.bool_(True),
        np.array([]),
        np.datetime64("2020-01-01"),
        {1: 2},
        {None: 0},
    ),
)
