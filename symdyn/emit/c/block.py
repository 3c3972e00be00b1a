"""SIMD over samples: a kernel for a block of them, in which every statement works on a whole vector.

In a block the samples of an entry lie side by side, in as many vector registers as that takes on the target; then each
statement is one instruction for a vector of samples. Vectors are those that gcc and clang give to C, not intrinsics:
the compiler knows how wide its target's registers are. `batches` brings samples into blocks, however they lie.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from symdyn.emit.c.function import CFunction, Target, in_sparing_order, indented, signature
from symdyn.emit.c.language import c_vector_notation
from symdyn.emit.planning.angles_apart import angles_apart
from symdyn.emit.planning.notation import Notation
from symdyn.emit.planning.place_signs import is_below_zero
from symdyn.emit.planning.statements import Body, Statement, write_body
from symdyn.emit.planning.trigonometry import Wave, find_waves
from symdyn.ir.cost import cost
from symdyn.ir.once import once_per_program
from symdyn.ir.op import FUNCTIONS, Op
from symdyn.ir.program import InputEntry, Port, Program, Ref

MOST_OUTPUTS = 1024  # entries: columns of 64 KiB, on the stack
MOST_OPERATIONS = 8000  # what compilers take in seconds once more
SHARED = ("pi", "prepared")  # inputs that are the same for all samples


@once_per_program
def can_be_blocked(program: Program) -> bool:
    """Tell whether a program can work on blocks of samples, and is not too large for it.

    All of its work must depend on samples, and its angles must be known before the first sine or cosine. On an arm of
    seven joints, vectors of eight, every kernel then takes less time a sample than alone: 0.2 to 0.25 times for torques
    and derivatives, 0.4 to 0.5 times for regressors, although these are mostly stored, 0.6 times for kinematics.
    """
    waves = find_waves(program)
    angles = [program.instructions[angle].payload for wave in waves for angle in wave.angles]
    of_samples = not any(isinstance(angle, InputEntry) and angle.port in SHARED for angle in angles)
    known = len(waves) <= 1 or all(wave.entries for wave in waves)
    small = sum(port.size for port in program.outputs) <= MOST_OUTPUTS and cost(program).total <= MOST_OPERATIONS
    return of_samples and known and small and _works_on_samples(program)


def sampled_inputs(program: Program) -> list[Port]:
    """Return the inputs of which each sample has its own."""
    return [port for port in program.inputs if port.name not in SHARED]


def shared_inputs(program: Program) -> list[Port]:
    """Return the inputs that all samples share."""
    return [port for port in program.inputs if port.name in SHARED]


def block_of(port: Port) -> str:
    """Name the columns of a port's entries."""
    return f"{port.name}_block"


@once_per_program
def same_for_all(program: Program) -> frozenset[int]:
    """Return the results that are the same for all samples, by their places among all."""
    return frozenset(place for place, ref in enumerate(program.results) if _is_the_same_for_all(program, ref))


def same_arguments(program: Program) -> list[str]:
    """Return what the function of these results takes."""
    entries = [_entry(program, program.results[place]) for place in same_for_all(program)]
    read = {entry.port for entry in entries if entry is not None}
    written = _written(program, same_for_all(program))
    taken = [port.name for port in shared_inputs(program) if port.name in read]
    return [*taken, *(block_of(port) for port in program.outputs if port.name in written)]


def same_function(target: Target, name: str, program: Program) -> CFunction:
    """Write the results that are the same for all samples, and so for all blocks."""
    taken, notation = same_arguments(program), c_vector_notation(target.scalar, target.name, SHARED)
    outputs = [port for port in program.outputs if block_of(port) in taken]
    parameters = [f"const {target.scalar} *restrict {port.name}" for port in program.inputs if port.name in taken]
    parameters += [f"{target.scalar} *restrict {block_of(port)}" for port in outputs]
    places, zero = _places(program), f"({target.name}_vector){{0}}"
    stores = [
        f"{places[place]} = {zero} + {_leaf(notation, program, program.results[place])};"
        for place in sorted(same_for_all(program))
    ]
    lines = [*(_seen(target, port, "") for port in outputs), *_for_all_vectors(target, stores)]
    head = signature(f"{name}_same", parameters, f"static {target.macro}_APART void")
    return CFunction((), head, indented(lines))


def lanes_function(target: Target, name: str, program: Program) -> CFunction:
    """Write a program for a block of samples, but for results that are the same for all."""
    scalar, unused, same = target.scalar, _unread(program), same_for_all(program)
    angles, rest = angles_apart(program)
    waves = find_waves(rest)
    sampled, written = sampled_inputs(program), _written(program, set(range(len(program.results))) - same)
    parameters = [f"const {scalar} *restrict {block_of(port)}" for port in sampled]
    parameters += [f"const {scalar} *restrict {port.name}" for port in shared_inputs(program)]
    parameters += [f"{scalar} *restrict {block_of(port)}" for port in program.outputs]
    idle = [block_of(port) for port in sampled if port.name in unused]
    idle += [block_of(port) for port in program.outputs if port.name not in written]
    lines = [_seen(target, port, "const ") for port in sampled if port.name not in unused]
    lines += [_seen(target, port, "") for port in program.outputs if port.name in written]
    arrays = [(array, wave.size) for wave in waves for array in (wave.sines, wave.cosines)]
    arrays += [(port.name, port.size) for port in (angles.outputs if angles else ())]
    lines += [f"{target.name}_vector {array}[{size}][{target.macro}_VECTORS];" for array, size in arrays]
    first = None if angles is None else _body(target, angles, (), ())
    names = [] if first is None else [one.name for one in first.statements if isinstance(one, Statement)]
    lines += _for_all_vectors(target, _statements(target, angles, first)) if angles and first else []
    lines += [call for wave in waves for call in _sincos_calls(target, wave)]
    lines += _for_all_vectors(target, _statements(target, rest, _body(target, rest, waves, names)))
    text = "\n".join(lines)  # what is the same for all may have been all that is made of an input
    idle += [port.name for port in shared_inputs(program) if f"{port.name}[" not in text]
    lines = [*(f"(void){name};" for name in idle), *lines]
    head = signature(f"{name}_lanes", parameters, f"static {target.macro}_APART void")
    return CFunction((), head, indented(lines))


def _unread(program: Program) -> set[str]:
    """Return the inputs that no statement reads: those too that are but results which are the same for all."""
    used = {operand for instruction in program.instructions for operand in instruction.operands}
    used |= {ref.index for place, ref in enumerate(program.results) if place not in same_for_all(program)}
    read = {getattr(program.instructions[index].payload, "port", None) for index in used}
    return {port.name for port in program.inputs} - read


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


def _seen(target: Target, port: Port, constant: str) -> str:
    """See an array as columns, an entry of all samples each."""
    columns = f"{constant}{target.name}_column *"
    return f"{columns}const {port.name} = ({columns}){block_of(port)};"


def _places(program: Program) -> list[str]:
    """Return where the results go, for vector ``v``."""
    return [f"{port.name}[{i}][v]" for port in program.outputs for i in range(port.size)]


def _written(program: Program, places: Collection[int]) -> set[str]:
    """Return the outputs that have any of these results."""
    ports = [port.name for port in program.outputs for _ in range(port.size)]
    return {ports[place] for place in places}


def _sincos_calls(target: Target, wave: Wave) -> list[str]:
    """Call the routine for all samples of each run of angles that lie side by side."""
    calls = []
    for entries in _runs(wave.entries or ()):
        first = wave.slot(wave.angles[(wave.entries or ()).index(entries[0])])
        angles = f"(const {target.scalar} *){entries[0].port}[{entries[0].index}]"
        columns = ", ".join(f"({target.scalar} *){array}[{first}]" for array in (wave.sines, wave.cosines))
        calls.append(f"{target.name}_sincos_samples({len(entries)}u, {angles}, {columns});")
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


def _for_all_vectors(target: Target, lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    return [f"for (size_t v = 0; v < {target.macro}_VECTORS; ++v) {{", *indented(lines), "}"]


def _body(target: Target, program: Program, waves: tuple[Wave, ...], taken: Collection[str]) -> Body:
    """Write what differs between samples; names are others than those that are ``taken``."""
    return write_body(program, c_vector_notation(target.scalar, target.name, SHARED), waves, taken)


def _statements(target: Target, program: Program, body: Body) -> list[str]:
    """Write them in an order, for one vector of samples."""
    statements = tuple(statement for statement in body.statements if isinstance(statement, Statement))
    places, same = _places(program), same_for_all(program)
    lines = []
    for step in in_sparing_order(replace(body, statements=statements), several_at_once=False):
        if isinstance(step, Statement):
            lines.append(f"const {target.name}_vector {step.name} = {step.expression};")
        elif isinstance(step, int) and step not in same:
            lines.append(f"{places[step]} = {body.results[step]};")
    return lines


def _leaf(notation: Notation, program: Program, ref: Ref) -> str:
    """Write a number that all samples share."""
    payload, negative = program.instructions[ref.index].payload, ref.negative
    if isinstance(payload, InputEntry):
        text = notation.entry(payload)
    else:
        assert payload is not None  # it is an input or a constant
        negative = negative != is_below_zero(payload)
        text = notation.literal(-payload if is_below_zero(payload) else payload)
    return f"-{text}" if negative else text


def _is_the_same_for_all(program: Program, ref: Ref) -> bool:
    entry = _entry(program, ref)
    return program.instructions[ref.index].op is Op.CONST or (entry is not None and entry.port in SHARED)


def _entry(program: Program, ref: Ref) -> InputEntry | None:
    entry = program.instructions[ref.index].payload
    return entry if isinstance(entry, InputEntry) else None
