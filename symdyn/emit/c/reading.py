"""Reading: functions of generated C, read back for the proof that they are their programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from symdyn.emit.c.kernel_reading.batches import COUNTS, Function, Parts, see_batches
from symdyn.interface.c_files import kernel_files
from symdyn.ir.op import ATAN2, COS, SIGN, SIN, SQRT, Op
from symdyn.ir.program import Program
from symdyn.proof.text import Assignment, Listing, Printed, Reading, UnreadableError, Waves, entries

PREPARED = "prepared"
_VECTOR_INDEX = re.compile(r"(\[\d+\])\[v\]")
_FUNCTION = re.compile(
    r"^(?:static )?(?:[A-Z]\w*_APART )?void (\w+)\(([^)]*)\)\n\{\n(.*?)^\}", re.MULTILINE | re.DOTALL
)
_CALCULATING = ("", "_prepare", "_same", "_lanes")  # the functions of a kernel that are read
_PARAMETER = re.compile(r"(?:const )?(\w+) (?:(\w+)\[(\d+)\]|\*restrict (\w+))")
_OF_VECTORS = {"sign": 1, "sqrt": 1, "atan2": 2}  # functions of samples side by side, and how many they take
_SIGN = "static {scalar} {robot}_sign({scalar} x)\n{{\n    return ({scalar})((x > 0) - (x < 0));\n}}\n"


def read_c(printed: Printed, programs: Mapping[str, Program]) -> Reading:
    """Read the functions of kernels, and those that work on blocks of samples; see what batches call.

    What is the same for all samples, and what is not, becomes one listing that is called `_block`.
    """
    robot, scalar = printed.robot, printed.scalar
    texts = [printed.files[file] for file in kernel_files(robot, programs, printed.files)]
    table = re.search(rf"^const {scalar} {robot}_pi\[\w+\] = \{{\n(.*?)\}};", texts[0], re.MULTILINE | re.DOTALL)
    return Reading(
        listings=_Sources(robot, scalar, texts).listings(programs),
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


class _Sources:
    """The functions of a robot's sources, by name."""

    def __init__(self, robot: str, scalar: str, texts: Sequence[str]) -> None:
        self._robot, self._scalar, self._texts = robot, scalar, texts
        self._functions: dict[str, Function] = {}

    def listings(self, programs: Mapping[str, Program]) -> dict[str, Listing]:
        """Read the kernels and their blocks, and see their batches."""
        parts = (*_CALCULATING, *(f"_{form}" for form in COUNTS))
        wanted = {f"{self._robot}_{kernel}{part}" for kernel in programs for part in parts}
        for text in self._texts:
            self._look(text, wanted)
        for name in set(wanted) - self._functions.keys():  # as plain text first: patterns take long to find nothing
            if any(f"{name}(" in text and re.search(rf"\b{name}\(", text) for text in self._texts):
                raise UnreadableError(f"{name} is there, in a form that is not known")
        found: dict[str, Listing] = {}
        for kernel, program in programs.items():
            found |= self._of_kernel(f"{self._robot}_{kernel}", program)
        return found

    def _look(self, text: str, wanted: Collection[str]) -> None:
        """Find those of the ``wanted`` functions that are in one source."""
        first = len(text)
        for match in _FUNCTION.finditer(text):
            name, parameters, body = match.groups()
            if name in wanted:
                first = min(first, match.start())
                if name in self._functions:
                    raise UnreadableError(f"{name} is defined twice")
                pieces = tuple(piece.strip() for piece in parameters.split(","))
                self._functions[name] = Function(pieces, tuple(body.splitlines()))
        _check_surroundings(text, first, self._robot, self._scalar)

    def _of_kernel(self, name: str, program: Program) -> dict[str, Listing]:
        found = {part: self._read(f"{name}{part}") for part in _CALCULATING}
        listings = {f"{name}{part}": one for part, one in found.items() if one and part in ("", "_prepare")}
        lanes, same, prepare = found["_lanes"], found["_same"], found["_prepare"]
        if lanes:
            constant = () if same is None else same.steps
            listings[f"{name}_block"] = replace(lanes, steps=(*constant, *lanes.steps))
        parts = Parts(
            lanes=self._taken(f"{name}_lanes"),
            same=self._taken(f"{name}_same"),
            prepare=self._taken(f"{name}_prepare"),
            prepared=dict(prepare.sizes).get(PREPARED, 0) if prepare else 0,
        )
        alone = found[""]
        see_batches(self._robot, self._scalar, program, self._functions, parts, alone.calls if alone else None)
        return listings

    def _taken(self, name: str) -> tuple[str, ...] | None:
        function = self._functions.get(name)
        if function is None:
            return None
        return tuple(_parameter(piece, self._scalar).name for piece in function.parameters)

    def _read(self, name: str) -> Listing | None:
        function = self._functions.get(name)
        if function is None:
            return None
        parameters = [_parameter(piece, self._scalar) for piece in function.parameters]
        return _Reader(self._robot, self._scalar, name).listing(parameters, function.lines)


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
    """A parameter, and its size where it is that of one sample."""

    name: str
    size: int | None


def _parameter(piece: str, scalar: str) -> _Parameter:
    match = _PARAMETER.fullmatch(piece)
    if match is None:
        raise UnreadableError(f"parameter {piece!r}")
    kind, name, size, of_block = match.groups()
    if kind != scalar:
        raise UnreadableError(f"parameter {piece!r} is no {scalar}")
    return _Parameter(name or of_block, int(size) if name else None)


class _Reader:
    """Reads the lines of one function of a robot."""

    def __init__(self, robot: str, scalar: str, name: str) -> None:
        self._robot = robot
        self._name = name
        self._kinds = (f"const {scalar}", f"const {robot}_vector")
        vectors = f"{robot.upper()}_VECTORS"
        at = r"(\w+)(?: \+ (\d+))?"
        column = rf"\((?:const )?{scalar} \*\)(\w+)\[(\d+)\]"
        seen = rf"(?:const )?{robot}_column \*"
        self._forms: list[tuple[re.Pattern[str], Callable[..., Iterator[Assignment | Waves]]]] = [
            (re.compile(r"(\w+\[\d+\]) = (.+);"), self._stored),
            (re.compile(rf"const {scalar} (\w+)\[[^=]+\] = \{{(.*)\}};"), self._gathered),
            (re.compile(rf"{robot}_sincos_(\d+)\({at}, {at}, {at}\);"), self._wave),
            (re.compile(rf"{robot}_sincos_samples\((\d+)u, {column}, {column}, {column}\);"), self._wave_of_samples),
            (re.compile(rf"{seen}const (\w+) = \({seen}\)(\w+)_block;"), self._seen),
            (re.compile(rf"({robot}_\w+)\(([\w, ]*)\);"), self._call),
            (re.compile(rf"{robot}_vector \w+\[\d+\]\[{vectors}\];"), self._skip),
            (re.compile(rf"\(void\)\w+;|\}}|for \(size_t v = 0; v < {vectors}; \+\+v\) \{{"), self._skip),
            (re.compile(rf"{scalar} \w+\[[^=]+\], \w+\[[^=]+\];"), self._skip),
        ]
        self._angles: dict[str, tuple[str, ...]] = {}
        self._called: tuple[str, tuple[str, ...]] | None = None

    def listing(self, parameters: list[_Parameter], body: Sequence[str]) -> Listing:
        steps = [step for line in body for step in self._read(_VECTOR_INDEX.sub(r"\1", line.strip()))]
        names = tuple(parameter.name for parameter in parameters)
        if self._called is not None:
            callee, passed = self._called
            if steps or passed != names:
                raise UnreadableError(f"{self._name} calls {callee} with other parameters than its own")
            return Listing(names, (), callee)
        sizes = tuple((name, size) for name, size in parameters if size is not None)
        return Listing(tuple(name.removesuffix("_block") for name in names), tuple(steps), None, sizes)

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

    def _stored(self, target: str, expression: str) -> Iterator[Assignment]:
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

    def _seen(self, columns: str, block: str) -> Iterator[Assignment]:
        if columns != block:
            raise UnreadableError(f"{self._name}: {columns} are not those of {block}_block")
        yield from ()

    def _call(self, name: str, arguments: str) -> Iterator[Assignment]:
        self._called = name, tuple(arguments.split(", "))
        yield from ()

    def _skip(self, *_: str) -> Iterator[Assignment]:
        yield from ()
