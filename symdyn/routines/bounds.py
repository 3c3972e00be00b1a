"""Whether every index of a routine stays within its array, in branches that are taken never or seldom too.

Indices are followed as ranges, from the smallest to the largest value. Where a range is too wide, since it forgets that
one index depends on another, loops are gone through one by one. What tests say of an index holds in their branches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

from symdyn.routines.effects import base, calls_anything, changed_in
from symdyn.routines.expressions import (
    ANY_LENGTH,
    Array,
    Binary,
    Call,
    Choice,
    Comparison,
    Constant,
    Element,
    Expression,
    Kind,
    Literal,
    Logic,
    Member,
    Name,
    Record,
    Rows,
    Size,
    Type,
    Unary,
)
from symdyn.routines.program import Alias, Assign, Declare, Entries, For, If, Routine, Statement, Steps, Unit
from symdyn.routines.ranges import EMPTY, FAR, NOT, OPPOSITE, Range, cut, either, of_table, plus, times
from symdyn.routines.types import Types
from symdyn.routines.walk import inside

Shape = tuple[int, ...]
MANY = 200_000  # statements to go through one by one


@dataclass(frozen=True, slots=True)
class Outside:
    """An index that leaves its array, or about which nothing is known."""

    routine: Routine
    line: int
    array: str
    size: int
    index: Range
    indices: int = 0  # where there are too many, and size is how many there may be

    def __str__(self) -> str:
        """Say so."""
        if self.indices:
            return f"{self.array} takes {self.size} {'index' if self.size == 1 else 'indices'}, not {self.indices}"
        has = f"{self.array} has entries 0 to {self.size - 1}" if self.size else f"{self.array} has no entries"
        if self.index is None or max(map(abs, self.index)) >= FAR:
            return f"{has}, and an index of it may be any number; make it of loops' indices, or test it"
        first, last = self.index
        return f"{has}, and an index of it {f'runs from {first} to {last}' if first != last else f'is {first}'}"


def outside(unit: Unit, roots: Iterable[str]) -> Iterator[Outside]:
    """Yield indices of routines, and of those that they call, that leave their arrays."""
    seen: set[object] = set()
    for name in roots:
        routine = unit.routine(name)
        given = {one.name: _of_type(unit, one.type) for one in routine.parameters}
        yield from _routine(unit, routine, {}, given, seen)


Held = Shape | Record | None
"""What stands behind a name: the shape of an array, a record, or a single number."""


def _routine(
    unit: Unit, routine: Routine, ranges: Mapping[Expression, Range], held: Mapping[str, Held], seen: set[object]
) -> Iterator[Outside]:
    key = (routine.name, tuple(ranges.items()), tuple(held.items()))
    if key in seen:
        return
    seen.add(key)
    types = Types(unit, routine)
    wide = _Look(unit, routine, seen, types)
    wide.block(routine.body, dict(ranges), dict(held))
    if wide.found:
        near = _Look(unit, routine, seen, types, one_by_one=True)
        near.block(routine.body, dict(ranges), dict(held))
        yield from (near if near.steps < MANY else wide).found[:1]
    for call, ranges_there, held_there in wide.calls:
        yield from _routine(unit, call, ranges_there, held_there, seen)


def _of_type(unit: Unit, type_: Type | None, argument: Held = None) -> Held:
    match type_:
        case Array(shape=shape):
            return argument if shape == ANY_LENGTH else tuple(_size(unit, one) for one in shape)
        case Record():
            return type_
    return None


def _size(unit: Unit, letter: str | int) -> int:
    return letter if isinstance(letter, int) else unit.sizes[letter]


@dataclass
class _Look:
    """Goes through one routine; `ranges` are of what holds whole numbers, by the expression that it is written as."""

    unit: Unit
    routine: Routine
    seen: set[object]
    types: Types
    one_by_one: bool = False
    found: list[Outside] = field(default_factory=list)
    calls: list[tuple[Routine, dict[Expression, Range], dict[str, Held]]] = field(default_factory=list)
    rows: dict[str, str] = field(default_factory=dict)  # shorter names of rows of tables
    steps: int = 0
    line: int = 0

    def block(self, block: Sequence[Statement], ranges: dict[Expression, Range], held: dict[str, Held]) -> None:
        """Go through statements; what begins in them ends with them."""
        ranges, held = dict(ranges), dict(held)
        for one in block:
            self.steps += 1
            if self.one_by_one and self.steps > MANY:
                return
            self.line = one.line or self.line
            self._statement(one, ranges, held)

    def _statement(self, one: Statement, ranges: dict[Expression, Range], held: dict[str, Held]) -> None:
        match one:
            case For(index=index, over=Steps() as over, body=body):
                self._loop(index, over, body, ranges, held)
            case For(index=index, over=Entries(shape=shape, of=of), body=body):
                whole = held.get(of) if of else tuple(_size(self.unit, letter) for letter in shape)
                inner = whole[0] if isinstance(whole, tuple) and len(whole) == 1 else 0
                if whole != (0,):
                    around = {**ranges, Name(index): (0, inner - 1) if inner else None}
                    self.block(body, _without_changed(around, body), {**held, index: whole})
            case If(test=test, then=then, otherwise=otherwise):
                self._look(test, ranges, held)
                for branch, holds in ((then, True), (otherwise, False)):
                    there = self._refined(test, ranges, held, holds)
                    if there is not None:
                        self.block(branch, _without_changed(there, branch), held)
                for gone in changed_in((*then, *otherwise)):
                    ranges.pop(gone, None)
            case Declare(locals=declared):
                for local in declared:
                    self._look(local.value, ranges, held)
                    held[local.name] = self._held(local.value, held) if local.type is None else None
                    if local.type is not None:
                        held[local.name] = _of_type(self.unit, local.type)
                    if isinstance(local.value, Rows):
                        held[local.name] = (len(local.value.rows), len(local.value.rows[0]))
                    if local.value is not None:
                        self._keep(Name(local.name), local.value, ranges, held)
            case Alias(name=name, place=place):
                self._look(place, ranges, held)
                held[name] = self._held(place, held)
                self.rows[name] = base(place)
            case Assign(target=target, operator=operator, value=value):
                self._look(target, ranges, held)
                self._look(value, ranges, held)
                self._keep(target, Binary(operator, target, value) if operator else value, ranges, held)
            case _:
                self._look(one, ranges, held)
        if not isinstance(one, For | If) and calls_anything(one):
            for gone in [place for place in ranges if isinstance(place, Member)]:
                del ranges[gone]

    def _is_whole(self, place: Expression) -> bool:
        """Whether what is known of a place may be said in whole numbers."""
        return isinstance(place, Name | Member) and self.types.weak(place) in (Kind.INDEX, Kind.WHOLE)

    def _keep(
        self, place: Expression, value: Expression, ranges: dict[Expression, Range], held: Mapping[str, Held]
    ) -> None:
        if self._is_whole(place):
            ranges[place] = self._range(value, ranges, held)

    def _loop(
        self,
        index: str,
        over: Steps,
        body: Sequence[Statement],
        ranges: dict[Expression, Range],
        held: dict[str, Held],
    ) -> None:
        start, stop = self._range(over.start, ranges, held), self._range(over.stop, ranges, held)
        changed = _without_changed(ranges, body)
        around = {**held, index: None}
        if start is None or stop is None:
            self.block(body, {**changed, Name(index): None}, around)
        elif self.one_by_one and start[0] == start[1] and stop[0] == stop[1]:
            for i in range(start[0], stop[0]):
                self.block(body, {**changed, Name(index): (i, i)}, around)
        elif start[0] < stop[1]:
            self.block(body, {**changed, Name(index): (start[0], stop[1] - 1)}, around)
        for gone in changed_in(body):
            ranges.pop(gone, None)

    def _look(self, of: object, ranges: Mapping[Expression, Range], held: Mapping[str, Held]) -> None:
        """Look at the indices in an expression or a statement, and note the calls."""
        if isinstance(of, Choice):
            self._look(of.test, ranges, held)
            for value, holds in ((of.yes, True), (of.no, False)):
                there = self._refined(of.test, ranges, held, holds)
                if there is not None:
                    self._look(value, there, held)
            return
        if isinstance(of, Logic):
            there = dict(ranges)
            for part in of.parts:  # a part is asked where those before it hold, of `or` where they do not
                self._look(part, there, held)
                refined = self._refined(part, there, held, of.operator == "and")
                if refined is None:
                    return
                there = refined
            return
        if isinstance(of, Element):
            self._element(of, ranges, held)
        elif isinstance(of, Call):
            self._call(of, ranges, held)
        for inner in inside(of):
            self._look(inner, ranges, held)

    def _element(self, of: Element, ranges: Mapping[Expression, Range], held: Mapping[str, Held]) -> None:
        shape = self._held(of.array, held)
        if not isinstance(shape, tuple):
            return
        if len(of.at) == 1 and isinstance(of.at[0], Name) and held.get(of.at[0].name) == shape:
            return  # a place of an array of this shape
        if len(of.at) > len(shape):
            self.found.append(Outside(self.routine, self.line, _written(of.array), len(shape), None, len(of.at)))
        for size, index in zip(shape, of.at, strict=False):
            where = self._range(index, ranges, held)
            if where is None or where[0] < 0 or where[1] >= size:
                self.found.append(Outside(self.routine, self.line, _written(of.array), size, where))

    def _call(self, of: Call, ranges: Mapping[Expression, Range], held: Mapping[str, Held]) -> None:
        called = next((one for one in self.unit.routines if one.name == of.routine), None)
        if called is None:
            return
        given: dict[str, Held] = {}
        known: dict[Expression, Range] = {}
        for one, argument in zip(called.parameters, of.arguments, strict=False):
            given[one.name] = _of_type(self.unit, one.type, self._held(argument, held))
            if one.type in (Kind.INDEX, Kind.WHOLE):
                known[Name(one.name)] = self._range(argument, ranges, held)
        self.calls.append((called, known, given))

    def _held(self, place: Expression | None, held: Mapping[str, Held]) -> Held:
        match place:
            case Name(name=name):
                if name in held:
                    return held[name]
                table = self.unit.tables.get(name)
                return (len(table), len(table[0])) if table else None
            case Member(record=record, name=name):
                of = self._held(record, held)
                return _of_type(self.unit, self.unit.records[of.name].type_of(name)) if isinstance(of, Record) else None
            case Element(array=array, at=at):
                shape = self._held(array, held)
                return shape[len(at) :] or None if isinstance(shape, tuple) else None
        return None

    def _range(self, of: Expression, ranges: Mapping[Expression, Range], held: Mapping[str, Held]) -> Range:
        if of in ranges:
            return ranges[of]
        match of:
            case Literal(value=int() as value):
                return int(value), int(value)
            case Size(letter=letter):
                return self.unit.sizes[letter], self.unit.sizes[letter]
            case Constant(name=name):
                return (self.unit.constants[name][0],) * 2
            case Unary(operator="-", operand=operand):
                return times(self._range(operand, ranges, held), (-1, -1))
            case Binary(operator=operator, left=left, right=right):
                a, b = self._range(left, ranges, held), self._range(right, ranges, held)
                if operator == "+":
                    return plus(a, b)
                if operator == "-":
                    return plus(a, times(b, (-1, -1)))
                return times(a, b) if operator == "*" else None
            case Choice(test=test, yes=yes, no=no):
                there = (self._refined(test, ranges, held, holds) for holds in (True, False))
                found = [self._range(x, at, held) for x, at in zip((yes, no), there, strict=True) if at is not None]
                return reduce(either, found)
            case Element():
                name = base(of)
                return of_table(self.unit.tables.get(self.rows.get(name, name)))
        return None

    def _refined(
        self, test: Expression, ranges: Mapping[Expression, Range], held: Mapping[str, Held], holds: bool
    ) -> dict[Expression, Range] | None:
        """Return what is known where a test holds, or does not; None where that cannot be."""
        there = dict(ranges)
        match test:
            case Unary(operator="not", operand=operand):
                return self._refined(operand, ranges, held, not holds)
            case Logic(operator=operator, parts=inner) if (operator == "and") == holds:
                for part in inner:
                    refined = self._refined(part, there, held, holds)
                    if refined is None:
                        return None
                    there = refined
            case Comparison(operator=operator, left=left, right=right):
                operator = operator if holds else NOT[operator]
                a, b = self._range(left, there, held), self._range(right, there, held)
                for one, of, with_, sign in ((left, a, b, operator), (right, b, a, OPPOSITE[operator])):
                    if with_ is not None and self._is_whole(one):
                        there[one] = cut(of, sign, with_)
                        if there[one] == EMPTY:
                            return None
                if a is not None and b is not None and cut(a, operator, b) == EMPTY:
                    return None
        return there


def _without_changed(ranges: Mapping[Expression, Range], block: Sequence[Statement]) -> dict[Expression, Range]:
    """Return what stays known in a block that may be gone through more than once."""
    changed, calls = changed_in(block), calls_anything(tuple(block))
    return {
        place: known
        for place, known in ranges.items()
        if place not in changed and not (calls and isinstance(place, Member))
    }


def _written(array: Expression) -> str:
    match array:
        case Name(name=name):
            return name
        case Member(record=record, name=name):
            return f"{_written(record)}.{name}"
        case Element(array=inner):
            return f"a row of {_written(inner)}"
    return "an array"
