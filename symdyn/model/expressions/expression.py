"""Read an expression of a robot file: text -> Exact, by precedence climbing; nothing is ever evaluated as Python.

    sum     = product (('+' | '-') product)*
    product = signed (('*' | '/') signed)*
    signed  = ('+' | '-') signed | power
    power   = atom ['**' signed]
    atom    = number | name | function '(' sum ')' | '(' sum ')'

As in Python, -2**2 is -4 and 2**3**2 is 2**9. What numbers, names and operations give is for an `Arithmetic` to say:
exact constants here, combinations of parameters in `linear`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from symdyn.algebra.exact import EXACT_PI, Exact, exact, symbol
from symdyn.errors import one_of, unknown_name
from symdyn.model.expressions.guarded import FUNCTIONS, add, checked, divide, multiply, power, subtract
from symdyn.model.expressions.tokens import ExpressionError, Token, tokens

MAX_NESTING = 64  # parentheses, signs and powers inside each other
MAX_FUNCTION_NESTING = 8  # sin(cos(...)): beyond it text and time double with every level

_NOT_FINITE = {"inf", "infinity", "nan"}
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Arithmetic(Generic[V]):
    """What the parts of an expression mean; operations raise a ValueError whose text is fit for the user."""

    constant: Callable[[Exact], V]
    named: Callable[[str], V]
    names: tuple[str, ...]  # that an expression may use beside pi
    sum: Mapping[str, Callable[[V, V], V]]
    product: Mapping[str, Callable[[V, V], V]]
    power: Callable[[V, V], V]
    negative: Callable[[V], V]
    functions: Mapping[str, Callable[[V], V]]


def parse(text: str, symbols: Collection[str] = ()) -> Exact:
    """Return the constant that a text denotes; ``symbols`` are the names it may use beside pi."""
    constants: Arithmetic[Exact] = Arithmetic(
        constant=lambda x: x,
        named=symbol,
        names=tuple(symbols),
        sum={"+": add, "-": subtract},
        product={"*": multiply, "/": divide},
        power=power,
        negative=lambda x: -x,
        functions=FUNCTIONS,
    )
    return parsed(tokens(text), constants)


def parsed(words: tuple[Token, ...], arithmetic: Arithmetic[V]) -> V:
    """Return what the words of an expression mean."""
    parser = _Parser(words, arithmetic)
    value = parser.sum()
    parser.expect_end()
    return value


class _Parser(Generic[V]):
    """The tokens and the position in them."""

    def __init__(self, words: tuple[Token, ...], arithmetic: Arithmetic[V]) -> None:
        self.words = words
        self.arithmetic = arithmetic
        self.position = 0
        self.nesting = 0
        self.function_nesting = 0

    @property
    def token(self) -> Token:
        return self.words[self.position]

    def take(self) -> Token:
        token = self.token
        self.position += 1
        return token

    def expect_end(self) -> None:
        if self.token.kind != "end":
            raise ExpressionError(f"expected an operator or the end, found {self.token}", self.token.column)

    def sum(self) -> V:
        return self.left_associative(self.product, self.arithmetic.sum)

    def product(self) -> V:
        return self.left_associative(self.signed, self.arithmetic.product)

    def left_associative(self, operand: Callable[[], V], operators: Mapping[str, Callable[[V, V], V]]) -> V:
        left = operand()
        while self.token.kind == "operator" and self.token.text in operators:
            operator = self.take()
            right = operand()
            left = _located(operator, operators[operator.text], left, right)
        return left

    def signed(self) -> V:
        if self.token.text in ("+", "-"):
            sign = self.take()
            value = self.nested(self.signed, sign)
            return self.arithmetic.negative(value) if sign.text == "-" else value
        return self.power()

    def power(self) -> V:
        base = self.atom()
        if self.token.text != "**":
            return base
        operator = self.take()
        return _located(operator, self.arithmetic.power, base, self.nested(self.signed, operator))

    def atom(self) -> V:
        token = self.take()
        if token.kind == "number":
            return self.arithmetic.constant(_located(token, checked, exact(Fraction(token.text))))
        if token.kind == "name":
            return self.call(token) if self.token.text == "(" else self.named(token)
        if token.text == "(":
            return self.parenthesis(token)
        raise ExpressionError(f"expected a number, a name or '(', found {token}", token.column)

    def parenthesis(self, opening: Token) -> V:
        value = self.nested(self.sum, opening)
        if self.token.text != ")":
            what = f"expected an operator or ')' for the '(' of column {opening.column}, found {self.token}"
            raise ExpressionError(what, self.token.column)
        self.take()
        return value

    def call(self, name: Token) -> V:
        functions = self.arithmetic.functions
        if name.text not in functions:
            raise ExpressionError(f"function {name} is not allowed; {one_of(functions)}", name.column)
        self.function_nesting += 1
        if self.function_nesting > MAX_FUNCTION_NESTING:
            raise ExpressionError(f"functions are nested deeper than {MAX_FUNCTION_NESTING} levels", name.column)
        argument = self.parenthesis(self.take())
        self.function_nesting -= 1
        return _located(name, functions[name.text], argument)

    def named(self, name: Token) -> V:
        if name.text == "pi":
            return self.arithmetic.constant(EXACT_PI)
        if name.text in self.arithmetic.names:
            return self.arithmetic.named(name.text)
        if name.text.lower() in _NOT_FINITE:
            raise ExpressionError(f"{name} is not a finite number; write a number", name.column)
        if name.text in self.arithmetic.functions:
            raise ExpressionError(f"expected '(' after the function {name}", name.column)
        raise ExpressionError(unknown_name("name", name.text[:60], ["pi", *self.arithmetic.names]), name.column)

    def nested(self, rule: Callable[[], V], opening: Token) -> V:
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise ExpressionError(f"nested deeper than {MAX_NESTING} levels; simplify it", opening.column)
        value = rule()
        self.nesting -= 1
        return value


def _located(token: Token, operation: Callable[..., V], *operands: V) -> V:
    """Apply an operation; its complaint gets the column of the token that asked for it."""
    try:
        return operation(*operands)
    except (ValueError, ArithmeticError, TypeError) as error:
        raise ExpressionError(str(error), token.column) from None
