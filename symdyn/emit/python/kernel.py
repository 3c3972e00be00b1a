"""One kernel as Python text: all that the template may see of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symdyn.emit.kernel_text import StagedKernel, counts_text
from symdyn.emit.planning.statements import Body, Statement, write_body
from symdyn.emit.python.declarations import arguments
from symdyn.emit.python.language import python_notation
from symdyn.ir.cost import cost
from symdyn.ir.program import Port, Program


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


def python_kernel(kernel: StagedKernel, has_values: bool, same_as: str | None = None) -> PythonKernel:
    """Write a kernel as a NumPy function; ``pi`` has a default where the robot file gives values.

    One that is the ``same_as`` an earlier kernel calls that.
    """
    program = kernel.program
    written = PythonKernel(
        name=kernel.name,
        summary=kernel.summary,
        counts=counts_text(cost(program)),
        arguments=arguments(program, has_values),
        prepare=(),
        statements=(),
        returns=f"{same_as}({', '.join(port.name for port in program.inputs)})",
    )
    return written if same_as else _with_body(written, program)


def _with_body(written: PythonKernel, program: Program) -> PythonKernel:
    body = write_body(program, python_notation())
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
    return replace(
        written,
        prepare=tuple(prepare),
        statements=(*(_assignment(s) for s in body.statements if isinstance(s, Statement)), *stores),
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
