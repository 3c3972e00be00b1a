"""From a Python function to a routine: expressions and names."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from symdyn.errors import InputError
from symdyn.routines.expressions import (
    Apply,
    Array,
    Binary,
    Call,
    Choice,
    CodeName,
    Comparison,
    Constant,
    Element,
    Expression,
    Kind,
    Limit,
    Literal,
    Logic,
    Member,
    Name,
    Record,
    Size,
    Type,
    Unary,
)
from symdyn.routines.words import FUNCTIONS, Extreme, Letter, NotBound, ReturnCode, Struct, Table

WORDS = Struct.__module__
BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
COMPARISON = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
UNARY = {ast.USub: "-", ast.Not: "not"}
LOGIC = {ast.And: "and", ast.Or: "or"}


def annotated(hint: Any) -> Type | None:
    """Return the type of routines that an annotation stands for."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return Record(struct_name(hint))
    for one in getattr(hint, "__metadata__", ()):
        if isinstance(one, Kind | Array | Record):
            return one
    return None


def struct_name(struct: type[Struct]) -> str:
    """Return the name of a record: `work` of the class `Work`."""
    return struct.__name__.lower()


class Reader:
    """Reads expressions of one function; knows which names exist, and collects what is spoken of."""

    def __init__(self, function: Callable[..., Any], file: str, lines: Sequence[str], first: int) -> None:
        """Begin with no names but those around the function."""
        self.function, self.file = function, file
        self.calls: dict[Callable[..., Any], None] = {}
        self.constants: dict[str, int] = {}
        self._lines, self._first = lines, first
        self._scopes: list[set[str]] = []

    def fault(self, node: ast.AST, what: str) -> InputError:
        """Return an error that names the place."""
        return InputError(what, file=self.file, line=getattr(node, "lineno", self._first))

    def enter(self, names: Sequence[str]) -> None:
        """Begin a block."""
        self._scopes.append(set(names))

    def leave(self) -> None:
        """End a block, and all names that began in it."""
        self._scopes.pop()

    def declare(self, name: str) -> None:
        """Let a name exist until the block ends."""
        self._scopes[-1].add(name)

    def knows(self, name: str) -> bool:
        """Tell whether a local name exists."""
        return any(name in scope for scope in self._scopes)

    def expressions(self, nodes: Sequence[ast.expr]) -> tuple[Expression, ...]:
        """Read several."""
        return tuple(self.expression(node) for node in nodes)

    def expression(self, node: ast.expr) -> Expression:
        """Read one."""
        match node:
            case ast.Constant(value=int() | float() as value):
                return Literal(value)
            case ast.Name(id=name):
                return Name(name) if self.knows(name) else self._around(node, name)
            case ast.Attribute(value=record, attr=name):
                return Member(self.expression(record), name)
            case ast.Subscript(value=array, slice=ast.Tuple(elts=at)):
                return Element(self.expression(array), self.expressions(at))
            case ast.Subscript(value=array, slice=at):
                return Element(self.expression(array), (self.expression(at),))
            case ast.UnaryOp(op=operator, operand=operand) if type(operator) in UNARY:
                return Unary(UNARY[type(operator)], self.expression(operand))
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in BINARY:
                return Binary(BINARY[type(operator)], self.expression(left), self.expression(right))
            case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in COMPARISON:
                return Comparison(COMPARISON[type(operator)], self.expression(left), self.expression(right))
            case ast.BoolOp(op=operator, values=values):
                return Logic(LOGIC[type(operator)], self.expressions(values))
            case ast.IfExp(test=test, body=yes, orelse=no):
                return Choice(self.expression(test), self.expression(yes), self.expression(no))
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._call(node, name, self.expressions(arguments))
        raise self.fault(node, f"a routine cannot say this: {ast.unparse(node)}")

    def _around(self, node: ast.expr, name: str) -> Expression:
        """Read a name that is not the function's own."""
        value = self.function.__globals__.get(name)
        match value:
            case Letter():
                return Size(str(value))
            case Extreme():
                return Limit(value.name)
            case ReturnCode():
                return CodeName(str(value))
            case Table():
                return Name(value.name)
            case int():
                self.constants[name] = value
                return Constant(name)
        raise self.fault(node, f"{name} does not exist here; a name ends with the block that it begins in")

    def _call(self, node: ast.expr, name: str, arguments: tuple[Expression, ...]) -> Expression:
        called = abs if name == "abs" else self.function.__globals__.get(name)
        match called:
            case NotBound():
                return Call(called.name, arguments)
            case FunctionType() if called.__module__ != WORDS:
                takes = called.__code__.co_varnames[: called.__code__.co_argcount]
                if len(arguments) != len(takes):
                    raise self.fault(node, f"{name} takes {', '.join(takes) or 'nothing'}")
                self.calls[called] = None
                return Call(called.__name__, arguments)
        if called in FUNCTIONS:
            return Apply(FUNCTIONS[called], arguments)
        raise self.fault(node, f"{name} is no routine")

    def shape(self, node: ast.expr) -> str | int:
        """Read a letter or a number of a shape."""
        match self.expression(node):
            case Size(letter=letter):
                return letter
            case Literal(value=int() as value):
                return value
        raise self.fault(node, f"{ast.unparse(node)} is no size")
