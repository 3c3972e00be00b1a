"""Reading of batches: their loops over samples take all in, call what was read, and give all out.

The functions of batches have no arithmetic of their own, so that they are not read but compared with what they must be,
line by line. How an entry of a row gets into a column of a block is left to `check`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symdyn.ir.program import Port, Program
from symdyn.proof.text import UnreadableError

SHARED = ("pi", "prepared")
COUNTS = {"batch": "count", "block": "blocks", "columns": "count"}


@dataclass(frozen=True, slots=True)
class Function:
    """A function as it stands: the parameters with their types, and the lines between the braces."""

    parameters: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Parts:
    """What batches of a kernel call: the names of what each function takes; None where there is none.

    ``prepared`` is how many numbers depend on parameters alone.
    """

    lanes: tuple[str, ...] | None
    same: tuple[str, ...] | None
    prepare: tuple[str, ...] | None
    prepared: int


def see_batches(
    robot: str, scalar: str, program: Program, functions: Mapping[str, Function], parts: Parts, same_as: str | None
) -> None:
    """See that functions of batches, by their names, are what they must be; one of them may be ``same_as`` another's.

    Raises:
        UnreadableError: one is not, or one is missing beside others.
    """
    name = f"{robot}_{program.name}"
    there = [form for form in COUNTS if f"{name}_{form}" in functions]
    if there and len(there) < len(COUNTS):
        raise UnreadableError(f"{name} has only some of its batches")
    writing = _Expected(robot, scalar, program, parts)
    for form in there:
        function, expected = functions[f"{name}_{form}"], writing.form(form, same_as)
        if function.parameters != writing.parameters(form) or not _alike(function.lines, expected, robot):
            raise UnreadableError(f"{name}_{form} does not take all samples to {name} and back")


def _alike(lines: Sequence[str], expected: Sequence[str], robot: str) -> bool:
    """Compare lines; loops over blocks may be for vectors that are wide enough."""
    wide = f"for (; {robot.upper()}_LANES >= 4u && count"
    return [line.strip().replace(wide, "for (; count") for line in lines] == list(expected)


class _Expected:
    """Writes down what batches of one kernel must be."""

    def __init__(self, robot: str, scalar: str, program: Program, parts: Parts) -> None:
        self._robot, self._scalar, self._program, self._parts = robot, scalar, program, parts
        self._name, self._samples = f"{robot}_{program.name}", f"{robot.upper()}_SAMPLES"
        self._inputs = [port for port in program.inputs if port.name not in SHARED]
        self._moved = {port.name: port for port in (*self._inputs, *program.outputs)}

    def parameters(self, form: str) -> tuple[str, ...]:
        ins = [f"const {self._scalar} *{port.name}" for port in self._program.inputs]
        return (f"size_t {COUNTS[form]}", *ins, *(f"{self._scalar} *{port.name}" for port in self._program.outputs))

    def form(self, form: str, same_as: str | None) -> list[str]:
        if same_as:
            passed = ", ".join(port.name for port in (*self._program.inputs, *self._program.outputs))
            return [f"{same_as}_{form}({COUNTS[form]}, {passed});"]
        blocked = self._parts.lanes is not None
        if form == "block":
            return self._blocks() if blocked else self._samples_of_blocks()
        by_rows = form == "batch"
        alone = [self._alone()] if by_rows else self._apart({name: f"{name} + i" for name in self._moved}, "count")
        return [*(self._in_blocks(by_rows) if blocked else ()), *self._each("" if blocked else "size_t i = 0", alone)]

    def _each(self, start: str, lines: Sequence[str]) -> list[str]:
        return [f"for ({start}; i < count; ++i) {{", *lines, "}"]

    def _alone(self) -> str:
        """Call the kernel for row ``i``."""
        ports = (*self._program.inputs, *self._program.outputs)
        passed = (_row(port, "i") if port.name in self._moved else port.name for port in ports)
        return f"{self._name}({', '.join(passed)});"

    def _apart(self, places: Mapping[str, str], step: str) -> list[str]:
        """Call the kernel for a sample whose entries lie apart."""
        lines = [f"{self._scalar} {name}_one[{port.size}];" for name, port in self._moved.items()]
        for port in self._inputs:
            taken = f"{port.size}u, {places[port.name]}, {step}, {port.name}_one, 1u"
            lines.append(f"{self._robot}_entries({taken});")
        ports = (*self._program.inputs, *self._program.outputs)
        passed = (f"{port.name}_one" if port.name in self._moved else port.name for port in ports)
        lines.append(f"{self._name}({', '.join(passed)});")
        for port in self._program.outputs:
            given = f"{port.size}u, {port.name}_one, 1u, {places[port.name]}, {step}"
            lines.append(f"{self._robot}_entries({given});")
        return lines

    def _samples_of_blocks(self) -> list[str]:
        places = {name: f"{_row(port, f'{self._samples} * i')} + k" for name, port in self._moved.items()}
        inner = [f"for (size_t k = 0; k < {self._samples}; ++k) {{", *self._apart(places, self._samples), "}"]
        return ["for (size_t i = 0; i < blocks; ++i) {", *inner, "}"]

    def _blocks(self) -> list[str]:
        at = {f"{name}_block": _row(port, "i") for name, port in self._moved.items()}
        head = f"for (size_t i = 0; i < blocks * {self._samples}; i += {self._samples}) {{"
        return [*self._prepare(), head, *self._same(at), *self._lanes(at), "}"]

    def _in_blocks(self, by_rows: bool) -> list[str]:
        """Take whole blocks in, and give them out."""
        macro, size = self._robot.upper(), self._samples
        arrays = [f"{macro}_ALIGNED {self._scalar} {p.name}_block[{p.size}u * {size}];" for p in self._moved.values()]
        way, far = ("rows", "") if by_rows else ("columns", "count, ")
        place = {p.name: _row(p, "i") if by_rows else f"{p.name} + i" for p in self._moved.values()}
        ins = [f"{self._robot}_{way}_in({p.size}u, {far}{place[p.name]}, {p.name}_block);" for p in self._inputs]
        outs = [
            f"{self._robot}_{way}_out({p.size}u, {far}{p.name}_block, {place[p.name]});" for p in self._program.outputs
        ]
        loop = f"for (; count - i >= {size}; i += {size}) {{"
        return [*arrays, *self._prepare(), *self._same({}), "size_t i = 0;", loop, *ins, *self._lanes({}), *outs, "}"]

    def _prepare(self) -> list[str]:
        if self._parts.prepare is None:
            return []
        array = f"{self._scalar} prepared[{self._parts.prepared}];"
        return [array, f"{self._name}_prepare({', '.join(self._parts.prepare)});"]

    def _same(self, places: Mapping[str, str]) -> list[str]:
        return [] if self._parts.same is None else [self._called("same", self._parts.same, places)]

    def _lanes(self, places: Mapping[str, str]) -> list[str]:
        taken = self._parts.lanes or ()
        if {f"{name}_block" for name in self._moved} - set(taken):
            raise UnreadableError(f"{self._name}_lanes does not take all that samples have")
        return [self._called("lanes", taken, places)]

    def _called(self, part: str, taken: Sequence[str], places: Mapping[str, str]) -> str:
        return f"{self._name}_{part}({', '.join(places.get(name, name) for name in taken)});"


def _row(port: Port, sample: str) -> str:
    return f"{port.name} + {port.size}u * {sample}"
