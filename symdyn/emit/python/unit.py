"""A unit of routines in Python: numbers that it names, functions, and methods of the controller."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from symdyn.emit.python.elementwise import Elementwise
from symdyn.emit.python.routine import INDENT, is_method, python_routine
from symdyn.emit.python.routine_expression import Expressions
from symdyn.routines.expressions import Apply, Array, Constant, Name, Record
from symdyn.routines.program import Layout, Parameter, Routine, Unit
from symdyn.routines.walk import found

LIMITS = "LIMITS = np.finfo(np.float64 if DTYPE is object else DTYPE)"
FINITE = """\
def _finite(x):
    return -np.inf < x < np.inf"""
IS_BOUND = """\
def _is_bound(x, none):
    return _finite(x) or x == none"""


@dataclass(frozen=True, slots=True)
class PythonUnit:
    """Lines at the head of a module, functions, and methods, each as finished text."""

    head: tuple[str, ...]
    functions: tuple[str, ...]
    methods: tuple[str, ...]


def python_unit(unit: Unit, routines: Iterable[Routine]) -> PythonUnit:
    """Write some of a unit's routines, or routines that call them."""
    routines, elementwise = tuple(routines), Elementwise(unit)
    methods = [one for one in routines if is_method(one)]
    functions = [python_routine(unit, one, elementwise) for one in routines if one not in methods]
    return PythonUnit(
        head=(LIMITS, *_tables(unit, routines), *_constants(unit, routines)),
        functions=(*_primitives(routines), *_structs(unit), *functions),
        methods=tuple(indented(python_routine(unit, one, elementwise)) for one in methods),
    )


def indented(text: str) -> str:
    """Set a text in by one level."""
    return "\n".join(f"{INDENT}{line}" if line else "" for line in text.split("\n"))


def _primitives(routines: tuple[Routine, ...]) -> Iterator[str]:
    applied = {apply.function for apply in found(routines, Apply)}
    if applied & {"finite", "is_bound"}:
        yield FINITE
    if "is_bound" in applied:
        yield IS_BOUND


def _constants(unit: Unit, routines: tuple[Routine, ...]) -> Iterator[str]:
    used = set(found(routines, Constant))
    for name, (value, remark) in unit.constants.items():
        if Constant(name) in used:
            yield f"{name} = {value}" + (f"  # {remark}" if remark else "")


def _tables(unit: Unit, routines: tuple[Routine, ...]) -> Iterator[str]:
    used = set(found(routines, Name))
    for name, rows in unit.tables.items():
        if Name(name) in used:
            yield f"{name.upper()} = ("
            yield from (f"{INDENT}{row}," for row in rows)
            yield ")"


def _structs(unit: Unit) -> Iterator[str]:
    for name, layout in unit.records.items():
        if layout.doc:
            yield _struct(unit, name, layout)


def _struct(unit: Unit, name: str, layout: Layout) -> str:
    writer = Expressions(unit, Routine(name, (), (Parameter("self", Record(name)),), None, ()))
    arrays = [(one.name, one.type) for one in layout.members if isinstance(one.type, Array)]
    lines = [f'class _{name.capitalize()}:\n    """{layout.doc[0]}']
    lines += [] if len(layout.doc) == 1 else ["", *(f"{INDENT}{line}" for line in layout.doc[1:]), INDENT]
    lines[-1] += '"""'
    lines += ["", f"{INDENT}def __init__(self):"]
    return "\n".join([*lines, *(f"{INDENT * 2}self.{member} = {writer.zeros(array)}" for member, array in arrays)])
