"""Routines in C: functions with the loops, branches and remarks of their source; what never changes is const."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from symdyn.emit.c.function import signature
from symdyn.emit.c.routine_expression import Expressions, Target, is_nested
from symdyn.routines.effects import changed, unused
from symdyn.routines.expressions import ANY_LENGTH, Array, Expression, Kind, Literal, Name, Record, Rows, Type
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
    Unit,
)
from symdyn.routines.walk import found

INDENT = "    "
SIZE = "size"  # of an array of any length
SHORT = 64  # characters of a matrix that stands in one line


def c_routine(unit: Unit, routine: Routine, target: Target, heads: Mapping[str, str]) -> str:
    """Write a function; those that others see have their first lines in `heads`, and their comments in the header."""
    writer = _Statements(unit, routine, target)
    head = heads.get(routine.name)
    comment = [] if head else list(c_comment(routine.doc))
    lines = [*comment, head or _head(unit, routine, target), "{", *writer.body(), "}"]
    return "\n".join(lines)


def c_comment(lines: tuple[str, ...], indent: str = "") -> Iterator[str]:
    """Write a comment of one line or more."""
    if len(lines) == 1:
        yield f"{indent}/* {lines[0]} */"
    elif lines:
        yield f"{indent}/*"
        yield from (f"{indent} * {line}" for line in lines)
        yield f"{indent} */"


def scalar_type(kind: Kind, target: Target) -> str:
    """Return the type of a single value."""
    return {Kind.NUMBER: target.scalar, Kind.INDEX: "size_t"}.get(kind, "int")


def record_type(record: Record, target: Target) -> str:
    """Return the type of a record: the controller's has the unit's own name."""
    return target.name if record.name == "self" else f"{target.name}_{record.name}"


def _head(unit: Unit, routine: Routine, target: Target) -> str:
    kept = {one.name for one in routine.parameters} - changed(unit, routine)
    expressions = Expressions(unit, routine, target)
    parameters = [_parameter(one, one.name in kept, expressions) for one in routine.parameters]
    returns = "void" if routine.returns is None else scalar_type(routine.returns, target)
    return signature(f"{target.name}_{routine.name}", parameters, f"static {returns}")


def _parameter(one: Parameter, is_kept: bool, expressions: Expressions) -> str:
    target, const = expressions.target, "const " if is_kept else ""
    if isinstance(one.type, Record):
        return f"{const}{record_type(one.type, target)} *{one.name}"
    if isinstance(one.type, Kind):
        return f"{scalar_type(one.type, target)} {one.name}"
    of = scalar_type(one.type.kind, target)
    if one.type.shape == ANY_LENGTH:
        return f"{const}{of} *{one.name}, size_t {SIZE}"
    return f"{'' if is_nested(one.type) else const}{of} {one.name}{_extent(one.type, expressions)}"


def _extent(array: Array, expressions: Expressions) -> str:
    if is_nested(array):
        return "".join(f"[{expressions.size((one,))}]" for one in array.shape)
    return f"[{expressions.size(array.shape)}]"


class _Statements:
    """Writes the statements of one routine."""

    def __init__(self, unit: Unit, routine: Routine, target: Target) -> None:
        self._unit, self._routine, self._target = unit, routine, target
        self._expressions = Expressions(unit, routine, target)
        self._text = self._expressions.text

    def body(self) -> Iterator[str]:
        """Write all, with what is not used said to be so after the first declarations."""
        block = self._routine.body
        first = next((i for i, one in enumerate(block) if not _declares(one)), len(block))
        for name, rows in self._unit.tables.items():
            if Name(name) in found(block, Name):
                yield from _table(name, rows)
        yield from self._block(block[:first], INDENT)
        yield from (f"{INDENT}(void){name};" for name in unused(self._routine))
        yield from self._block(block[first:], INDENT)

    def _block(self, block: Iterable[Statement], indent: str) -> Iterator[str]:
        for statement in block:
            lines = list(self._statement(statement, indent))
            remark = getattr(statement, "remark", "")
            if remark:
                lines[0] += f" /* {remark} */"
            yield from lines

    def _statement(self, statement: Statement, indent: str) -> Iterator[str]:
        match statement:
            case Declare(locals=locals_):
                for type_, group in groupby(locals_, self._declared):
                    names = ", ".join(self._declarator(one) for one in group)
                    yield from (f"{indent}{line}" for line in f"{type_} {names};".split("\n"))
            case Alias(name=name, place=place):
                yield f"{indent}{self._alias(self._expressions.types.of(place))}{name} = {self._address(place)};"
                self._expressions.pointers.add(name)
            case Assign(target=place, operator=operator, value=value):
                kind = self._expressions.types.of(place)
                text = f"*{self._text(value)}" if isinstance(kind, Record) else self._text(value, wanted=kind)
                yield f"{indent}{self._text(place)} {operator}= {text};"
            case Do(call=call):
                yield f"{indent}{self._text(call)};"
            case Kernel(name=name, arguments=arguments):
                listed = ", ".join(self._text(one) for one in arguments)
                yield f"{indent}{self._target.robot}_{name}({listed});"
            case For(index=index, over=over, body=body):
                yield f"{indent}for ({self._loop(index, over)}) {{"
                yield from self._block(body, indent + INDENT)
                yield f"{indent}}}"
            case If():
                yield from self._branch(statement, indent)
            case Return(value=None):
                yield f"{indent}return;"
            case Return(value=value) if value is not None:
                yield f"{indent}return {self._text(value, wanted=self._routine.returns)};"
            case Remark(lines=lines):
                yield from c_comment(lines, indent)

    def _branch(self, one: If, indent: str) -> Iterator[str]:
        yield f"{indent}if ({self._text(one.test)}) {{"
        yield from self._block(one.then, indent + INDENT)
        if len(one.otherwise) == 1 and isinstance(one.otherwise[0], If):
            first, *rest = self._branch(one.otherwise[0], indent)
            yield f"{indent}}} else {first.lstrip()}"
            yield from rest
            return
        if one.otherwise:
            yield f"{indent}}} else {{"
            yield from self._block(one.otherwise, indent + INDENT)
        yield f"{indent}}}"

    def _loop(self, index: str, over: Steps | Entries) -> str:
        if isinstance(over, Entries):
            stop = SIZE if over.of else f"{self._expressions.size(over.shape)}u"
            return f"size_t {index} = 0; {index} < {stop}; ++{index}"
        kind = self._expressions.types.of(over.stop)
        type_, stop = (
            scalar_type(kind, self._target) if isinstance(kind, Kind) else "",
            self._text(over.stop, wanted=kind),
        )
        if over.backwards:
            return f"{type_} {index} = {stop}; {index}-- > {self._start(over)};"
        return f"{type_} {index} = {self._start(over)}; {index} < {stop}; ++{index}"

    def _start(self, over: Steps) -> str:
        return str(over.start.value) if isinstance(over.start, Literal) else self._text(over.start, wanted=Kind.INDEX)

    def _declared(self, local: Local) -> str:
        type_ = self._local_type(local)
        if isinstance(type_, Record):
            return record_type(type_, self._target)
        if isinstance(type_, Array):
            return scalar_type(type_.kind, self._target)
        const = "" if local.name in self._expressions.types.assigned else "const "
        return const + scalar_type(type_, self._target)

    def _declarator(self, local: Local) -> str:
        type_ = self._local_type(local)
        extent = _extent(type_, self._expressions) if isinstance(type_, Array) else ""
        if isinstance(local.value, Rows):
            return f"{local.name}{extent} = {self._rows(local.value)}"
        if isinstance(local.value, Literal) and isinstance(local.value.value, int):
            return f"{local.name} = {int(local.value.value)}"
        if local.value is not None:
            return f"{local.name}{extent} = {self._text(local.value, wanted=type_)}"
        return f"{local.name}{extent}" + (" = {0}" if local.zeros else "")

    def _rows(self, matrix: Rows) -> str:
        rows = ["{" + ", ".join(self._text(one, wanted=Kind.NUMBER) for one in row) + "}" for row in matrix.rows]
        line = "{" + ", ".join(rows) + "}"
        return line if len(line) <= SHORT else "{\n" + "".join(f"{INDENT}{row},\n" for row in rows) + "}"

    def _local_type(self, local: Local) -> Type:
        return local.type or self._expressions.types.of(Name(local.name))

    def _alias(self, type_: Type) -> str:
        of = record_type(type_, self._target) if isinstance(type_, Record) else "size_t"
        return f"const {of} *const "

    def _address(self, place: Expression) -> str:
        is_record = isinstance(self._expressions.types.of(place), Record)
        return f"&{self._text(place)}" if is_record else self._text(place)


def _table(name: str, rows: tuple[tuple[int, ...], ...]) -> Iterator[str]:
    yield f"{INDENT}static const size_t {name}[{len(rows)}][{len(rows[0])}] = {{"
    yield from (INDENT * 2 + "{" + ", ".join(f"{one}u" for one in row) + "}," for row in rows)
    yield f"{INDENT}}};"


def _declares(statement: Statement) -> bool:
    """Tell whether a statement only lets values exist; pi is one of them."""
    return isinstance(statement, Declare | Alias) or (
        isinstance(statement, Do) and statement.call.routine == "parameters"
    )
