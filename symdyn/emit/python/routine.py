"""Routines in Python: the loops, branches and remarks of their source, and whole arrays where NumPy needs no loop.

A routine of a controller is a method. Arrays that it is given are filled in place; a controller's own arrays are
replaced as a whole, so that one that a caller has kept stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from symdyn.emit.python.elementwise import Elementwise, covers_whole, is_collected, own_names
from symdyn.emit.python.routine_expression import Expressions
from symdyn.routines.effects import base
from symdyn.routines.expressions import Array, Element, Expression, Literal, Member, Name, Record
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
    Remark,
    Return,
    Routine,
    Statement,
    Steps,
    Unit,
)
from symdyn.routines.walk import found, rewritten

INDENT = "    "


def python_routine(unit: Unit, routine: Routine, elementwise: Elementwise) -> str:
    """Write a function, or a method of the controller; one of the entries of a place for all places at once."""
    writer, index = _Statements(unit, routine, elementwise), elementwise.entrywise.get(routine.name)
    head = f"def _{routine.name}({', '.join(one.name for one in routine.parameters if one.name != index)}):"
    return "\n".join([head, *_doc(routine.doc), *writer.body()])


def is_method(routine: Routine) -> bool:
    """Tell whether a routine belongs to the controller."""
    return bool(routine.parameters) and routine.parameters[0].type == Record("self")


def _doc(lines: tuple[str, ...]) -> Iterator[str]:
    if len(lines) == 1:
        yield f'{INDENT}"""{lines[0]}"""'
    elif lines:
        yield f'{INDENT}"""{lines[0]}'
        yield ""
        yield from (f"{INDENT}{line}" for line in lines[1:])
        yield f'{INDENT}"""'


class _Statements:
    """Writes the statements of one routine."""

    def __init__(self, unit: Unit, routine: Routine, elementwise: Elementwise) -> None:
        self._unit, self._routine, self._elementwise = unit, routine, elementwise
        index = elementwise.entrywise.get(routine.name, "")
        everywhere = bool(index) or elementwise.is_pointwise(routine)
        self._expressions = Expressions(unit, routine, elementwise.entrywise, everywhere=everywhere)
        self._text = partial(self._expressions.text, whole=index)
        self._types = self._expressions.types
        self._parameters = {one.name for one in routine.parameters}

    def body(self) -> Iterator[str]:
        """Write all."""
        return self._block(self._routine.body, INDENT)

    def _block(self, block: Sequence[Statement], indent: str) -> Iterator[str]:
        for i, statement in enumerate(block):
            lines = list(self._statement(statement, block[i + 1 :], indent))
            remark = getattr(statement, "remark", "")
            if remark and isinstance(statement, For) and not lines[0].lstrip().startswith("for "):
                yield f"{indent}# {remark}"
            elif remark and lines:
                lines[0] += f"  # {remark}"
            yield from lines

    def _statement(self, statement: Statement, rest: Sequence[Statement], indent: str) -> Iterator[str]:
        match statement:
            case Declare(locals=locals_):
                yield from self._declaration(locals_, rest, indent)
            case Alias(name=name, place=place):
                yield f"{indent}{name} = {self._text(place)}"
            case Assign(target=target, operator=operator, value=value):
                copied = ".copy()" if isinstance(self._types.of(target), Array) else ""
                yield f"{indent}{self._text(target)} {operator}= {self._text(value)}{copied}"
            case Do(call=call):
                yield f"{indent}{self._text(call)}"
            case Kernel(name=name, arguments=arguments):
                yield f"{indent}{self._kernel(name, arguments)}"
            case For() if self._elementwise.is_elementwise(statement, self._types):
                yield from self._whole(statement, indent)
            case For(index=index, over=over, body=body):
                yield f"{indent}for {index} in {self._range(over)}:"
                yield from self._block(body, indent + INDENT)
            case If():
                yield from self._branch(statement, indent, "if")
            case Return(value=value):
                yield f"{indent}return" + ("" if value is None else f" {self._text(value)}")
            case Remark(lines=lines):
                yield from (f"{indent}# {line}" for line in lines)

    def _declaration(self, locals_: Iterable[Local], rest: Sequence[Statement], indent: str) -> Iterator[str]:
        """Arrays that are made as a whole need not exist before."""
        given = []
        for local in locals_:
            if local.value is not None:
                given.append((local.name, self._text(local.value)))
            elif isinstance(local.type, Record):
                given.append((local.name, f"_{local.type.name.capitalize()}()"))
            elif isinstance(local.type, Array) and (local.zeros or not self._is_made_later(local, rest)):
                given.append((local.name, self._expressions.zeros(local.type)))
        if given:
            names, values = zip(*given, strict=True)
            yield f"{indent}{', '.join(names)} = {', '.join(values)}"

    def _is_made_later(self, local: Local, rest: Sequence[Statement]) -> bool:
        name = Name(local.name)
        first = next((one for one in rest if name in found(one, Name)), None)
        if isinstance(first, Kernel):
            return name in first.arguments[len(first.arguments) - self._unit.kernels[first.name] :]
        if not isinstance(first, For) or not self._elementwise.is_elementwise(first, self._types):
            return False
        met = next(one for one in first.body if name in found(one, Name))
        return isinstance(met, Assign) and self._makes(first, met) and name not in found(met.value, Name)

    def _makes(self, loop: For, one: Assign) -> bool:
        """Tell whether an assignment in an element-wise loop makes a new array."""
        if one.operator or not isinstance(one.target, Element) or not covers_whole(loop, one.target):
            return False
        spoken = {name.name for name in found(one.value, Name)}
        return one.value == Literal(0) or bool(spoken & {loop.index, *own_names(loop)})

    def _whole(self, loop: For, indent: str) -> Iterator[str]:
        """Write an element-wise loop as statements about arrays."""
        whole = loop.index
        for one in loop.body:
            if isinstance(one, Declare):
                for local in one.locals:
                    if local.value is not None:
                        yield f"{indent}{local.name} = {self._text(local.value, whole=whole)}"
            elif is_collected(one):
                yield f"{indent}for {loop.index} in {self._range(loop.over)}:"
                yield from self._block((rewritten(one, self._at(loop)),), indent + INDENT)
            elif isinstance(one, Assign) and isinstance(one.target, Element):
                yield f"{indent}{self._array_statement(loop, one, one.target)}"

    def _at(self, loop: For) -> Callable[[Any], Any]:
        """Give a name that existed for one entry, and is an array now, its place."""
        names, at = own_names(loop), (Name(loop.index),)
        return lambda part: Element(part, at) if isinstance(part, Name) and part.name in names else part

    def _array_statement(self, loop: For, one: Assign, target: Element) -> str:
        whole = loop.index
        place, value = self._text(target, whole=whole), self._text(one.value, whole=whole)
        in_place = base(target) in self._parameters and not isinstance(target.array, Member)
        if not covers_whole(loop, target):
            return f"{place} {one.operator}= {value}"
        if one.operator:
            if in_place or not isinstance(target.array, Member):
                return f"{place} {one.operator}= {value}"
            right = f"({value})" if one.operator in "*-/" else value
            return f"{place} = {place} {one.operator} {right}"
        if in_place or not self._makes(loop, one):
            return f"{place}[:] = {value}"
        if one.value == Literal(0):
            array = self._types.of(target.array)
            return f"{place} = {self._expressions.zeros(array) if isinstance(array, Array) else value}"
        is_bare = isinstance(one.value, Element | Name)
        return f"{place} = {value}.copy()" if is_bare else f"{place} = {value}"

    def _branch(self, one: If, indent: str, word: str) -> Iterator[str]:
        yield f"{indent}{word} {self._text(one.test)}:"
        yield from self._block(one.then, indent + INDENT)
        if len(one.otherwise) == 1 and isinstance(one.otherwise[0], If):
            yield from self._branch(one.otherwise[0], indent, "elif")
        elif one.otherwise:
            yield f"{indent}else:"
            yield from self._block(one.otherwise, indent + INDENT)

    def _kernel(self, name: str, arguments: tuple[Expression, ...]) -> str:
        count = len(arguments) - self._unit.kernels[name]
        inputs, outputs = arguments[:count], arguments[count:]
        targets = [self._text(one) + ("[:]" if self._is_given(one) else "") for one in outputs]
        return f"{', '.join(targets)} = robot.{name}({', '.join(self._text(one) for one in inputs)})"

    def _is_given(self, output: Expression) -> bool:
        return isinstance(output, Name) and output.name in self._parameters

    def _range(self, over: Steps | Entries) -> str:
        if isinstance(over, Entries):
            return f"np.ndindex({f'{over.of}.shape' if over.of else self._expressions.sizes(over.shape)})"
        start = "" if over.start == Literal(0) else f"{self._text(over.start)}, "
        steps = f"range({start}{self._text(over.stop)})"
        return f"reversed({steps})" if over.backwards else steps
