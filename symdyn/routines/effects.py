"""What a routine reads and what it changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from symdyn.routines.expressions import Call, Element, Expression, Member, Name
from symdyn.routines.program import Alias, Assign, Entries, Kernel, Routine, Statement, Unit
from symdyn.routines.walk import found, parts, statements


def base(place: Expression) -> str:
    """Return the name that a place begins with: `self` of self.theta[j]."""
    while isinstance(place, Member | Element):
        place = place.record if isinstance(place, Member) else place.array
    return place.name if isinstance(place, Name) else ""


def changed(unit: Unit, routine: Routine) -> frozenset[str]:
    """Return the parameters whose contents a routine changes, itself or by what it calls."""
    aliases = {one.name: base(one.place) for one in statements(routine.body) if isinstance(one, Alias)}
    touched = {base(place) for place in _changed_places(unit, routine)}
    touched |= {aliases[name] for name in touched if name in aliases}
    return frozenset(one.name for one in routine.parameters if one.name in touched)


def _changed_places(unit: Unit, routine: Routine) -> Iterator[Expression]:
    for one in statements(routine.body):
        if isinstance(one, Assign):
            yield one.target
        elif isinstance(one, Kernel):
            yield from one.arguments[len(one.arguments) - unit.kernels[one.name] :]
    for call in found(routine.body, Call):
        called = unit.routine(call.routine)
        theirs = changed(unit, called)
        for argument, parameter in zip(call.arguments, called.parameters, strict=True):
            if parameter.name in theirs:
                yield argument


def unused(routine: Routine) -> tuple[str, ...]:
    """Return the parameters that a routine does not speak of."""
    spoken = {one.name for one in found(routine.body, Name)} | {one.of for one in found(routine.body, Entries)}
    return tuple(one.name for one in routine.parameters if one.name not in spoken)


def changed_in(block: Iterable[Statement]) -> set[Expression]:
    """Return the places that statements assign to, as they are written."""
    return {one.target for one in statements(block) if isinstance(one, Assign)}


def calls_anything(of: object) -> bool:
    """Whether a part of a routine calls others or kernels, which may change members of records."""
    return any(isinstance(one, Call | Kernel) for one in parts(of))
