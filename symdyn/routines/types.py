"""What each value of a routine is: found out from what it is given.

A whole number in the source is a number, an index or a flag, whichever stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterable

from symdyn.errors import InputError, one_of
from symdyn.routines.expressions import (
    Apply,
    Array,
    Binary,
    Call,
    Choice,
    CodeName,
    Comparison,
    Element,
    Expression,
    Kind,
    Limit,
    Literal,
    Logic,
    Member,
    Name,
    Record,
    Type,
    Unary,
)
from symdyn.routines.program import Alias, Assign, Declare, Entries, For, Routine, Steps, Unit
from symdyn.routines.walk import found, statements

FUNCTION_KINDS = {"sqrt": Kind.NUMBER, "abs": Kind.NUMBER, "finite": Kind.WHOLE, "is_bound": Kind.WHOLE}


class Types:
    """The types of one routine's values."""

    def __init__(self, unit: Unit, routine: Routine) -> None:
        """Collect what its names are given."""
        self._unit, self._routine = unit, routine
        self._names: dict[str, Type | None] = {one.name: one.type for one in routine.parameters}
        self._names |= {name: Array(("rows", len(rows[0])), Kind.INDEX) for name, rows in unit.tables.items() if rows}
        self._given: dict[str, list[Expression]] = {}
        self.assigned: set[str] = set()  # names whose value changes
        for one in statements(routine.body):
            if isinstance(one, Declare):
                for local in one.locals:
                    if local.type is not None:
                        self._names[local.name] = local.type
                    elif local.value is not None:
                        self._given.setdefault(local.name, []).append(local.value)
            elif isinstance(one, Assign) and isinstance(one.target, Name):
                self.assigned.add(one.target.name)
                value = Binary("/", one.target, one.value) if one.operator == "/" else one.value
                self._given.setdefault(one.target.name, []).append(value)
        self._places = {one.index for one in found(routine.body, For) if isinstance(one.over, Entries)}
        for one in statements(routine.body):
            if isinstance(one, For):
                whole = isinstance(one.over, Steps) and self.weak(one.over.stop) is Kind.WHOLE
                self._names[one.index] = Kind.WHOLE if whole else Kind.INDEX
            elif isinstance(one, Alias):
                self._names[one.name] = self.weak(one.place)

    def of(self, expression: Expression) -> Type:
        """Return the type of a value; of whole numbers alone, that of an index."""
        return self.weak(expression) or Kind.INDEX

    def weak(self, expression: Expression) -> Type | None:
        """Return the type of a value; None for what takes on that of its neighbours."""
        match expression:
            case Literal(value=value):
                return Kind.WHOLE if isinstance(value, bool) else Kind.NUMBER if isinstance(value, float) else None
            case Limit():
                return Kind.NUMBER
            case CodeName():
                return Kind.CODE
            case Name(name=name):
                return self._name(name)
            case Member(record=record, name=name):
                return self._member(record, name)
            case Element(array=array, at=at):
                return self._element(self.of(array), at)
            case Unary(operator=operator, operand=operand):
                return Kind.WHOLE if operator == "not" else self.weak(operand)
            case Binary(operator=operator, left=left, right=right):
                return Kind.NUMBER if operator == "/" else self._joined((left, right))
            case Comparison() | Logic():
                return Kind.WHOLE
            case Choice(yes=yes, no=no):
                return self._joined((yes, no))
            case Apply(function=function):
                return FUNCTION_KINDS[function]
            case Call(routine=routine):
                return self._unit.routine(routine).returns
        return None  # sizes and constants

    def _name(self, name: str) -> Type | None:
        if name not in self._names:
            given = self._given.pop(name, [])  # taken out: a value that is made of itself adds nothing
            self._names[name] = self._joined(given)
        return self._names[name]

    def _member(self, record: Expression, name: str) -> Type:
        of = self.of(record)
        member = self._unit.records[of.name].type_of(name) if isinstance(of, Record) else None
        if member is None:
            what = f"there is no {name} in {of.name}" if isinstance(of, Record) else f"{name} of what is no record"
            there = [one.name for one in self._unit.records[of.name].members] if isinstance(of, Record) else []
            hint = f"; {one_of(there)}" if there else ""
            raise InputError(f"{self._routine.name}: {what}{hint}", file=self._routine.file)
        return member

    def is_place(self, index: Expression) -> bool:
        """Tell whether an index is a whole place, of an array of any shape."""
        return isinstance(index, Name) and index.name in self._places

    def _element(self, array: Type, at: tuple[Expression, ...]) -> Type:
        if not isinstance(array, Array):
            raise InputError(f"{self._routine.name}: an entry of what is no array", file=self._routine.file)
        left = () if self.is_place(at[0]) else array.shape[len(at) :]
        return Array(left, array.kind) if left else array.kind

    def _joined(self, expressions: Iterable[Expression]) -> Type | None:
        kinds = {self.weak(one) for one in expressions} - {None}
        if len(kinds) > 1 and Kind.NUMBER in kinds:
            return Kind.NUMBER
        return next(iter(kinds), None)
