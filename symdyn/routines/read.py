"""From a Python function to a routine: statements. What no language could say is an error that names file and line.

first assignment of a name    Declare, or Alias of a record or a row of a table
a, b = x, y                   Declare side by side
x[i, j] += y                  Assign
for i in range(n)             For; reversed(range(n)) and entries(n, k) too
f(x, y), robot.f(x, y)        Do, Kernel
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, get_type_hints

from symdyn.errors import InputError
from symdyn.routines.expressions import Array, Call, Element, Expression, Kind, Literal, Member, Name, Record, Rows
from symdyn.routines.program import (
    Alias,
    Assign,
    Declare,
    Do,
    Entries,
    For,
    If,
    Kernel,
    Local,
    Parameter,
    Remark,
    Return,
    Routine,
    Statement,
    Steps,
)
from symdyn.routines.read_expression import Reader, annotated, struct_name
from symdyn.routines.remarks import Remarks
from symdyn.routines.words import Robot, Struct, Table, array, entries, rows, zeros

OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.BitAnd: "&", ast.BitOr: "|"}


@dataclass(frozen=True, slots=True)
class Reading:
    """A routine, and what else its source speaks of: functions it calls, structs it makes, constants it names."""

    function: Callable[..., Any]
    routine: Routine
    calls: tuple[Callable[..., Any], ...]
    structs: tuple[type[Struct], ...]
    constants: tuple[str, ...]


@cache
def read(function: Callable[..., Any]) -> Reading:
    """Read a function.

    Raises:
        InputError: it says something that is not in the subset, or its source cannot be read.
    """
    try:
        lines, first = inspect.getsourcelines(function)
        (tree,) = ast.parse("".join(lines)).body
    except (OSError, TypeError, SyntaxError) as error:
        what = f"{getattr(function, '__name__', function)} is read from its source, as a function at the head of a file"
        raise InputError(f"{what}: {error}") from None
    file = inspect.getsourcefile(function) or "?"
    ast.increment_lineno(tree, first - 1)
    reader = _Statements(function, file, lines, first)
    if not isinstance(tree, ast.FunctionDef):
        raise reader.fault(tree, "a routine is a plain function")
    return reader.read(tree)


def reachable(roots: Iterable[Callable[..., Any]]) -> tuple[Callable[..., Any], ...]:
    """Return functions and those that they call, callees first."""
    ordered: dict[Callable[..., Any], None] = {}
    open_: list[Callable[..., Any]] = []

    def visit(function: Callable[..., Any]) -> None:
        if function in open_:
            code = function.__code__  # type: ignore[attr-defined]
            what = f"{code.co_name} calls itself, which routines cannot"
            raise InputError(what, file=code.co_filename, line=code.co_firstlineno)
        if function not in ordered:
            open_.append(function)
            for called in read(function).calls:
                visit(called)
            open_.pop()
            ordered[function] = None

    for root in roots:
        visit(root)
    return tuple(ordered)


class _Statements(Reader):
    """Reads one function."""

    def __init__(self, function: Callable[..., Any], file: str, lines: Sequence[str], first: int) -> None:
        super().__init__(function, file, lines, first)
        self._remarks = Remarks.of("".join(lines), first)
        self._structs: dict[str, type[Struct]] = {}

    def read(self, tree: ast.FunctionDef) -> Reading:
        """Read it all."""
        try:
            hints = get_type_hints(self.function, include_extras=True)
        except NameError as error:
            raise self.fault(tree, str(error)) from None
        names = [argument.arg for argument in tree.args.args]
        types = [annotated(hints.get(name)) for name in names]
        for argument, type_ in zip(tree.args.args, types, strict=True):
            if type_ is None:
                raise self.fault(argument, f"{argument.arg} has no type of routines")
        parameters = tuple(Parameter(name, type_) for name, type_ in zip(names, types, strict=True) if type_)
        returns = annotated(hints.get("return"))
        doc = ast.get_docstring(tree) or ""
        self.enter(names)
        body = self._block(tree.body[1:], _end(tree.body[0])) if doc else self._block(tree.body, tree.lineno)
        self.leave()
        routine = Routine(
            name=tree.name,
            doc=tuple(line for line in doc.splitlines() if line),
            parameters=parameters,
            returns=returns if isinstance(returns, Kind) else None,
            body=body,
            file=self.file,
        )
        return Reading(self.function, routine, tuple(self.calls), tuple(self._structs.values()), tuple(self.constants))

    def _block(self, nodes: Sequence[ast.stmt], after: int) -> tuple[Statement, ...]:
        """Read statements, and the comments between them."""
        found: list[Statement] = []
        for node in nodes:
            alone = self._remarks.between(after, node.lineno)
            if alone:
                found.append(Remark(alone, node.lineno))
            found.append(self._statement(node))
            after = _end(node)
        return tuple(found)

    def _inner(self, nodes: Sequence[ast.stmt], after: int, names: Sequence[str] = ()) -> tuple[Statement, ...]:
        self.enter(names)
        block = self._block(nodes, after)
        self.leave()
        return block

    def _statement(self, node: ast.stmt) -> Statement:
        remark, line = self._remarks.behind.get(node.lineno, ""), node.lineno
        match node:
            case ast.Assign(targets=[target], value=value):
                return self._assignment(node, target, value, remark)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value) if value is not None:
                type_ = annotated(self.function.__globals__.get(ast.unparse(annotation)))
                if type_ is None:
                    raise self.fault(node, f"{ast.unparse(annotation)} is no type of routines")
                given = self.expression(value)
                self.declare(name)
                return Declare((Local(name, type_, given),), remark, line)
            case ast.AugAssign(target=target, op=operator, value=value) if type(operator) in OPERATORS:
                return Assign(self._place(target), OPERATORS[type(operator)], self.expression(value), remark, line)
            case ast.For(target=ast.Name(id=index), iter=iterated, body=body, orelse=[]):
                over = self._range(iterated)
                return For(index.lstrip("_"), over, self._inner(body, line, (index,)), remark, line)
            case ast.If(test=test, body=body, orelse=orelse):
                read_test = self.expression(test)
                then = self._inner(body, line)
                return If(read_test, then, self._inner(orelse, _end(body[-1])) if orelse else (), remark, line)
            case ast.Return(value=value):
                return Return(None if value is None else self.expression(value), remark, line)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=kernel), args=arguments)):
                if isinstance(self.function.__globals__.get(owner), Robot):
                    return Kernel(kernel, self.expressions(arguments), remark, line)
            case ast.Expr(value=ast.Call() as call):
                read_call = self.expression(call)
                if isinstance(read_call, Call):
                    return Do(read_call, remark, line)
        raise self.fault(node, f"a routine cannot say this: {ast.unparse(node).splitlines()[0]}")

    def _assignment(self, node: ast.Assign, target: ast.expr, value: ast.expr, remark: str) -> Statement:
        targets = target.elts if isinstance(target, ast.Tuple) else [target]
        values = value.elts if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) else [value]
        if len(targets) != len(values):
            raise self.fault(node, "as many values as names are needed")
        names = [one.id for one in targets if isinstance(one, ast.Name) and not self.knows(one.id)]
        if len(names) < len(targets):
            if len(targets) > 1:
                raise self.fault(node, "only new names are assigned side by side")
            return Assign(self._place(target), "", self.expression(value), remark, node.lineno)
        alias = self._alias(values[0]) if len(names) == 1 else None
        found = () if alias else tuple(self._local(name, one) for name, one in zip(names, values, strict=True))
        for name in names:
            self.declare(name)
        return Alias(names[0], alias, remark, node.lineno) if alias else Declare(found, remark, node.lineno)

    def _alias(self, value: ast.expr) -> Expression | None:
        """`self.gains`, or a row of a table."""
        read_value = self.expression(value) if isinstance(value, ast.Attribute | ast.Subscript) else None
        match read_value:
            case Member(name="gains"):
                return read_value
            case Element(array=Name(name=name), at=at):
                table = self.function.__globals__.get(name)
                if isinstance(table, Table) and len(at) < len(table.type.shape):
                    return read_value
        return None

    def _local(self, name: str, value: ast.expr) -> Local:
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            called = self.function.__globals__.get(value.func.id)
            if called in (array, zeros):
                shape = tuple(self.shape(one) for one in value.args)
                return Local(name, Array(shape), zeros=called is zeros)
            if called is rows:
                entries_ = tuple(self.expressions(one.elts) for one in value.args if isinstance(one, ast.Tuple))
                return Local(name, Array((len(entries_), len(entries_[0]))), Rows(entries_))
            if isinstance(called, type) and issubclass(called, Struct):
                self._structs[struct_name(called)] = called
                return Local(name, Record(struct_name(called)))
        return Local(name, None, self.expression(value))

    def _place(self, target: ast.expr) -> Name | Member | Element:
        place = self.expression(target)
        if not isinstance(place, Name | Member | Element):
            raise self.fault(target, f"nothing can be assigned to {ast.unparse(target)}")
        return place

    def _range(self, iterated: ast.expr) -> Steps | Entries:
        match iterated:
            case ast.Call(func=ast.Name(id="reversed"), args=[inner]):
                steps = self._range(inner)
                if isinstance(steps, Steps) and not steps.backwards:
                    return Steps(steps.start, steps.stop, backwards=True)
            case ast.Call(func=ast.Name(id="range"), args=[stop]):
                return Steps(Literal(0), self.expression(stop))
            case ast.Call(func=ast.Name(id="range"), args=[start, stop]):
                return Steps(self.expression(start), self.expression(stop))
            case ast.Call(func=ast.Name(id=name), args=arguments) if self.function.__globals__.get(name) is entries:
                if len(arguments) == 1 and isinstance(arguments[0], ast.Name) and self.knows(arguments[0].id):
                    return Entries(("*",), arguments[0].id)
                return Entries(tuple(self.shape(one) for one in arguments))
        raise self.fault(iterated, "a loop goes over range(…), reversed(range(…)) or entries(…)")


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno
