"""SIMD over samples: a kernel for a block of them, in which every statement works on a whole vector.

Samples lie in rows. A block turns them into columns, so that an entry of all its samples lies side by side, in as many
vector registers as that takes on the target; then each statement is one instruction for a vector of samples. Vectors
are those that gcc and clang give to C, not intrinsics: the compiler knows how wide its target's registers are.
"""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.emit.c.function import CFunction, Target, indented, signature, unused_inputs
from symdyn.emit.c.language import c_vector_notation
from symdyn.emit.planning.angles_apart import angles_apart
from symdyn.emit.planning.statements import Statement, write_body
from symdyn.emit.planning.trigonometry import Wave, find_waves
from symdyn.ir.cost import cost
from symdyn.ir.once import once_per_program
from symdyn.ir.op import FUNCTIONS, Op
from symdyn.ir.program import InputEntry, Port, Program, Ref

SAMPLES = {"double": 8, "float": 16}  # in a block: 64 bytes of each entry, the widest vector there is
MOST_OUTPUTS = 1024  # entries: columns of 64 KiB, on the stack
MOST_OPERATIONS = 8000  # what compilers take in seconds once more
FEW_OUTPUTS = 64  # entries: their columns stay in the nearest cache while they are turned into rows
FEW_OPERATIONS = 512  # hardly any code
SHARED = ("pi", "prepared")  # inputs that are the same for all samples


@once_per_program
def can_be_blocked(program: Program) -> bool:
    """Tell whether a program can work on blocks of samples, and gains by it.

    All of its work must depend on samples, and its angles must be known before the first sine or cosine.
    """
    waves = find_waves(program)
    angles = [program.instructions[angle].payload for wave in waves for angle in wave.angles]
    of_samples = not any(isinstance(angle, InputEntry) and angle.port in SHARED for angle in angles)
    known = len(waves) <= 1 or all(wave.entries for wave in waves)
    return of_samples and known and _pays(program) and _works_on_samples(program)


def _pays(program: Program) -> bool:
    """Tell whether blocks are worth their code.

    Measured on an arm of seven joints, vectors of eight: large results that take few operations an entry, as those of
    regressors, are bound by their stores and gain a third, which is too little for twice the code and the compiler's
    time; derivatives become three times as fast.
    """
    entries, operations = _entries(program), cost(program).total
    small = entries <= MOST_OUTPUTS and operations <= MOST_OPERATIONS
    return small and (entries <= FEW_OUTPUTS or operations <= FEW_OPERATIONS or operations >= 8 * entries)


def fewest_lanes(program: Program) -> int:
    """Return how many lanes a vector must have for blocks to pay: results that are mostly stored lose with pairs."""
    entries = _entries(program)
    return 2 if entries <= FEW_OUTPUTS or cost(program).total >= 8 * entries else 4


def _entries(program: Program) -> int:
    return sum(port.size for port in program.outputs)


def block_function(target: Target, name: str, program: Program) -> CFunction:
    """Write a program for a block of samples."""
    scalar, unused = target.scalar, unused_inputs(program)
    angles, rest = angles_apart(program)
    waves = find_waves(rest)
    shared, sampled = _split(program.inputs)
    parameters = [f"const {scalar} *restrict {_rows(port)}" for port in sampled]
    parameters += [f"const {scalar} *restrict {port.name}" for port in shared]
    parameters += [f"{scalar} *restrict {_rows(port)}" for port in program.outputs]
    lines = [f"(void){_rows(port)};" for port in sampled if port.name in unused]
    lines += [f"(void){port.name};" for port in shared if port.name in unused]
    arrays = [*_arrays(program, waves), *((port.name, port.size) for port in (angles.outputs if angles else ()))]
    lines += [f"{target.name}_vector {array}[{size}][{target.macro}_VECTORS];" for array, size in arrays]
    lines += [_turn_in(target, port) for port in sampled if port.name not in unused]
    lines += _for_all_vectors(target, angles, ()) if angles else []
    lines += [call for wave in waves for call in _sincos_calls(target, wave)]
    lines += _for_all_vectors(target, rest, waves)
    lines += [_turn_out(target, port) for port in program.outputs]
    return CFunction((), f"static {signature(f'{name}_block', parameters)}", indented(lines))


def block_arguments(program: Program, first: str) -> list[str]:
    """Write the arguments of a call for the samples from ``first`` on."""
    shared, sampled = _split(program.inputs)
    ins = [f"{port.name} + {port.size}u * {first}" for port in sampled]
    return [*ins, *(port.name for port in shared), *(f"{p.name} + {p.size}u * {first}" for p in program.outputs)]


def _works_on_samples(program: Program) -> bool:
    """Tell whether every operation has an operand that differs between samples; the others belong before the batch.

    Of functions, which take vectors, every operand must.
    """
    differs: list[bool] = []
    for instruction in program.instructions:
        entry = instruction.payload
        own = isinstance(entry, InputEntry) and entry.port not in SHARED
        differs.append(own or any(differs[operand] for operand in instruction.operands))
        if instruction.operands and not differs[-1]:
            return False
        if instruction.op in FUNCTIONS and not all(differs[operand] for operand in instruction.operands):
            return False
    return True


def _split(inputs: Sequence[Port]) -> tuple[list[Port], list[Port]]:
    """Inputs that all samples share, and those of which each sample has its own."""
    return [p for p in inputs if p.name in SHARED], [p for p in inputs if p.name not in SHARED]


def _arrays(program: Program, waves: Sequence[Wave]) -> list[tuple[str, int]]:
    """Names and sizes of the columns of a block."""
    unused = unused_inputs(program)
    ports = [*(port for port in _split(program.inputs)[1] if port.name not in unused), *program.outputs]
    angles = [(name, wave.size) for wave in waves for name in (wave.sines, wave.cosines)]
    return [*((port.name, port.size) for port in ports), *angles]


def _rows(port: Port) -> str:
    return f"{port.name}_rows"


def _turn_in(target: Target, port: Port) -> str:
    columns = f"({target.scalar} *){port.name}"
    return f"{target.name}_turn({target.macro}_SAMPLES, {port.size}u, {_rows(port)}, {columns});"


def _turn_out(target: Target, port: Port) -> str:
    columns = f"({target.scalar} *){port.name}"
    return f"{target.name}_turn({port.size}u, {target.macro}_SAMPLES, {columns}, {_rows(port)});"


def _sincos_calls(target: Target, wave: Wave) -> list[str]:
    """Call the routine for all samples of each run of angles that lie side by side."""
    calls = []
    for entries in _runs(wave.entries or ()):
        first = wave.slot(wave.angles[(wave.entries or ()).index(entries[0])])
        places = (f"{entries[0].port}[{entries[0].index}]", f"{wave.sines}[{first}]", f"{wave.cosines}[{first}]")
        columns = ", ".join(f"({target.scalar} *){place}" for place in places)
        calls.append(f"{target.name}_sincos_samples({len(entries)}u, {columns});")
    return calls


def _runs(entries: Sequence[InputEntry]) -> list[list[InputEntry]]:
    """Split entries in order into those that lie side by side."""
    runs: list[list[InputEntry]] = []
    for entry in entries:
        if runs and entry == InputEntry(runs[-1][-1].port, runs[-1][-1].index + 1):
            runs[-1].append(entry)
        else:
            runs.append([entry])
    return runs


def _for_all_vectors(target: Target, program: Program, waves: tuple[Wave, ...]) -> list[str]:
    return [f"for (size_t v = 0; v < {target.macro}_VECTORS; ++v) {{", *_statements(target, program, waves), "}"]


def _statements(target: Target, program: Program, waves: tuple[Wave, ...]) -> tuple[str, ...]:
    """Write the program for one vector of samples."""
    body = write_body(program, c_vector_notation(target.scalar, target.name, SHARED), waves)
    lines = [_declaration(target, statement) for statement in body.statements if isinstance(statement, Statement)]
    places = [f"{port.name}[{i}][v]" for port in program.outputs for i in range(port.size)]
    for place, ref, value in zip(places, program.results, body.results, strict=True):
        same = _is_the_same_for_all(program, ref)
        lines.append(f"{place} = {_spread(target, value) if same else value};")
    return indented(lines)


def _declaration(target: Target, statement: Statement) -> str:
    return f"const {target.name}_vector {statement.name} = {statement.expression};"


def _is_the_same_for_all(program: Program, ref: Ref) -> bool:
    instruction = program.instructions[ref.index]
    entry = instruction.payload
    return instruction.op is Op.CONST or (isinstance(entry, InputEntry) and entry.port in SHARED)


def _spread(target: Target, value: str) -> str:
    """Write a number that all samples share as a vector of it."""
    return f"({target.name}_vector){{0}} + {value}"
