"""The exact constant that a robot file writes, which may be an expression in a string.

Python's parser gives the tree and a whitelist walks it: nothing is ever executed. Numbers are kept as they are
written, since `0.1` is a tenth here and not the double nearest to it.
"""

import ast
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import pi

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import EXACT_PI, Exact, exact, reciprocal, symbol
from symdyn.algebra.roots import square_root
from symdyn.algebra.substitution import rational_power, substitute
from symdyn.algebra.trigonometry import cos_sin

Written = int | float | str
_NUMBER = re.compile(r"(?<![\w.])(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_KEPT = "ν"  # heads the names that stand for numbers while Python parses: no symbol of a file may hold it


class Numbers:
    """A file's numbers, its symbols having their values."""

    def __init__(self, symbols: Mapping[str, Written | None], in_angles: Iterable[Written]) -> None:
        """Give the symbols their values, from top to bottom; those that occur in angles are angles."""
        angular = {name for written in in_angles for name in parsed(written).symbols()}
        self.values: dict[str, Exact] = {}
        for name, written in symbols.items():
            if written is not None:
                value = substitute(parsed(written), self.values)
                self.values[name] = meant(value) if name in angular else value

    def number(self, written: Written) -> Exact:
        """Return what is written where a number is wanted."""
        return substitute(parsed(written), self.values)

    def known(self, written: Written | None) -> Exact | None:
        """Return a number; None where the file leaves it, or a symbol in it, without a value."""
        value = None if written is None else self.number(written)
        return None if value is None or value.symbols() else value

    def angle(self, written: Written) -> tuple[Exact, Exact]:
        """Return cosine and sine of what is written where an angle is wanted."""
        return cos_sin(substitute(meant(parsed(written)), self.values))


def meant(angle: Exact) -> Exact:
    """Return the multiple of pi/12 that a decimal denotes to the last bit of a double, or else the angle itself."""
    if not angle.is_rational:
        return angle
    multiple = EXACT_PI * Fraction(round(angle.rational * 12 / Fraction(pi)), 12)
    return multiple if to_float(multiple) == to_float(angle) else angle


def parsed(written: Written) -> Exact:
    """Return the constant that is written, symbols left as they are."""
    if not isinstance(written, str):
        return exact(repr(written))
    kept: dict[str, Exact] = {}

    def keep(match: re.Match[str]) -> str:
        name = f"{_KEPT}{len(kept)}"
        kept[name] = exact(match.group())
        return name

    text = _NUMBER.sub(keep, " ".join(written.split()))
    try:
        return _walk(ast.parse(text, mode="eval").body, kept)
    except (SyntaxError, ArithmeticError, RecursionError) as error:
        raise ValueError(f"cannot read {written!r} as a number: {error}") from error


def _walk(node: ast.expr, kept: Mapping[str, Exact]) -> Exact:
    match node:
        case ast.Name(id="pi"):
            return EXACT_PI
        case ast.Name(id=name):
            return kept[name] if name in kept else symbol(name)
        case ast.UnaryOp(op=ast.UAdd() | ast.USub() as sign, operand=operand):
            value = _walk(operand, kept)
            return -value if isinstance(sign, ast.USub) else value
        case ast.BinOp(left=left, op=op, right=right):
            return _combined(op, _walk(left, kept), _walk(right, kept))
        case ast.Call(func=ast.Name(id="sqrt"), args=[argument], keywords=[]):
            return square_root(_walk(argument, kept))
        case ast.Call(func=ast.Name(id="sin" | "cos" as name), args=[argument], keywords=[]):
            return cos_sin(meant(_walk(argument, kept)))[name == "sin"]
    raise ValueError(f"{ast.unparse(node)!r} is no number")


def _combined(op: ast.operator, a: Exact, b: Exact) -> Exact:
    match op:
        case ast.Add():
            return a + b
        case ast.Sub():
            return a - b
        case ast.Mult():
            return a * b
        case ast.Div():
            return a * reciprocal(b)
        case ast.Pow() if b.is_rational:
            return rational_power(a, b.rational)
    raise ValueError("only + - * / and rational powers are allowed")
