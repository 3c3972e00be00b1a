"""Programs as text, and back: parse_program(program_text(p)) == p.

    program tilt(q[2], pi[3]) -> g[2], E[]
      %0 = input q[0]
      %1 = cos %0  # c1
      %2 = const 1/2*sqrt(2)
      %3 = mul %2 %1
      return -%3 %1 %3

One line an instruction, numbered from 0; `# name` is its label. A shape is written by its sizes, that of a single
scalar as []. Only results carry signs. A constant too long to be written in its place has a name, `let_…`, defined in
a line of its own above the instructions. Parsing takes any program of this shape: whether it is valid, `verify` says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from symdyn.algebra.exact import Exact
from symdyn.algebra.exact_text import definitions, read_exact
from symdyn.ir.op import CONST, INPUT, Op
from symdyn.ir.program import InputEntry, Instruction, Port, Program, Ref

_HEAD = re.compile(r"program (\w+)\((.*)\) -> (.*)")
_PORT = re.compile(r"(\w+)\[([\d, ]*)\]")
_DEFINITION = re.compile(r"(let_\w+) = (.*)")
_LINE = re.compile(r"%(\d+) = (\w+)(?: ([^#]*?))?(?:  # (\w+))?")
_ENTRY = re.compile(r"(\w+)\[(\d+)\]")
_REF = re.compile(r"(-?)%(\d+)")


def program_text(program: Program) -> str:
    """Write a program down."""
    inputs, outputs = (", ".join(_port_text(port) for port in ports) for ports in (program.inputs, program.outputs))
    lines = [f"program {program.name}({inputs}) -> {outputs}"]
    constants = (instruction.payload for instruction in program.instructions if isinstance(instruction.payload, Exact))
    lines += [f"  {name} = {value}" for name, value in definitions(constants).items()]
    for index, (instruction, label) in enumerate(zip(program.instructions, program.labels, strict=True)):
        words = [f"%{index} =", str(instruction.op), *_operand_texts(instruction)]
        lines.append("  " + " ".join(words) + (f"  # {label}" if label else ""))
    results = [f"{'-' if ref.negative else ''}%{ref.index}" for ref in program.results]
    lines.append(" ".join(["  return", *results]))
    return "\n".join(lines) + "\n"


def _port_text(port: Port) -> str:
    return f"{port.name}[{', '.join(map(str, port.shape))}]"


def _operand_texts(instruction: Instruction) -> list[str]:
    payload = instruction.payload
    if isinstance(payload, Exact):
        return [str(payload)]
    if isinstance(payload, InputEntry):
        return [f"{payload.port}[{payload.index}]"]
    return [f"%{operand}" for operand in instruction.operands]


def parse_program(text: str) -> Program:
    """Read a program; a ValueError names the line that is none."""
    head, *body, last = [line.strip() for line in text.splitlines() if line.strip()]
    name, inputs, outputs = _matched(_HEAD, head)
    named: dict[str, Exact] = {}
    while body and (definition := _DEFINITION.fullmatch(body[0])):
        named[definition[1]] = read_exact(definition[2], named)
        del body[0]
    instructions: list[Instruction] = []
    labels: list[str | None] = []
    for line in body:
        number, op, operands, label = _matched(_LINE, line)
        if int(number) != len(instructions):
            raise ValueError(f"instruction {len(instructions)} is expected here: {line}")
        instructions.append(_instruction(Op(op), operands or "", named))
        labels.append(label)
    if last.split(" ")[0] != "return":
        raise ValueError(f"the results are expected here: {last}")
    refs = [_matched(_REF, word) for word in last.split(" ")[1:]]
    results = tuple(Ref(int(index), sign == "-") for sign, index in refs)
    return Program(name, _ports(inputs), _ports(outputs), tuple(instructions), results, tuple(labels))


def _instruction(op: Op, operands: str, named: Mapping[str, Exact]) -> Instruction:
    if op is CONST:
        return Instruction(op, (), read_exact(operands, named))
    if op is INPUT:
        port, index = _matched(_ENTRY, operands)
        return Instruction(op, (), InputEntry(port, int(index)))
    return Instruction(op, tuple(int(_matched(_REF, word)[1]) for word in operands.split(" ")))


def _ports(text: str) -> tuple[Port, ...]:
    return tuple(
        Port(name, tuple(int(size) for size in sizes.split(",") if size.strip())) for name, sizes in _PORT.findall(text)
    )


def _matched(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    match = pattern.fullmatch(text)
    if match is None:
        raise ValueError(f"not a part of a program: {text}")
    return match.groups()
