"""Loops that NumPy writes without a loop: statements treat each entry by itself.

    for i in range(n): s[i] = qd[i] - qd_r[i]    ->    s = qd - qd_r

The index stands alone in one place of every array that has it, and there the loop covers the array. An array that is
written is met at one place only, so that statements may follow each other array by array instead of entry by entry.
They call nothing but functions of single numbers. What is collected over all entries, such as a sum or whether one is
not finite, keeps a loop of its own; no other statement of the loop may need it.
"""

from __future__ import annotations

from symdyn.routines.effects import base
from symdyn.routines.expressions import Apply, Array, Call, Element, Expression, Kind, Literal, Logic, Name, Size, Unary
from symdyn.routines.program import Assign, Declare, Entries, For, Return, Routine, Statement, Steps, Unit
from symdyn.routines.types import Types
from symdyn.routines.walk import found

POINTWISE = ("sqrt", "abs")


def is_pointwise(unit: Unit, routine: Routine) -> bool:
    """Tell whether a routine makes one number out of numbers without a branch or a loop, so that arrays serve too."""
    numbers = all(parameter.type is Kind.NUMBER for parameter in routine.parameters)
    straight = all(isinstance(one, Declare | Return) for one in routine.body)
    return numbers and straight and routine.returns is Kind.NUMBER and _is_arithmetic(unit, routine.body)


def is_collected(statement: Statement) -> bool:
    """Tell whether a statement collects one value over all entries."""
    return isinstance(statement, Assign) and isinstance(statement.target, Name)


def own_names(loop: For) -> frozenset[str]:
    """Return the names that exist for one entry only."""
    return frozenset(local.name for one in loop.body if isinstance(one, Declare) for local in one.locals)


def is_elementwise(unit: Unit, loop: For, types: Types) -> bool:
    """Tell whether a loop can be written as statements about whole arrays, and loops that collect."""
    by_entry = [one for one in loop.body if not is_collected(one)]
    collected = {base(one.target) for one in loop.body if isinstance(one, Assign) and is_collected(one)}
    if not by_entry or not all(isinstance(one, Declare | Assign) for one in loop.body):
        return False
    if not _is_arithmetic(unit, tuple(by_entry)) or any(_speaks_of(tuple(by_entry), name) for name in collected):
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
        and _speaks_in_places_alone(loop, indexed)
        and not own_names(loop) & ({base(array) for array in places} | collected)
    )


def covers_whole(loop: For, target: Element) -> bool:
    """Tell whether an element-wise loop writes the whole array of a target, not a row of it."""
    return target.at == (Name(loop.index),)


def _is_arithmetic(unit: Unit, of: object) -> bool:
    calls = all(is_pointwise(unit, unit.routine(call.routine)) for call in found(of, Call))
    functions = all(apply.function in POINTWISE for apply in found(of, Apply))
    plain = not any(found(of, Logic)) and not any(one.operator == "not" for one in found(of, Unary))
    return calls and functions and plain


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


def _speaks_in_places_alone(loop: For, indexed: list[Element]) -> bool:
    """Tell whether the index is met in places of arrays and nowhere else."""
    everywhere = sum(name.name == loop.index for name in found(loop.body, Name))
    return everywhere == len(indexed)
