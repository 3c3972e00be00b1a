"""The printed code computes what its program computes: both are evaluated modulo a prime at one random point.

A program's constants become the doubles that are printed for them, so that no table leads from digits to constants:
text and program must agree as they stand. Proved are the kernels in every language that has a reader, and in C the
block of samples behind what is prepared for it; loops over samples, sines and the order of rows are `check`'s.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from struct import pack, unpack

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.ir.op import ATAN2, COS, SIGN, SIN, SQRT, Op
from symdyn.ir.program import Program
from symdyn.proof.expressions import Expressions, P, arctangent, cosine, number, of_double, root, sign, sine
from symdyn.proof.programs import Ring, evaluate_in_field
from symdyn.proof.text import Assignment, Listing, Printed, Reader, Reading, UnreadableError

PREPARED = "prepared"
TABLE = "pi"  # the name of the table of values, beside those of functions
Values = dict[str, int]
FUNCTIONS: Mapping[Op, Callable[..., int]] = {SIN: sine, COS: cosine, SIGN: sign, SQRT: root, ATAN2: arctangent}


def read_back(
    programs: Mapping[str, Program], printed: Printed, readers: Sequence[Reader]
) -> Iterator[tuple[str, str | None]]:
    """Yield every printed function by name with what is wrong about it, None where it computes its program."""
    readings = [read(printed, programs) for read in readers]
    expressions = _expressions(readings)
    for reading in readings:
        yield from _compared(programs, reading, expressions[reading.scalar])
        if printed.pi is not None:
            right = _is_table(reading, printed.pi)
            yield TABLE, None if right else "has other values than the robot file"


def _expressions(readings: Sequence[Reading]) -> dict[str, Expressions]:
    """Return what evaluates text, one for all languages that write numbers alike: it knows what it has seen."""
    found = {}
    for scalar in {reading.scalar for reading in readings}:
        named: dict[str, Op] = {}
        for reading in readings:
            for name, op in reading.functions.items() if reading.scalar == scalar else ():
                if named.setdefault(name, op) is not op:
                    raise UnreadableError(f"{name} is two functions")
        found[scalar] = Expressions({name: FUNCTIONS[op] for name, op in named.items()}, scalar)
    return found


def _is_table(reading: Reading, values: Sequence[Exact]) -> bool:
    """Tell whether a printed table has the file's values, entry by entry."""
    rounded = _as_float if reading.scalar == "float" else _as_double
    signed = [-number(entry[1:]) if entry.startswith("-") else number(entry) for entry in reading.table]
    return [x % P for x in signed] == [rounded(value) % P for value in values]


def _compared(
    programs: Mapping[str, Program], reading: Reading, expressions: Expressions
) -> Iterator[tuple[str, str | None]]:
    listings = reading.listings
    for kernel, program in programs.items():
        name = f"{reading.prefix}{kernel}"
        inputs, expected = _evaluated(program, reading.scalar)
        entries = {f"{port}[{i}]": value for port, values in inputs.items() for i, value in enumerate(values)}
        yield name, _wrong(listings, name, entries, expected, expressions, program)
        if f"{name}_block" in listings:
            preparing = listings.get(f"{name}_prepare")
            prepared = {} if preparing is None else _run(preparing, entries, expressions)
            known = {**entries, **{place: value for place, value in prepared.items() if place.startswith(PREPARED)}}
            yield f"{name}_block", _wrong(listings, f"{name}_block", known, expected, expressions, program)


def _wrong(
    listings: Mapping[str, Listing],
    name: str,
    entries: Values,
    expected: Values,
    expressions: Expressions,
    program: Program,
) -> str | None:
    listing = listings.get(name)
    if listing is None:
        return "is missing"
    ins, outs = (tuple(port.name for port in ports) for ports in (program.inputs, program.outputs))
    if listing.parameters not in (ins, (*ins, *outs)) and not name.endswith("_block"):
        return f"takes {', '.join(listing.parameters)}"
    sizes = {port.name: port.size for port in (*program.inputs, *program.outputs)}
    if any(size != sizes.get(port, size) for port, size in listing.sizes):
        return "has arrays of other sizes"
    if listing.calls is not None:
        called = listings.get(listing.calls)
        if called is None or called.calls is not None:
            return f"calls {listing.calls}, which is no kernel"
        listing = called
    found = _run(listing, entries, expressions)
    wrong = [place for place, value in expected.items() if found.get(place) != value]
    return f"has another {wrong[0]} than its program" if wrong else None


def _run(listing: Listing, entries: Values, expressions: Expressions) -> Values:
    values = dict(entries)
    for step in listing.steps:
        if isinstance(step, Assignment):
            if step.target in values:
                raise UnreadableError(f"{step.target} is written twice")
            values[step.target] = expressions.value(step.expression, values) % P
        else:
            for angle, sines, cosines in zip(step.angles, step.sines, step.cosines, strict=True):
                x = expressions.value(angle, values)
                values[sines], values[cosines] = sine(x), cosine(x)
    return values


@lru_cache(maxsize=1000)
def _drawn(port: str, size: int) -> tuple[int, ...]:
    source = random.Random(f"read back {port}")
    return tuple(source.randrange(1, P) for _ in range(size))


def _evaluated(program: Program, scalar: str) -> tuple[dict[str, tuple[int, ...]], Values]:
    """Return a program's inputs and outputs at the point, its constants rounded as they are printed."""
    place = "read back", scalar
    if place not in program.memo:
        inputs = {port.name: _drawn(port.name, port.size) for port in program.inputs}
        ring = Ring(_as_float if scalar == "float" else _as_double, lambda x: x % P, lambda x: pow(x, -1, P))
        flat = evaluate_in_field(program, inputs, ring, _function)
        names = [f"{port.name}[{i}]" for port in program.outputs for i in range(port.size)]
        program.memo[place] = inputs, dict(zip(names, flat, strict=True))
    found: tuple[dict[str, tuple[int, ...]], Values] = program.memo[place]
    return found


def _function(program: Program, op: Op, operands: Sequence[int], given: Sequence[int]) -> int:
    return FUNCTIONS[op](*given)


@lru_cache(maxsize=100_000)
def _as_double(constant: Exact) -> int:
    return of_double(to_float(constant))


@lru_cache(maxsize=100_000)
def _as_float(constant: Exact) -> int:
    return number(f"{unpack('f', pack('f', abs(to_float(constant))))[0]!r}") * (-1 if to_float(constant) < 0 else 1)
