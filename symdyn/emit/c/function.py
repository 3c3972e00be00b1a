"""C functions as text: signatures, and the straight-line body of a program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symdyn.emit.c.language import c_notation
from symdyn.emit.facts import Facts
from symdyn.emit.planning.statements import Statement, WaveCall, write_body
from symdyn.emit.planning.trigonometry import Wave, find_waves
from symdyn.ir.program import Port, Program
from symdyn.options import Options

LINE_WIDTH = 112
INDENT = "    "


@dataclass(frozen=True, slots=True)
class CFunction:
    """A function definition: a comment, the first line, and the lines between the braces."""

    comment: tuple[str, ...]
    signature: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """Whose code is written, and how."""

    name: str
    options: Options

    @property
    def macro(self) -> str:
        """Prefix of the macros."""
        return self.name.upper()

    @property
    def scalar(self) -> str:
        """The type of every number."""
        return self.options.scalar


def target_of(facts: Facts) -> Target:
    """Return whose code is written, out of all that is known of a robot."""
    return Target(facts.name, facts.options)


def straight_function(target: Target, signature: str, program: Program) -> CFunction:
    """Write a program for one sample."""
    waves = find_waves(program) if target.options.trig == "vector" else ()
    body = write_body(program, c_notation(target.scalar, target.name), waves)
    lines = [f"(void){name};" for name in unused_inputs(program)]
    for statement in body.statements:
        if isinstance(statement, WaveCall):
            lines += _wave_lines(target, statement.wave, statement.angles)
        else:
            lines.append(declaration(target, statement))
    targets = [f"{port.name}[{i}]" for port in program.outputs for i in range(port.size)]
    lines += [f"{place} = {value};" for place, value in zip(targets, body.results, strict=True)]
    return CFunction((), signature, indented(lines))


def _wave_lines(target: Target, wave: Wave, angles: tuple[str, ...]) -> list[str]:
    scalar, size = target.scalar, str(wave.size)
    if wave.run:
        first = wave.run[0]
        at = f" + {first.index}" if first.index else ""
        arrays = f"{wave.sines}{at}, {wave.cosines}{at}"
        call = f"{target.name}_sincos_{len(angles)}({first.port}{at}, {arrays});"
        return [f"{scalar} {wave.sines}[{size}], {wave.cosines}[{size}];", call]
    size = f"{target.macro}_PADDED({size}u)"
    return [
        f"const {scalar} {wave.gathered}[{size}] = {{{', '.join(angles)}}};",
        f"{scalar} {wave.sines}[{size}], {wave.cosines}[{size}];",
        f"{target.name}_sincos_{len(angles)}({wave.gathered}, {wave.sines}, {wave.cosines});",
    ]


def declaration(target: Target, statement: Statement) -> str:
    """Write a named quantity."""
    return f"const {target.scalar} {statement.name} = {statement.expression};"


def unused_inputs(program: Program) -> tuple[str, ...]:
    """Return the input ports that a program does not read."""
    read = {getattr(instruction.payload, "port", None) for instruction in program.instructions}
    return tuple(port.name for port in program.inputs if port.name not in read)


def indented(lines: Sequence[str]) -> tuple[str, ...]:
    """Set lines in by one level."""
    return tuple(INDENT + line for line in lines)


def array_parameters(inputs: tuple[Port, ...], outputs: tuple[Port, ...], scalar: str) -> list[str]:
    """Write parameters of one sample."""
    ins = [f"const {scalar} {port.name}[{port.size}]" for port in inputs]
    return [*ins, *(f"{scalar} {port.name}[{port.size}]" for port in outputs)]


def signature(name: str, parameters: list[str], returns: str = "void") -> str:
    """First line of a function, broken where it would be too long to read."""
    lines, line = [], f"{returns} {name}("
    for i, parameter in enumerate(parameters):
        piece = parameter + (", " if i + 1 < len(parameters) else ")")
        if len(line) + len(piece) > LINE_WIDTH:
            lines.append(line.rstrip())
            line = INDENT
        line += piece
    return "\n".join([*lines, line])
