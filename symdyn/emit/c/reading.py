"""Reading: functions of generated C, read back for the proof that they are their programs.

Of a block of samples, rows are turned into columns before the first statement and back behind the last one, and columns
are as long as what they hold: the reader sees to that, and leaves the turning itself to `check`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from symdyn.interface.c_files import kernel_files
from symdyn.ir.op import ATAN2, COS, SIGN, SIN, SQRT, Op
from symdyn.ir.program import Program
from symdyn.proof.text import Assignment, Listing, Printed, Reading, UnreadableError, Waves, entries

_VECTOR_INDEX = re.compile(r"(\[\d+\])\[v\]")
_FUNCTION = re.compile(r"^(?:static )?void (\w+)\(([^)]*)\)\n\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_PARAMETER = re.compile(r"(const )?(\w+) (?:(\w+)\[(\d+)\]|\*restrict (\w+))")
_OF_VECTORS = {"sign": 1, "sqrt": 1, "atan2": 2}  # functions of samples side by side, and how many they take
_SIGN = "static {scalar} {robot}_sign({scalar} x)\n{{\n    return ({scalar})((x > 0) - (x < 0));\n}}\n"


def read_c(printed: Printed, programs: Mapping[str, Program]) -> Reading:
    """Read the functions of kernels, and for blocks of samples those that are called `_prepare` and `_block`."""
    robot, scalar = printed.robot, printed.scalar
    texts = [printed.files[file] for file in kernel_files(robot, programs, printed.files)]
    wanted = {f"{robot}_{kernel}{part}" for kernel in programs for part in ("", "_prepare", "_block")}
    table = re.search(rf"^const {scalar} {robot}_pi\[\w+\] = \{{\n(.*?)\}};", texts[0], re.MULTILINE | re.DOTALL)
    return Reading(
        listings=_listings(texts, robot, scalar, wanted),
        prefix=f"{robot}_",
        functions=_functions(robot, "f" if scalar == "float" else ""),
        scalar=scalar,
        table=() if table is None else entries(table.group(1)),
    )


def _functions(robot: str, suffix: str) -> dict[str, Op]:
    """Return the functions by name: the C library's for this type of numbers, and those that take vectors."""
    of_library = {"sin": SIN, "cos": COS, "sqrt": SQRT, "atan2": ATAN2}
    of_vectors = {"sign": SIGN, "sqrt": SQRT, "atan2": ATAN2}
    return {
        f"{robot}_sign": SIGN,
        **{f"{name}{suffix}": op for name, op in of_library.items()},
        **{f"{robot}_{name}_vector": op for name, op in of_vectors.items()},
    }


def _listings(texts: Sequence[str], robot: str, scalar: str, wanted: Collection[str]) -> dict[str, Listing]:
    """Return those of the ``wanted`` functions of C sources that are there, by name."""
    found: dict[str, Listing] = {}
    for text in texts:
        _read_source(text, robot, scalar, wanted, found)
    for name in set(wanted) - found.keys():  # as plain text first: patterns take long to find nothing
        if any(f"{name}(" in text and re.search(rf"\b{name}\(", text) for text in texts):
            raise UnreadableError(f"{name} is there, in a form that is not known")
    return found


def _read_source(text: str, robot: str, scalar: str, wanted: Collection[str], found: dict[str, Listing]) -> None:
    """Add those of the ``wanted`` functions that are in one source."""
    first = len(text)
    for match in _FUNCTION.finditer(text):
        name, parameters, body = match.groups()
        if name in wanted:
            first = min(first, match.start())
            if name in found:
                raise UnreadableError(f"{name} is defined twice")
            pieces = [_parameter(piece.strip(), scalar) for piece in parameters.split(",")]
            found[name] = _Reader(robot, scalar, name).listing(pieces, body)
    _check_surroundings(text, first, robot, scalar)


def _check_surroundings(text: str, first: int, robot: str, scalar: str) -> None:
    """See that no function escapes the reader, and that nothing changes the meaning of what it reads."""
    if "\n#" in text[max(first - 1, 0) :]:
        raise UnreadableError("a line for the preprocessor stands among the kernels")
    if f"{robot}_sign(" in text and _SIGN.format(scalar=scalar, robot=robot) not in text:
        raise UnreadableError(f"{robot}_sign is not the sign")
    for function, operands in _OF_VECTORS.items():
        name = f"{robot}_{function}_vector"
        of_numbers = f"{robot}_sign" if function == "sign" else f"{function}f" if scalar == "float" else function
        if f"{name}(" in text and _lane_by_lane(robot, scalar, name, of_numbers, operands) not in text:
            raise UnreadableError(f"{name} is not {of_numbers} of every lane")


def _lane_by_lane(robot: str, scalar: str, name: str, of_numbers: str, operands: int) -> str:
    """Write down what a function of vectors must be."""
    vector, lanes = f"{robot}_vector", f"{robot.upper()}_LANES"
    taken, unions = ("yx"[-operands:], "uw"[:operands])
    return "\n".join(
        [
            f"static {vector} {name}({', '.join(f'{vector} {letter}' for letter in taken)})",
            "{",
            f"    union {{ {vector} all; {scalar} each[{lanes}]; }} {', '.join(unions)};",
            *(f"    {union}.all = {letter};" for union, letter in zip(unions, taken, strict=True)),
            f"    for (size_t i = 0; i < {lanes}; ++i) {{",
            f"        u.each[i] = {of_numbers}({', '.join(f'{union}.each[i]' for union in unions)});",
            "    }",
            "    return u.all;",
            "}\n",
        ]
    )


class _Parameter(NamedTuple):
    """A parameter: whether it may be written to, and its size where it is that of one sample."""

    name: str
    is_output: bool
    size: int | None


def _parameter(piece: str, scalar: str) -> _Parameter:
    match = _PARAMETER.fullmatch(piece)
    if match is None:
        raise UnreadableError(f"parameter {piece!r}")
    constant, kind, name, size, of_rows = match.groups()
    if kind != scalar:
        raise UnreadableError(f"parameter {piece!r} is no {scalar}")
    return _Parameter(name or of_rows, not constant, int(size) if name else None)


class _Reader:
    """Reads the lines of one function of a robot."""

    def __init__(self, robot: str, scalar: str, name: str) -> None:
        self._robot = robot
        self._name = name
        self._kinds = (f"const {scalar}", f"const {robot}_vector")
        vectors = f"{robot.upper()}_VECTORS"
        at = r"(\w+)(?: \+ (\d+))?"
        column = rf"\({scalar} \*\)(\w+)\[(\d+)\]"
        self._forms: list[tuple[re.Pattern[str], Callable[..., Iterator[Assignment | Waves]]]] = [
            (re.compile(r"(\w+\[\d+\]) = (.+);"), self._stored),
            (re.compile(rf"const {scalar} (\w+)\[[^=]+\] = \{{(.*)\}};"), self._gathered),
            (re.compile(rf"{robot}_sincos_(\d+)\({at}, {at}, {at}\);"), self._wave),
            (re.compile(rf"{robot}_sincos_samples\((\d+)u, {column}, {column}, {column}\);"), self._wave_of_samples),
            (re.compile(rf"{robot}_turn\(\w+_SAMPLES, (\d+)u, (\w+)_rows, \({scalar} \*\)(\w+)\);"), self._turned_in),
            (re.compile(rf"{robot}_turn\((\d+)u, \w+_SAMPLES, \({scalar} \*\)(\w+), (\w+)_rows\);"), self._turned_out),
            (re.compile(rf"({robot}_\w+)\(([\w, ]*)\);"), self._call),
            (re.compile(rf"{robot}_vector (\w+)\[(\d+)\]\[{vectors}\];"), self._column),
            (re.compile(rf"\(void\)\w+;|\}}|for \(size_t v = 0; v < {vectors}; \+\+v\) \{{"), self._skip),
            (re.compile(rf"{scalar} \w+\[[^=]+\], \w+\[[^=]+\];"), self._skip),
        ]
        self._angles: dict[str, tuple[str, ...]] = {}
        self._called: tuple[str, tuple[str, ...]] | None = None
        self._columns: dict[str, int] = {}
        self._ready: set[str] = set()  # columns whose rows were turned in
        self._back: set[str] = set()  # and those that were turned out again
        self._stored_in: set[str] = set()

    def listing(self, parameters: list[_Parameter], body: str) -> Listing:
        lines = [line.strip() for line in _VECTOR_INDEX.sub(r"\1", body).splitlines()]
        steps = [step for line in lines for step in self._read(line)]
        names = tuple(parameter.name for parameter in parameters)
        if self._called is not None:
            callee, passed = self._called
            if steps or passed != names:
                raise UnreadableError(f"{self._name} calls {callee} with other parameters than its own")
            return Listing(names, (), callee)
        rows = tuple(name.removesuffix("_rows") for name in names)
        if self._columns:
            outputs = {row for row, parameter in zip(rows, parameters, strict=True) if parameter.is_output}
            if self._back != outputs or self._ready != self._columns.keys() & (set(rows) - outputs):
                raise UnreadableError(f"{self._name} does not turn all that it takes in, or all that it gives out")
        sizes = {**{name: size for name, _, size in parameters if size is not None}, **self._columns}
        return Listing(rows, tuple(steps), None, tuple(sizes.items()))

    def _read(self, line: str) -> Iterator[Assignment | Waves]:
        declared, _, expression = line.partition(" = ")
        kind, _, name = declared.rpartition(" ")
        if kind in self._kinds and name.isidentifier() and expression.endswith(";"):  # nearly all lines
            self._see_order()
            yield Assignment(name, expression[:-1])
            return
        for form, meaning in self._forms:
            match = form.fullmatch(line)
            if match is not None:
                yield from meaning(*match.groups())
                return
        raise UnreadableError(f"{self._name}: {line}")

    def _see_order(self) -> None:
        if self._back:
            raise UnreadableError(f"{self._name} computes after it has turned its results out")

    def _stored(self, target: str, expression: str) -> Iterator[Assignment]:
        self._see_order()
        self._stored_in.add(target.partition("[")[0])
        yield Assignment(target, expression.removeprefix(f"({self._robot}_vector){{0}} + "))

    def _gathered(self, array: str, entries: str) -> Iterator[Assignment]:
        self._angles[array] = tuple(entries.split(", "))
        yield from ()

    def _wave(self, count: str, *places: str | None) -> Iterator[Waves]:
        arrays, firsts = places[::2], [int(first or 0) for first in places[1::2]]
        angles, sines, cosines = (
            tuple(f"{array}[{first + i}]" for i in range(int(count)))
            for array, first in zip(arrays, firsts, strict=True)
        )
        gathered = self._angles.get(str(arrays[0]))
        if gathered is not None and (firsts[0] or len(gathered) != len(angles)):
            raise UnreadableError(f"{self._name}: {len(gathered)} angles where {count} are taken")
        yield Waves(gathered or angles, sines, cosines)

    def _wave_of_samples(self, count: str, *arrays: str) -> Iterator[Waves]:
        names, firsts = arrays[::2], [int(first) for first in arrays[1::2]]
        angles, sines, cosines = (
            tuple(f"{name}[{first + i}]" for i in range(int(count))) for name, first in zip(names, firsts, strict=True)
        )
        yield Waves(angles, sines, cosines)

    def _turned_in(self, size: str, rows: str, columns: str) -> Iterator[Assignment]:
        if rows != columns or self._columns.get(columns) != int(size) or self._stored_in:
            raise UnreadableError(f"{self._name}: {rows}_rows turned into {columns}")
        self._ready.add(columns)
        yield from ()

    def _turned_out(self, size: str, columns: str, rows: str) -> Iterator[Assignment]:
        if rows != columns or self._columns.get(columns) != int(size):
            raise UnreadableError(f"{self._name}: {columns} turned into {rows}_rows")
        self._back.add(columns)
        yield from ()

    def _column(self, name: str, size: str) -> Iterator[Assignment]:
        self._columns[name] = int(size)
        yield from ()

    def _call(self, name: str, arguments: str) -> Iterator[Assignment]:
        self._called = name, tuple(arguments.split(", "))
        yield from ()

    def _skip(self, *_: str) -> Iterator[Assignment]:
        yield from ()
