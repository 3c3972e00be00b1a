"""A unit of routines in C: what every number type needs, constants, tables, structs, then the functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from symdyn.emit.c.routine import INDENT, c_comment, c_routine, scalar_type
from symdyn.emit.c.routine_expression import BITS, Target
from symdyn.routines.expressions import Apply, Array, Constant, Record
from symdyn.routines.program import Layout, Routine, Unit
from symdyn.routines.walk import found

BITS_TYPE = {"double": "uint64_t", "float": "uint32_t"}
WIDTH = 112
FINITE = """\
/* Whether a number is finite, read off its exponent: with -ffast-math, comparisons need not tell. */
static int {name}_finite({scalar} x)
{{
    const {bits} exponent = {infinity};
    union {{ {scalar} value; {bits} bits; }} u;
    u.value = x;
    return (u.bits & exponent) != exponent;
}}"""
IS_BOUND = """\
/* Whether a bound is a finite number or the infinity that means none, by their bits: with -ffast-math too. */
static int {name}_is_bound({scalar} x, {bits} none)
{{
    union {{ {scalar} value; {bits} bits; }} u;
    u.value = x;
    return {name}_finite(x) || u.bits == none;
}}"""
LIBRARY = {"sqrt", "abs"}


def c_unit(unit: Unit, target: Target, heads: Mapping[str, str]) -> tuple[str, ...]:
    """Write a unit, piece by piece; `heads` are the first lines of functions that others see."""
    return tuple(_pieces(unit, target, heads))


def needs_math(unit: Unit) -> bool:
    """Tell whether a unit calls the C library's mathematics."""
    return any(apply.function in LIBRARY for apply in found(unit.routines, Apply))


def _pieces(unit: Unit, target: Target, heads: Mapping[str, str]) -> Iterator[str]:
    """Yield functions, and before the first that needs it what is not one."""
    written: set[str] = set()
    for routine in unit.routines:
        for name, text in _needed(unit, routine, target):
            if name not in written:
                written.add(name)
                yield text
        yield c_routine(unit, routine, target, heads)


def _needed(unit: Unit, routine: Routine, target: Target) -> Iterator[tuple[str, str]]:
    functions = {apply.function for apply in found(routine.body, Apply)}
    words = {"name": target.name, "scalar": target.scalar, "bits": BITS_TYPE[target.scalar]}
    if functions & {"finite", "is_bound"}:
        yield "finite", FINITE.format(infinity=BITS[target.scalar]["INFINITY"], **words)
    if "is_bound" in functions:
        yield "is_bound", IS_BOUND.format(**words)
    defines = {one.name: unit.constants[one.name] for one in found(routine.body, Constant)}
    if defines:
        yield " ".join(defines), "\n".join(_define(f"{target.macro}_{name}", *one) for name, one in defines.items())
    for record in {one.name: one for one in found(routine, Record)}.values():
        if unit.records[record.name].doc:
            yield record.name, _struct(f"{target.name}_{record.name}", unit.records[record.name], unit, target)


def _define(name: str, value: int, remark: str) -> str:
    return f"#define {name} {value}" + (f" /* {remark} */" if remark else "")


def _struct(name: str, layout: Layout, unit: Unit, target: Target) -> str:
    lines: list[str] = []
    for member in layout.members:
        if not isinstance(member.type, Array):
            raise TypeError(f"{name}: {member.name} is no array")
        size = 1
        for one in member.type.shape:
            size *= unit.sizes[one] if isinstance(one, str) else one
        declared, kind = f"{member.name}[{size}];", scalar_type(member.type.kind, target)
        if lines and len(lines[-1]) + len(declared) < WIDTH:
            lines[-1] = f"{lines[-1].removesuffix(';')}, {declared}"
        else:
            lines.append(f"{INDENT}{kind} {declared}")
    return "\n".join([*c_comment(layout.doc), "typedef struct {", *lines, f"}} {name};"])
