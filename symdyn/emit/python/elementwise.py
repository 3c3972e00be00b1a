"""Loops that NumPy writes without a loop: statements treat each entry by itself.

    for i in range(n): s[i] = qd[i] - qd_r[i]    ->    s = qd - qd_r

The index stands alone in one place of every array that has it, and there the loop covers the array. An array that is
written is met at one place only, so that statements may follow each other array by array instead of entry by entry.
They call nothing but functions of single numbers, or of the entries of one place. What is collected over all entries,
such as a sum or whether one is not finite, keeps a loop of its own; no other statement of the loop may need it.
"""

from __future__ import annotations

from symdyn.routines.effects import base
from symdyn.routines.expressions import (
    Apply,
    Array,
    Call,
    Element,
    Expression,
    Kind,
    Literal,
    Logic,
    Name,
    Size,
    Unary,
)
from symdyn.routines.program import Assign, Declare, Entries, For, Return, Routine, Statement, Steps, Unit
from symdyn.routines.types import Types
from symdyn.routines.walk import found

POINTWISE = ("sqrt", "abs")


def is_collected(statement: Statement) -> bool:
    """Tell whether a statement collects one value over all entries."""
    return isinstance(statement, Assign) and isinstance(statement.target, Name)


def own_names(loop: For) -> frozenset[str]:
    """Return the names that exist for one entry only."""
    return frozenset(local.name for one in loop.body if isinstance(one, Declare) for local in one.locals)


def covers_whole(loop: For, target: Element) -> bool:
    """Tell whether an element-wise loop writes the whole array of a target, not a row of it."""
    return target.at == (Name(loop.index),)


class Elementwise:
    """Which loops and which functions of a unit are written for whole arrays.

    `entrywise` are functions of the entries of one place, with the name that the place has; they are written for all
    places at once, where everyone who calls them is.
    """

    def __init__(self, unit: Unit) -> None:
        """Look at all routines."""
        self._unit = unit
        self.entrywise: dict[str, str] = {}
        candidates = {one.name: _index(one) for one in unit.routines if self._speaks_of_one_place(one)}
        self.entrywise = candidates
        everywhere = [call for one in unit.routines for call in found(one.body, Call)]
        good = self._calls_by_entry() if candidates else []
        self.entrywise = {
            name: index
            for name, index in candidates.items()
            if self._is_called_everywhere(name, index, everywhere, good)
        }

    def is_pointwise(self, routine: Routine) -> bool:
        """Tell whether a routine makes one number out of numbers without branch or loop, so that arrays serve too."""
        numbers = all(parameter.type is Kind.NUMBER for parameter in routine.parameters)
        return numbers and self._is_straight(routine)

    def _is_straight(self, routine: Routine) -> bool:
        straight = all(isinstance(one, Declare | Return) for one in routine.body)
        return straight and routine.returns is Kind.NUMBER and self._is_arithmetic(routine.body)

    def _speaks_of_one_place(self, routine: Routine) -> bool:
        place = (Name(_index(routine)),)
        alone = all(element.at == place for element in found(routine.body, Element))
        return place != (Name(""),) and alone and self._is_straight(routine)

    def _calls_by_entry(self) -> list[tuple[Call, str]]:
        """Return the calls in element-wise loops, with the index of the loop."""
        of = [(one, Types(self._unit, one)) for one in self._unit.routines]
        loops = [loop for one, types in of for loop in found(one.body, For) if self.is_elementwise(loop, types)]
        return [(call, loop.index) for loop in loops for call in found(loop.body, Call)]

    def _is_called_everywhere(
        self, name: str, index: str, everywhere: list[Call], good: list[tuple[Call, str]]
    ) -> bool:
        """Tell whether all calls are in element-wise loops, with their index."""
        at = [one.name for one in self._unit.routine(name).parameters].index(index)
        with_index = sum(call.routine == name and call.arguments[at] == Name(loop) for call, loop in good)
        return with_index == sum(call.routine == name for call in everywhere)

    def is_elementwise(self, loop: For, types: Types) -> bool:
        """Tell whether a loop can be written as statements about whole arrays, and loops that collect."""
        by_entry = tuple(one for one in loop.body if not is_collected(one))
        collected = {base(one.target) for one in loop.body if isinstance(one, Assign) and is_collected(one)}
        if not by_entry or not all(isinstance(one, Declare | Assign) for one in loop.body):
            return False
        if not self._is_arithmetic(by_entry) or any(_speaks_of(by_entry, name) for name in collected):
            return False
        places: dict[Expression, set[tuple[Expression, ...]]] = {}
        for element in found(loop.body, Element):
            places.setdefault(element.array, set()).add(element.at)
        written: set[Expression] = set()
        for one in by_entry:
            if isinstance(one, Assign):
                if not isinstance(one.target, Element) or Name(loop.index) not in one.target.at:
                    return False
                written.add(one.target.array)
        indexed = [element for element in found(loop.body, Element) if _speaks_of(element, loop.index)]
        return (
            all(_covers(loop, element, types) for element in indexed)
            and all(len(places[array]) == 1 for array in written)
            and not any(_is_view_of(one, written) for one in loop.body)
            and self._speaks_in_places_alone(loop, indexed)
            and not own_names(loop) & ({base(array) for array in places} | collected)
        )

    def _is_arithmetic(self, of: object) -> bool:
        routines = {call.routine: self._unit.routine(call.routine) for call in found(of, Call)}
        calls = all(name in self.entrywise or self.is_pointwise(routine) for name, routine in routines.items())
        functions = all(apply.function in POINTWISE for apply in found(of, Apply))
        plain = not any(found(of, Logic)) and not any(one.operator == "not" for one in found(of, Unary))
        return calls and functions and plain

    def _speaks_in_places_alone(self, loop: For, indexed: list[Element]) -> bool:
        """Tell whether the index is met in places of arrays, or given to functions of a place, and nowhere else."""
        everywhere = sum(name.name == loop.index for name in found(loop.body, Name))
        calls = [call for call in found(loop.body, Call) if call.routine in self.entrywise]
        return everywhere == len(indexed) + sum(Name(loop.index) in call.arguments for call in calls)


def _index(routine: Routine) -> str:
    """Return the name of a routine's only index, if it has one."""
    indices = [one.name for one in routine.parameters if one.type is Kind.INDEX]
    return indices[0] if len(indices) == 1 else ""


def _covers(loop: For, element: Element, types: Types) -> bool:
    """Tell whether the index stands alone in one place, and runs through all that the array has there."""
    array, index = types.of(element.array), Name(loop.index)
    if not isinstance(array, Array) or element.at.count(index) != 1:
        return False
    if any(_speaks_of(one, loop.index) for one in element.at if one != index):
        return False
    if isinstance(loop.over, Entries):
        return loop.over.shape == array.shape
    extent = array.shape[element.at.index(index)]
    whole = Size(extent) if isinstance(extent, str) else Literal(extent)
    return loop.over == Steps(Literal(0), whole)


def _is_view_of(one: object, written: set[Expression]) -> bool:
    """A local that is an entry of an array that changes would be a view of all that changes."""
    values = [local.value for local in one.locals] if isinstance(one, Declare) else []
    return any(isinstance(value, Element) and value.array in written for value in values)


def _speaks_of(part: object, index: str) -> bool:
    return any(name.name == index for name in found(part, Name))
