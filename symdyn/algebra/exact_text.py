"""Read an exact constant back from the text that `str` writes: read_exact(str(x)) == x.

This reads our own text, of any length. What users write goes through the robot file's parser, which has limits and
says where a mistake is. A long constant that was taken as one atom (`compact`) is written as a name;
`definitions` tells what such names stand for, and the reader must be given them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType

from symdyn.algebra.atom import LET, Atom
from symdyn.algebra.exact import EXACT_PI, Exact, exact, from_atom
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


def definitions(constants: Iterable[Exact]) -> dict[str, Exact]:
    """Return what the names in the constants' texts stand for, each after those that occur in it."""
    found: dict[str, Exact] = {}
    for constant in constants:
        _define(constant, found)
    return found


def _define(constant: Exact, found: dict[str, Exact]) -> None:
    for atom in constant.atoms():
        if atom.kind == LET and str(atom) not in found:
            _define(atom.argument, found)
            found[str(atom)] = atom.argument


def read_exact(text: str, named: Mapping[str, Exact] = MappingProxyType({})) -> Exact:
    """Return the constant that a text denotes; a ValueError where it denotes none."""
    try:
        return _value(ast.parse(text.strip(), mode="eval").body, named)
    except SyntaxError:
        raise ValueError(f"not an exact constant: {text}") from None


def _value(node: ast.expr, named: Mapping[str, Exact]) -> Exact:
    rest: list[tuple[ast.operator, ast.expr]] = []  # a sum of many terms nests to the left: unrolled, not recursed
    while isinstance(node, ast.BinOp):
        rest.append((node.op, node.right))
        node = node.left
    value = _leaf(node, named)
    for operator, right in reversed(rest):
        if type(operator) not in OPERATORS:
            raise ValueError(f"{ast.unparse(right)} follows an operator that constants do not have")
        value = OPERATORS[type(operator)](value, _value(right, named))
    return value


def _leaf(node: ast.expr, named: Mapping[str, Exact]) -> Exact:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return exact(Fraction(node.value))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, named)
    if isinstance(node, ast.Name) and node.id == "pi":
        return EXACT_PI
    if isinstance(node, ast.Name) and node.id in named:
        return from_atom(Atom(LET, named[node.id]))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
        (argument,) = node.args
        return FUNCTIONS[node.func.id](_value(argument, named))
    raise ValueError(f"{ast.unparse(node)} is not part of an exact constant")
