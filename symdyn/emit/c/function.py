"""C functions as text: signatures, and the straight-line body of a program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symdyn.emit.c.language import c_notation
from symdyn.emit.facts import Facts
from symdyn.emit.planning.order import sparing_order
from symdyn.emit.planning.statements import Body, Statement, WaveCall, write_body
from symdyn.emit.planning.trigonometry import Wave, find_waves
from symdyn.ir.program import Port, Program
from symdyn.options import Options

LINE_WIDTH = 112
INDENT = "    "
MOST_CYCLES = 14


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
    targets = [f"{port.name}[{i}]" for port in program.outputs for i in range(port.size)]
    for step in in_sparing_order(body):
        if isinstance(step, WaveCall):
            lines += _wave_lines(target, step.wave, step.angles)
        elif isinstance(step, Statement):
            lines.append(declaration(target, step))
        else:
            lines.append(f"{targets[step]} = {body.results[step]};")
    return CFunction((), signature, indented(lines))


def in_sparing_order(body: Body, *, several_at_once: bool = True) -> Iterator[Statement | WaveCall | int]:
    """Yield statements, and results by their number: first all up to the last call for sines and cosines.

    Compilers may store ``several_at_once`` of the results that stand side by side.
    """
    calls = [i for i, statement in enumerate(body.statements) if isinstance(statement, WaveCall)]
    start = calls[-1] + 1 if calls else 0
    yield from body.statements[:start]
    statements = [one for one in body.statements[start:] if isinstance(one, Statement)]
    places = {statement.name: i for i, statement in enumerate(statements)}
    named = [*(statement.needs for statement in statements), *body.needs]
    needs = [sorted(places[name] for name in names if name in places) for names in named]
    cycles = [_cycles(statement.expression) for statement in statements]
    for step in sparing_order(needs, cycles, several_at_once=several_at_once):
        yield statements[step] if step < len(statements) else step - len(statements)


def _cycles(expression: str) -> int:
    """Estimate how long a value takes: operations wait for each other, but not all of many."""
    operations = sum(map(expression.count, ("*", "/", " + ", " - ")))
    return min(1 + 2 * operations, MOST_CYCLES)


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
