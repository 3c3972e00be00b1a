"""Expressions: drawn from their grammar, then with words added, taken away and exchanged."""

import random

WORDS = (
    *(
        "1",
        "0",
        "2",
        "0.5",
        "1e3",
        "1e-30",
        "1e60",
        "9" * 61,
        "pi",
        "a",
        "b",
        "zero",
        "free",
        "nobody",
        "sqrt",
        "sin",
        "cos",
    ),
    *(
        "+",
        "-",
        "*",
        "/",
        "**",
        "(",
        ")",
        "((",
        "))",
        "^",
        ".",
        ",",
        "=",
        "%",
        "//",
        "e",
        "0x1",
        "1_0",
        "é",
        "\0",
        "\n",
        "1e999",
    ),
    *("lambda", "import", "[", "]", "{", "}", "'", "@", "64", "1/2", "-1/2", "3/2", "1000000007", "0.123456789012345"),
)
NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "0.1",
    "7.25",
    "1e-12",
    "1e12",
    "1234567.891",
    "pi",
    "a",
    "b",
    "zero",
    "free",
    "1000000007",
)


def expression(source: random.Random, depth: int = 0) -> str:
    """Draw an expression of the grammar, in the symbols a, b, zero (0) and free (without a value)."""
    kind = source.random()
    if depth > 6 or kind < 0.25:
        return source.choice(NUMBERS)
    if kind < 0.65:
        operator = source.choice((" + ", "-", "*", "/", "+", "*"))
        return f"{expression(source, depth + 1)}{operator}{expression(source, depth + 1)}"
    if kind < 0.75:
        exponent = source.choice(("2", "-1", "(1/2)", "3", "64", "-2", "0", "1/3", "a"))
        return f"({expression(source, depth + 1)})**{exponent}"
    if kind < 0.9:
        return f"{source.choice(('sqrt', 'sin', 'cos'))}({expression(source, depth + 1)})"
    return f"{source.choice(('-', '+', '--', ''))}({expression(source, depth + 1)})"


def broken_expression(source: random.Random) -> str:
    """Return an expression, whole or broken."""
    text = expression(source)
    for _ in range(source.choice((0, 1, 2, 4))):
        at = source.randint(0, len(text))
        text = text[:at] + source.choice(WORDS) + text[at + source.choice((0, 0, 1, 5)) :]
    return text
