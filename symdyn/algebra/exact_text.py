"""Read an exact constant back from the text that `str` writes: read_exact(str(x)) == x.

This reads our own text, of any length. What users write goes through the robot file's parser, which has limits and
says where a mistake is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction

from symdyn.algebra.exact import EXACT_PI, Exact, exact
from symdyn.algebra.roots import square_root
from symdyn.algebra.substitution import rational_power
from symdyn.algebra.trigonometry import cos_sin

FUNCTIONS: dict[str, Callable[[Exact], Exact]] = {
    "sqrt": square_root,
    "cos": lambda angle: cos_sin(angle)[0],
    "sin": lambda angle: cos_sin(angle)[1],
}
OPERATORS: dict[type[ast.operator], Callable[[Exact, Exact], Exact]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.Pow: lambda base, exponent: rational_power(base, exponent.rational),
}


def read_exact(text: str) -> Exact:
    """Return the constant that a text denotes; a ValueError where it denotes none."""
    try:
        return _value(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError:
        raise ValueError(f"not an exact constant: {text}") from None


def _value(node: ast.expr) -> Exact:
    rest: list[tuple[ast.operator, ast.expr]] = []  # a sum of many terms nests to the left: unrolled, not recursed
    while isinstance(node, ast.BinOp):
        rest.append((node.op, node.right))
        node = node.left
    value = _leaf(node)
    for operator, right in reversed(rest):
        if type(operator) not in OPERATORS:
            raise ValueError(f"{ast.unparse(right)} follows an operator that constants do not have")
        value = OPERATORS[type(operator)](value, _value(right))
    return value


def _leaf(node: ast.expr) -> Exact:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return exact(Fraction(node.value))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand)
    if isinstance(node, ast.Name) and node.id == "pi":
        return EXACT_PI
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
        (argument,) = node.args
        return FUNCTIONS[node.func.id](_value(argument))
    raise ValueError(f"{ast.unparse(node)} is not part of an exact constant")
