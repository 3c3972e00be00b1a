"""A kernel for a block of samples: one loop over them that a compiler turns into vector instructions.

Samples lie in rows. A block turns them into columns, so that an entry of all its samples is one vector; then every
statement of the program, written in terms of one lane, is one vector operation. No intrinsics: the compiler knows how
wide its target's vectors are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from symdyn.emit.c_function import (
    CFunction,
    Target,
    declaration,
    indented,
    reserved_names,
    signature,
    unused_inputs,
)
from symdyn.emit.language import c_lanes_language
from symdyn.emit.statements import Statement, write_body
from symdyn.emit.trigonometry import Wave, find_waves
from symdyn.ir.program import Port, Program

SAMPLES = {"double": 8, "float": 16}  # in a block: 64 bytes of each entry, the widest vector there is
MOST_OUTPUTS = 64  # entries; a kernel of more is bound by its stores and gains too little for twice the code
MOST_COLUMNS = 16  # entries of an output that are turned; of larger ones, compilers store every lane in its place
SHARED = ("pi", "prepared")  # inputs that are the same for all samples


def can_be_blocked(program: Program) -> bool:
    """Tell whether samples in blocks are worth it, and the program's angles are inputs of the samples."""
    waves = find_waves(program)
    plain = all(wave.entries and all(entry.port not in SHARED for entry in wave.entries) for wave in waves)
    return plain and sum(port.size for port in program.outputs) <= MOST_OUTPUTS


def block_function(target: Target, name: str, program: Program) -> CFunction:
    """Write a program for a block of samples."""
    scalar, waves, unused = target.scalar, find_waves(program), unused_inputs(program)
    shared, sampled = _split(program.inputs)
    parameters = [f"const {scalar} *restrict {_rows(port)}" for port in sampled]
    parameters += [f"const {scalar} *restrict {port.name}" for port in shared]
    parameters += [f"{scalar} *restrict {_rows(port)}" for port in program.outputs]
    read = [port for port in sampled if port.name not in unused]
    lines = [f"(void){_rows(port)};" for port in sampled if port.name in unused]
    lines += [f"(void){port.name};" for port in shared if port.name in unused]
    lines += [f"{scalar} {array}[{size}][{target.macro}_SAMPLES];" for array, size in _arrays(program, waves)]
    lines += _over_lanes(target, _turned(read, "{column} = {row};"))
    lines += [call for wave in waves for call in _sincos_calls(target, wave)]
    lines += _over_lanes(target, _statements(target, program, waves))
    lines += _over_lanes(target, _turned([port for port in program.outputs if _in_columns(port)], "{row} = {column};"))
    return CFunction((), f"static {signature(f'{name}_block', parameters)}", indented(lines))


def block_arguments(program: Program, first: str) -> list[str]:
    """Write the arguments of a call for the samples from ``first`` on."""
    shared, sampled = _split(program.inputs)
    ins = [f"{port.name} + {port.size}u * {first}" for port in sampled]
    return [*ins, *(port.name for port in shared), *(f"{p.name} + {p.size}u * {first}" for p in program.outputs)]


def _split(inputs: Sequence[Port]) -> tuple[list[Port], list[Port]]:
    """Inputs that all samples share, and those of which each sample has its own."""
    return [p for p in inputs if p.name in SHARED], [p for p in inputs if p.name not in SHARED]


def _arrays(program: Program, waves: Sequence[Wave]) -> list[tuple[str, int]]:
    """Names and sizes of the columns of a block."""
    unused = unused_inputs(program)
    ports = [port for port in _split(program.inputs)[1] if port.name not in unused]
    ports += [port for port in program.outputs if _in_columns(port)]
    angles = [(name, wave.size) for wave in waves for name in (wave.sines, wave.cosines)]
    return [*((port.name, port.size) for port in ports), *angles]


def _rows(port: Port) -> str:
    return f"{port.name}_rows"


def _in_columns(output: Port) -> bool:
    return output.size <= MOST_COLUMNS


def _place(output: Port, index: int) -> str:
    """Where an entry of a lane is stored."""
    if _in_columns(output):
        return f"{output.name}[{index}][lane]"
    return f"{_rows(output)}[{output.size}u * lane + {index}u]"


def _over_lanes(target: Target, lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    return [f"for (size_t lane = 0; lane < {target.macro}_SAMPLES; ++lane) {{", *indented(lines), "}"]


def _turned(ports: Sequence[Port], assignment: str) -> list[str]:
    """Turn rows into columns or back, for one lane; ports of one size share a loop."""
    lines: list[str] = []
    for size, group in groupby(ports, key=lambda port: port.size):
        inner = [assignment.format(row=f"{_rows(p)}[{size}u * lane + j]", column=f"{p.name}[j][lane]") for p in group]
        lines += [f"for (size_t j = 0; j < {size}u; ++j) {{", *indented(inner), "}"]
    return lines


def _sincos_calls(target: Target, wave: Wave) -> list[str]:
    """Call the routine for every angle of all samples."""
    calls = []
    for angle, entry in zip(wave.angles, wave.entries or (), strict=True):
        arrays = ", ".join(f"{array}[{wave.slot(angle)}]" for array in (wave.sines, wave.cosines))
        calls.append(f"{target.name}_sincos_samples({entry.port}[{entry.index}], {arrays});")
    return calls


def _statements(target: Target, program: Program, waves: tuple[Wave, ...]) -> list[str]:
    """Write the program for one lane."""
    body = write_body(program, c_lanes_language(target.scalar, target.name, SHARED), reserved_names(program), waves)
    lines = [declaration(target, statement) for statement in body.statements if isinstance(statement, Statement)]
    places = [_place(port, i) for port in program.outputs for i in range(port.size)]
    return [*lines, *(f"{place} = {value};" for place, value in zip(places, body.results, strict=True))]
