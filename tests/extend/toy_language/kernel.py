"""A kernel as text: all that the template may see of it."""

from dataclasses import dataclass

from symdyn.emit import StagedKernel
from symdyn.emit.planning.statements import Statement, write_body
from toy_language.declarations import first_line
from toy_language.language import counted_from_one, toy_notation


@dataclass(frozen=True, slots=True)
class ToyKernel:
    summary: str
    first_line: str
    lines: tuple[str, ...]
    returns: str


def toy_kernel(kernel: StagedKernel) -> ToyKernel:
    program = kernel.program
    body = write_body(program, toy_notation())
    places = [counted_from_one(port.name, i) for port in program.outputs for i in range(port.size)]
    lines = [f"local {one.name} = {one.expression}" for one in body.statements if isinstance(one, Statement)]
    lines += [f"{place} = {value}" for place, value in zip(places, body.results, strict=True)]
    return ToyKernel(
        summary=kernel.summary,
        first_line=first_line(program),
        lines=tuple(lines),
        returns=", ".join(port.name for port in program.outputs),
    )
