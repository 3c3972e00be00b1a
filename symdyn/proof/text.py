"""Printed code read back: functions as lists of assignments, whatever the language.

A reader knows the few forms of line that straight-line code has, and refuses any other: what it cannot read is not
proved. Leaves of all languages are written alike, `q[0]` for `q[..., 0]` and `q[0][v]`, so that listings of the same
program in two languages are the same text and need to be evaluated once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

_VECTOR_INDEX = re.compile(r"(\[\d+\])\[v\]")
_SAMPLES_INDEX = re.compile(r"\[\.\.\., (\d+)\]")
_C_FUNCTION = re.compile(r"^(?:static )?void (\w+)\(([^)]*)\)\n\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_C_PARAMETER = re.compile(r"(\w+)(?:\[\d+\])?$")
_PYTHON_FUNCTION = re.compile(r"^def (\w+)\(([^)]*)\):\n(.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
_DOCSTRING = re.compile(r'^    """.*?"""\n', re.DOTALL)


class UnreadableError(Exception):
    """A line of generated code has a form that is not known."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A name or an array's entry, and the expression that it gets."""

    target: str
    expression: str


@dataclass(frozen=True, slots=True)
class Waves:
    """Sines and cosines of angles, into arrays: expressions of the angles, and the arrays' entries for each."""

    angles: tuple[str, ...]
    sines: tuple[str, ...]
    cosines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A function's parameters and what it does; or, with `calls`, the other function that it passes them on to."""

    parameters: tuple[str, ...]
    steps: tuple[Assignment | Waves, ...]
    calls: str | None = None


def read_c(text: str, robot: str, wanted: Collection[str]) -> dict[str, Listing]:
    """Return those of the ``wanted`` functions of a C source that are there, by name."""
    found = {}
    for name, parameters, body in _C_FUNCTION.findall(text):
        if name in wanted:
            names = tuple(_parameter(piece) for piece in parameters.split(","))
            found[name] = _CReader(robot, name).listing(names, body)
    return found


def _parameter(piece: str) -> str:
    match = _C_PARAMETER.search(piece.strip())
    if match is None:
        raise UnreadableError(f"parameter {piece.strip()!r}")
    return match.group(1)


class _CReader:
    """Reads the lines of one C function of a robot."""

    def __init__(self, robot: str, name: str) -> None:
        scalar = "(?:double|float)"
        self._robot = robot
        self._name = name
        self._kinds = ("const double", "const float", f"const {robot}_vector")
        self._forms: list[tuple[re.Pattern[str], Callable[..., Iterator[Assignment | Waves]]]] = [
            (re.compile(r"(\w+\[\d+\]) = (.+);"), self._assignment),
            (re.compile(rf"const {scalar} (\w+)\[.+\] = \{{(.*)\}};"), self._gathered),
            (
                re.compile(rf"{robot}_sincos_(\d+)\((\w+)(?: \+ (\d+))?, (\w+)(?: \+ \3)?, (\w+)(?: \+ \3)?\);"),
                self._wave,
            ),
            (
                re.compile(
                    rf"{robot}_sincos_samples\((\d+)u, \({scalar} \*\)(\w+)\[(\d+)\], "
                    rf"\({scalar} \*\)(\w+)\[(\d+)\], \({scalar} \*\)(\w+)\[(\d+)\]\);"
                ),
                self._wave_of_samples,
            ),
            (re.compile(rf"{robot}_turn\(\w+, \d+u, (\w+)_rows, \({scalar} \*\)(\w+)\);"), self._turned),
            (re.compile(rf"{robot}_turn\(\d+u, \w+, \({scalar} \*\)(\w+), (\w+)_rows\);"), self._turned),
            (re.compile(rf"({robot}_\w+)\(([\w, ]*)\);"), self._call),
            (
                re.compile(rf"\(void\)\w+;|\}}|for \(size_t v = 0; v < \w+; \+\+v\) \{{|{robot}_vector [^=]*;"),
                self._skip,
            ),
            (re.compile(rf"{scalar} (\w+)\[[^=]+\], (\w+)\[[^=]+\];"), self._skip),
        ]
        self._angles: dict[str, tuple[str, ...]] = {}
        self._called: tuple[str, tuple[str, ...]] | None = None

    def listing(self, parameters: tuple[str, ...], body: str) -> Listing:
        lines = [line.strip() for line in _VECTOR_INDEX.sub(r"\1", body).splitlines()]
        steps = [step for line in lines for step in self._read(line)]
        if self._called is not None:
            name, passed = self._called
            if steps or passed != parameters:
                raise UnreadableError(f"{self._name} calls {name} with other parameters than its own")
            return Listing(parameters, (), name)
        rows = tuple(parameter.removesuffix("_rows") for parameter in parameters)
        return Listing(rows, tuple(steps))

    def _read(self, line: str) -> Iterator[Assignment | Waves]:
        declared, _, expression = line.partition(" = ")
        kind, _, name = declared.rpartition(" ")
        if kind in self._kinds and name.isidentifier() and expression.endswith(";"):  # nearly all lines
            yield Assignment(name, expression[:-1])
            return
        for form, meaning in self._forms:
            match = form.fullmatch(line)
            if match is not None:
                yield from meaning(*match.groups())
                return
        raise UnreadableError(f"{self._name}: {line}")

    def _assignment(self, target: str, expression: str) -> Iterator[Assignment]:
        yield Assignment(target, expression.removeprefix(f"({self._robot}_vector){{0}} + "))

    def _gathered(self, array: str, entries: str) -> Iterator[Assignment]:
        self._angles[array] = tuple(entries.split(", "))
        yield from ()

    def _wave(self, count: str, array: str, first: str | None, sines: str, cosines: str) -> Iterator[Waves]:
        places = range(int(first or 0), int(first or 0) + int(count))
        angles = self._angles.get(array) or tuple(f"{array}[{i}]" for i in places)
        if len(angles) != len(places):
            raise UnreadableError(f"{self._name}: {len(angles)} angles where {count} are taken")
        yield Waves(angles, tuple(f"{sines}[{i}]" for i in places), tuple(f"{cosines}[{i}]" for i in places))

    def _wave_of_samples(self, count: str, *arrays: str) -> Iterator[Waves]:
        names, firsts = arrays[::2], [int(first) for first in arrays[1::2]]
        angles, sines, cosines = (
            tuple(f"{name}[{first + i}]" for i in range(int(count))) for name, first in zip(names, firsts, strict=True)
        )
        yield Waves(angles, sines, cosines)

    def _turned(self, a: str, b: str) -> Iterator[Assignment]:
        if a != b:
            raise UnreadableError(f"{self._name}: rows of {a} where {b} is meant")
        yield from ()

    def _call(self, name: str, arguments: str) -> Iterator[Assignment]:
        self._called = name, tuple(arguments.split(", "))
        yield from ()

    def _skip(self, *_: str) -> Iterator[Assignment]:
        yield from ()


def read_python(text: str) -> dict[str, Listing]:
    """Return the kernels of a Python module by name."""
    found = {}
    for name, parameters, body in _PYTHON_FUNCTION.findall(text):
        if not name.startswith("_"):
            names = tuple(piece.strip().removesuffix("=PI") for piece in parameters.split(","))
            found[name] = _python_listing(name, names, _DOCSTRING.sub("", body, count=1))
    return found


_PYTHON_SKIPPED = re.compile(r'(\w+) = _array\(\1, \d+, "\1"\)|shape = .*|\w+ = np\.empty\(.*\)|')
_ENTRY = re.compile(r"\w+\[\d+\]")
_PYTHON_CALL = re.compile(r"return (\w+)\(([\w, ]*)\)")


def _python_listing(name: str, parameters: tuple[str, ...], body: str) -> Listing:
    lines = [line.strip() for line in _SAMPLES_INDEX.sub(r"[\1]", body.rstrip()).splitlines()]
    first = next(i for i, line in enumerate(lines) if not _PYTHON_SKIPPED.fullmatch(line))
    *assignments, last = lines[first:]
    if call := _PYTHON_CALL.fullmatch(last):
        if assignments or tuple(call.group(2).split(", ")) != parameters:
            raise UnreadableError(f"{name}: {last}")
        return Listing(parameters, (), call.group(1))
    if not last.startswith("return "):
        raise UnreadableError(f"{name} returns nothing")
    return Listing(parameters, tuple(_python_assignment(name, line) for line in assignments))


def _python_assignment(name: str, line: str) -> Assignment:
    target, _, expression = line.partition(" = ")
    if not expression or not (target.isidentifier() or _ENTRY.fullmatch(target)):
        raise UnreadableError(f"{name}: {line}")
    return Assignment(target, expression)
