"""One kernel as C and as Python text: all that templates may see of it."""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.emit.language import c_language, python_language
from symdyn.emit.reserved import RESERVED
from symdyn.emit.statements import Body, Statement, write_body
from symdyn.ir.cost import Cost, cost
from symdyn.ir.program import Port, Program

LINE_WIDTH = 112


@dataclass(frozen=True, slots=True)
class StagedKernel:
    """A kernel ready to be written: its whole program, and the same in two stages."""

    summary: str
    program: Program
    offline: Program | None
    online: Program

    @property
    def name(self) -> str:
        """The kernel's name."""
        return self.program.name


@dataclass(frozen=True, slots=True)
class CFunction:
    """A function definition: its first line, and its body."""

    signature: str
    unused: tuple[str, ...]
    statements: tuple[str, ...]
    calls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CKernel:
    """A kernel in C: private functions first, then the call and its batch form."""

    name: str
    summary: str
    counts: str
    prototype: str
    batch_prototype: str
    private: tuple[CFunction, ...]
    call: CFunction
    batch_signature: str
    batch_prologue: tuple[str, ...]
    batch_call: str


@dataclass(frozen=True, slots=True)
class PythonKernel:
    """A kernel in Python."""

    name: str
    summary: str
    counts: str
    arguments: str
    prepare: tuple[str, ...]
    statements: tuple[str, ...]
    returns: str


def counts_text(of: Cost) -> str:
    """Say in words what a call costs."""
    parts = [f"{of.multiplications} multiplications", f"{of.additions} additions"]
    parts += [f"{of.divisions} divisions"] if of.divisions else []
    parts += [f"{of.trigonometric} sines and cosines"] if of.trigonometric else []
    return ", ".join(parts)


def c_kernel(kernel: StagedKernel, robot_name: str, scalar: str) -> CKernel:
    """Write a kernel as C functions."""
    name = f"{robot_name}_{kernel.name}"
    inputs, outputs = kernel.program.inputs, kernel.program.outputs
    signature = _signature(name, _array_parameters(inputs, outputs, scalar))
    strides = [port.name if port.name == "pi" else _row(port) for port in inputs]
    samples = [_row(port) for port in outputs]
    batch_signature: str
    batch_prologue: tuple[str, ...]
    batch_call: str


@dataclass(frozen=True, slots=True)
class PythonKernel:
    """A kernel in Python."""

    name: str
    summary: str
    counts: str
    arguments: str
    prepare: tuple[str, ...]
    statements: tuple[str, ...]
    returns: str


def counts_text(of: Cost) -> str:
    """Say in words what a call costs."""
    parts = [f"{of.multiplications} multiplications", f"{of.additions} additions"]
    parts += [f"{of.divisions} divisions"] if of.divisions else []
    parts += [f"{of.trigonometric} sines and cosines"] if of.trigonometric else []
    return ", ".join(parts)


def c_kernel(kernel: StagedKernel, robot_name: str, scalar: str) -> CKernel:
    """Write a kernel as C functions."""
    name = f"{robot_name}_{kernel.name}"
    inputs, outputs = kernel.program.inputs, kernel.program.outputs
    signature = _signature(name, _array_parameters(inputs, outputs, scalar))
    strides = [*(f"{p.name} + {p.size}u * i" if p.name != "pi" else p.name for p in inputs)]
    samples = [f"{p.name} + {p.size}u * i" if p.size > 1 else f"{p.name} + i" for p in outputs]
    batch_signature = _signature(f"{name}_batch", ["size_t count", *_pointer_parameters(inputs, outputs, scalar)])
    if kernel.offline is None:
        private: tuple[CFunction, ...] = ()
        call = _c_function(signature, kernel.online, robot_name, scalar)
        prologue: tuple[str, ...] = ()
        batch_call = f"{name}({', '.join((*strides, *samples))});"
    else:
        prepared = kernel.offline.outputs[0]
        prepare_signature = _signature(f"{name}_prepare", _array_parameters(kernel.offline.inputs, (prepared,), scalar))
        online_signature = _signature(f"{name}_online", _array_parameters((*inputs, prepared), outputs, scalar))
        private = (
            _c_function(f"static {prepare_signature}", kernel.offline, robot_name, scalar),
            _c_function(f"static {online_signature}", kernel.online, robot_name, scalar),
        )
        prologue = (
            f"{scalar} {prepared.name}[{prepared.size}];",
            f"{name}_prepare({', '.join(p.name for p in kernel.offline.inputs)}, {prepared.name});",
        )
        names = [p.name for p in (*inputs, prepared, *outputs)]
        call = CFunction(signature, (), (), (*prologue, f"{name}_online({', '.join(names)});"))
        batch_call = f"{name}_online({', '.join((*strides, prepared.name, *samples))});"
    return CKernel(
        name=name,
        summary=kernel.summary,
        counts=counts_text(cost(kernel.program)),
        prototype=f"{signature};",
        batch_prototype=f"{batch_signature};",
        private=private,
        call=call,
        batch_signature=batch_signature,
        batch_prologue=prologue,
        batch_call=batch_call,
    )


def _row(port: Port) -> str:
    """Where sample i of a batch begins."""
    return f"{port.name} + {port.size}u * i" if port.size > 1 else f"{port.name} + i"


def _c_function(signature: str, program: Program, robot_name: str, scalar: str) -> CFunction:
    ports = [port.name for port in (*program.inputs, *program.outputs)]
    body = write_body(program, c_language(scalar, robot_name), RESERVED | set(ports))
    stores = [f"{target} = {value};" for target, value in zip(_targets(program), body.results, strict=True)]
    lines = [f"const {scalar} {s.name} = {s.expression};" for s in body.statements]
    return CFunction(signature, _unused(program), (*lines, *stores))


def _targets(program: Program) -> list[str]:
    return [f"{port.name}[{i}]" for port in program.outputs for i in range(port.size)]


def _unused(program: Program) -> tuple[str, ...]:
    read = {getattr(instruction.payload, "port", None) for instruction in program.instructions}
    return tuple(port.name for port in program.inputs if port.name not in read)


def _array_parameters(inputs: tuple[Port, ...], outputs: tuple[Port, ...], scalar: str) -> list[str]:
    ins = [f"const {scalar} {port.name}[{port.size}]" for port in inputs]
    return [*ins, *(f"{scalar} {port.name}[{port.size}]" for port in outputs)]


def _pointer_parameters(inputs: tuple[Port, ...], outputs: tuple[Port, ...], scalar: str) -> list[str]:
    ins = [f"const {scalar} *{port.name}" for port in inputs]
    return [*ins, *(f"{scalar} *{port.name}" for port in outputs)]


def _signature(name: str, parameters: list[str]) -> str:
    """First line of a function, broken where it would be too long to read."""
    lines, line = [], f"void {name}("
    for i, parameter in enumerate(parameters):
        piece = parameter + (", " if i + 1 < len(parameters) else ")")
        if len(line) + len(piece) > LINE_WIDTH:
            lines.append(line.rstrip())
            line = "    "
        line += piece
    return "\n".join([*lines, line])


def python_kernel(kernel: StagedKernel, has_values: bool) -> PythonKernel:
    """Write a kernel as a NumPy function; ``pi`` has a default where the robot file gives values."""
    program = kernel.program
    ports = [port.name for port in (*program.inputs, *program.outputs)]
    body: Body = write_body(program, python_language(), RESERVED | set(ports))
    arguments = [f"{p.name}=PI" if p.name == "pi" and has_values else p.name for p in program.inputs]
    samples = [port for port in program.inputs if port.name != "pi"]
    prepare = [f'{port.name} = _array({port.name}, {port.size}, "{port.name}")' for port in program.inputs]
    prepare.append(f"shape = np.broadcast_shapes({', '.join(f'{p.name}.shape[:-1]' for p in samples)})")
    prepare += [f"{port.name} = np.empty((*shape, {port.size}), DTYPE)" for port in program.outputs]
    stores = [
        f"{port.name}[..., {i}] = {value}"
        for port in program.outputs
        for i, value in zip(range(port.size), _slice(program, body, port), strict=True)
    ]
    returns = ", ".join(
        f"{p.name}.reshape((*shape, {', '.join(map(str, p.shape))}))" for p in program.outputs if p.shape
    )
    scalars = ", ".join(f"{p.name}[..., 0]" for p in program.outputs if not p.shape)
    return PythonKernel(
        name=kernel.name,
        summary=kernel.summary,
        counts=counts_text(cost(program)),
        arguments=", ".join(arguments),
        prepare=tuple(prepare),
        statements=(*(_assignment(s) for s in body.statements), *stores),
        returns=", ".join(part for part in (returns, scalars) if part),
    )


def _slice(program: Program, body: Body, port: Port) -> tuple[str, ...]:
    at = 0
    for other in program.outputs:
        if other == port:
            break
        at += other.size
    return body.results[at : at + port.size]


def _assignment(statement: Statement) -> str:
    return f"{statement.name} = {statement.expression}"
