"""The number that a robot file writes, which may be an expression in a string.

Python's parser gives the tree and a whitelist walks it: nothing is ever executed.
"""

import ast
import math
import operator
from collections.abc import Callable, Mapping

Written = int | float | str
"""What a file may write where a number is meant (YAML reads `1e-3` as a string)."""

_BINARY: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: math.pow,
}
_UNARY: dict[type[ast.unaryop], Callable[[float], float]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
}
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "sin": math.sin,
    "cos": math.cos,
}


class NoValueError(ValueError):
    """An expression needs a symbol to which the file gives no value."""


def evaluate(written: Written, symbols: Mapping[str, Written | None]) -> float:
    """Return the number that `written` stands for, with the values of `symbols`."""
    if not isinstance(written, str):
        return float(written)
    text = " ".join(written.split())
    try:
        return _walk(ast.parse(text, mode="eval").body, symbols)
    except (SyntaxError, ArithmeticError, RecursionError) as error:
        raise ValueError(f"cannot read {text!r} as a number: {error}") from error


def _walk(node: ast.expr, symbols: Mapping[str, Written | None]) -> float:
    match node:
        case ast.Constant(value=bool()):
            pass
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name(id=name):
            return _named(name, symbols)
        case ast.UnaryOp(op=sign, operand=operand) if type(sign) in _UNARY:
            return _UNARY[type(sign)](_walk(operand, symbols))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            return _BINARY[type(op)](_walk(left, symbols), _walk(right, symbols))
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]):
            if name in _FUNCTIONS:
                return _FUNCTIONS[name](_walk(argument, symbols))
    allowed = "numbers, pi, symbols, + - * / **, parentheses, sqrt, sin, cos"
    raise ValueError(f"{ast.unparse(node)!r} is not allowed: {allowed}")


def _named(name: str, symbols: Mapping[str, Written | None]) -> float:
    if name == "pi":
        return math.pi
    if name not in symbols:
        raise ValueError(f"{name!r} is not among the symbols")
    value = symbols[name]
    if value is None:
        raise NoValueError(f"symbol {name!r} has no value")
    # A symbol may be written in others, never in itself: it is left out below.
    return evaluate(value, {key: symbols[key] for key in symbols if key != name})
